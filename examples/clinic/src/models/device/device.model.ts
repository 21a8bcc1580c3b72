import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { DATETIME, Field, Model } from '#engine';
import { Ward } from '../ward/ward.model.js';

@Model({ prefix: '/devices', label: '{name} {serial}' })
@Entity('medical_device')
export class Device {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  name!: string;

  @Column('varchar', { length: 255, nullable: true, unique: true })
  serial!: string | null;

  @Column('varchar', { length: 255 })
  asset_code!: string;

  @Field({ unit: 'EUR' })
  @Column('double precision', { nullable: true })
  cost!: number | null;

  @Column('date', { nullable: true })
  bought_on!: string | null;

  @Index()
  @Column('integer', { nullable: true })
  ward_id!: number | null;

  @ManyToOne(() => Ward, (ward) => ward.devices, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'ward_id' })
  ward?: Relation<Ward> | null;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

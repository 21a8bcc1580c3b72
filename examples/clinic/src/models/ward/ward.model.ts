import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { Model } from '#engine';
import { Device } from '../device/device.model.js';
import { Doctor } from '../doctor/doctor.model.js';

@Model({ label: '{code}' })
@Entity('ward')
export class Ward {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 12, unique: true })
  code!: string;

  @Column('varchar', { length: 255, nullable: true })
  name!: string | null;

  @Index()
  @Column('integer', { nullable: true })
  parent_id!: number | null;

  @ManyToOne(() => Ward, (ward) => ward.children, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'parent_id' })
  parent?: Relation<Ward> | null;

  @OneToMany(() => Device, (device) => device.ward)
  devices?: Relation<Device[]>;

  @OneToMany(() => Doctor, (doctor) => doctor.ward)
  doctors?: Relation<Doctor[]>;

  @OneToMany(() => Ward, (ward) => ward.parent)
  children?: Relation<Ward[]>;
}

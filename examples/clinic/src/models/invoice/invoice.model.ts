import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  Unique,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { DATETIME, DECIMAL, Field, Model } from '#engine';
import { Patient } from '../patient/patient.model.js';

@Model({ prefix: '/invoices', label: '{number} {customer}' })
@Entity('invoice')
@Unique(['number', 'customer'])
@Index(['customer', 'created_at'])
export class Invoice {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  number!: string;

  @Column('varchar', { length: 255, nullable: true })
  customer!: string | null;

  @Field({ min: 0, unit: 'EUR' })
  @Column('decimal', { precision: 12, scale: 2, transformer: DECIMAL, nullable: true })
  total!: number | null;

  @Field({ unit: '%' })
  @Column('double precision', { nullable: true })
  margin!: number | null;

  @Field({ personal: 'keep=tax law, 10 years' })
  @Index()
  @Column('integer', { nullable: true })
  patient_id!: number | null;

  @ManyToOne(() => Patient, (patient) => patient.invoices, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'patient_id' })
  patient?: Relation<Patient> | null;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

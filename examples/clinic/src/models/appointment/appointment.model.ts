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
import { DATETIME, Field, NOW, TODAY, Tenant } from '#engine';
import { Doctor } from '../doctor/doctor.model.js';
import { Patient } from '../patient/patient.model.js';

@Entity('appointment')
@Unique(['tenant_id', 'doctor_id', 'starts_at'])
@Index(['patient_id', 'starts_at'])
export class Appointment {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255, nullable: true })
  subject!: string | null;

  @Column(DATETIME, { precision: 3 })
  starts_at!: Date;

  @Column('date', { nullable: true, default: TODAY })
  booked_on!: string | null;

  @Column(DATETIME, { precision: 3, nullable: true, default: NOW })
  booked_at!: Date | null;

  @Column('time', { nullable: true, default: '07:30:00' })
  reminder!: string | null;

  @Field({ values: ['booked', 'arrived', 'cancelled'], enforce: true })
  @Column('varchar', { length: 255, default: 'booked' })
  status!: 'booked' | 'arrived' | 'cancelled';

  @Field({ personal: 'follow' })
  @Index()
  @Column('integer')
  patient_id!: number;

  @ManyToOne(() => Patient, (patient) => patient.appointments, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'patient_id' })
  patient?: Relation<Patient>;

  @Index()
  @Column('integer')
  doctor_id!: number;

  @ManyToOne(() => Doctor, (doctor) => doctor.appointments, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'doctor_id' })
  doctor?: Relation<Doctor>;

  @Index()
  @Column('integer', { nullable: true })
  tenant_id!: number | null;

  @ManyToOne(() => Tenant, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'tenant_id' })
  tenant?: Relation<Tenant> | null;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

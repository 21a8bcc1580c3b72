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
import { DATETIME, Field, Model, TODAY } from '#engine';
import { Doctor } from '../doctor/doctor.model.js';
import { Patient } from '../patient/patient.model.js';
import { User } from '../user/user.model.js';

@Model({ prefix: '/diaries' })
@Entity('diary')
export class Diary {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('date', { default: TODAY })
  day!: string;

  @Column('text', { nullable: true })
  text!: string | null;

  @Field({ personal: 'delete' })
  @Index()
  @Column('integer', { nullable: true })
  patient_id!: number | null;

  @ManyToOne(() => Patient, (patient) => patient.diaries, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'patient_id' })
  patient?: Relation<Patient> | null;

  @Index()
  @Column('integer', { nullable: true })
  doctor_id!: number | null;

  @ManyToOne(() => Doctor, (doctor) => doctor.diaries, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'doctor_id' })
  doctor?: Relation<Doctor> | null;

  @Index()
  @Column('integer', { nullable: true })
  author_id!: number | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'author_id' })
  author?: Relation<User> | null;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

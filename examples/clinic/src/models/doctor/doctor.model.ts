import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { DATETIME, DECIMAL, Field } from '#engine';
import { Appointment } from '../appointment/appointment.model.js';
import { Diary } from '../diary/diary.model.js';
import { Patient } from '../patient/patient.model.js';
import { User } from '../user/user.model.js';
import { Ward } from '../ward/ward.model.js';

@Entity('doctor')
export class Doctor {
  @PrimaryGeneratedColumn()
  id!: number;

  @Field({ min: 2 })
  @Column('varchar', { length: 80 })
  name!: string;

  @Field({ format: 'email' })
  @Column('varchar', { length: 255, unique: true })
  email!: string;

  @Field({ format: 'url' })
  @Column('varchar', { length: 255, nullable: true })
  website!: string | null;

  @Field({ values: ['general', 'surgery', 'cardiology'], enforce: true })
  @Column('varchar', { length: 255, nullable: true, default: 'general' })
  specialty!: 'general' | 'surgery' | 'cardiology' | null;

  @Column('integer', { nullable: true })
  user_id!: number | null;

  @OneToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'user_id' })
  user?: Relation<User> | null;

  @Index()
  @Column('integer', { nullable: true })
  ward_id!: number | null;

  @ManyToOne(() => Ward, (ward) => ward.doctors, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'ward_id' })
  ward?: Relation<Ward> | null;

  @Field({ min: 0, unit: 'EUR' })
  @Column('decimal', { precision: 10, scale: 2, transformer: DECIMAL, nullable: true })
  salary!: number | null;

  @OneToMany(() => Appointment, (appointment) => appointment.doctor)
  appointments?: Relation<Appointment[]>;

  @OneToMany(() => Diary, (diary) => diary.doctor)
  diaries?: Relation<Diary[]>;

  @OneToMany(() => Patient, (patient) => patient.doctor)
  patients?: Relation<Patient[]>;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

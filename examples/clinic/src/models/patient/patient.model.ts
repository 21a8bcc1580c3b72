import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  Unique,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { DATETIME, Field, Model, Tenant } from '#engine';
import { Appointment } from '../appointment/appointment.model.js';
import { Diary } from '../diary/diary.model.js';
import { Doctor } from '../doctor/doctor.model.js';
import { Invoice } from '../invoice/invoice.model.js';
import { Note } from '../note/note.model.js';
import { Tag } from '../tag/tag.model.js';

@Model({ label: '{last_name}, {first_name}', history: true })
@Entity('patient')
@Unique(['tenant_id', 'number'])
@Index(['last_name', 'first_name'])
export class Patient {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  number!: string;

  @Field({ personal: true })
  @Column('varchar', { length: 255, nullable: true, unique: true })
  national_id!: string | null;

  @Field({ personal: 'replace' })
  @Column('varchar', { length: 255 })
  first_name!: string;

  @Field({ personal: 'replace' })
  @Index()
  @Column('varchar', { length: 255 })
  last_name!: string;

  @Field({ personal: true })
  @Column('date', { nullable: true })
  born_on!: string | null;

  @Column('boolean', { default: false })
  insured!: boolean;

  @Field({ values: ['low', 'high'] })
  @Column('varchar', { length: 255, default: 'low' })
  risk!: string;

  @Field({ personal: true })
  @Column('text', { nullable: true })
  diagnosis!: string | null;

  @Index()
  @Column('integer', { nullable: true })
  doctor_id!: number | null;

  @ManyToOne(() => Doctor, (doctor) => doctor.patients, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'doctor_id' })
  doctor?: Relation<Doctor> | null;

  @ManyToMany(() => Tag, (tag) => tag.patients)
  @JoinTable({
    name: 'patient_tags',
    joinColumn: { name: 'patient_id' },
    inverseJoinColumn: { name: 'tag_id' },
  })
  tags?: Relation<Tag[]>;

  @Field({ personal: true })
  @ManyToMany(() => Patient, (patient) => patient.relative_of)
  @JoinTable({
    name: 'patient_relatives',
    joinColumn: { name: 'patient_id' },
    inverseJoinColumn: { name: 'patient_id_2' },
  })
  relatives?: Relation<Patient[]>;

  @Index()
  @Column('integer', { nullable: true })
  tenant_id!: number | null;

  @ManyToOne(() => Tenant, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'tenant_id' })
  tenant?: Relation<Tenant> | null;

  @OneToMany(() => Appointment, (appointment) => appointment.patient)
  appointments?: Relation<Appointment[]>;

  @OneToMany(() => Diary, (diary) => diary.patient)
  diaries?: Relation<Diary[]>;

  @OneToMany(() => Invoice, (invoice) => invoice.patient)
  invoices?: Relation<Invoice[]>;

  @OneToMany(() => Note, (note) => note.patient)
  notes?: Relation<Note[]>;

  @ManyToMany(() => Patient, (patient) => patient.relatives)
  relative_of?: Relation<Patient[]>;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

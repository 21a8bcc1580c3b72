import 'reflect-metadata';
import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { history } from '../../../../templates/features/history/engine/history/history-feature.js';
import { lines } from '../../../../templates/features/lines/engine/lines/lines-feature.js';
import { privacyFeature } from '../../../../templates/features/privacy/engine/privacy/privacy-feature.js';
import { trigrams } from '../../../../templates/features/trigrams/engine/trigrams/trigrams-feature.js';
import { DATETIME, NOW } from '../../../../templates/service/engine/database/column-types.js';
import { StepMigration } from '../../../../templates/service/engine/database/steps/step-migration.js';
import {
  addForeignKey,
  addTrigram,
  createTable,
} from '../../../../templates/service/engine/database/steps/step.js';
import { Field, Model } from '../../../../templates/service/engine/model/field.js';
import type { Project } from '../../../../templates/service/engine/service/project.js';
import { migrations } from '../../../../templates/service/src/database/migrations/migrations.gen.js';
import { project as service } from '../../../../templates/service/src/project.js';
import { featuresIn } from '../../../../src/render/features.js';
import { templates } from '../../../golden/example.js';
import { BESIDE_A_PACKAGE, composeService } from '../../../support/compose-service.js';
import { featureSteps } from '../../../support/feature-steps.js';
import { privacyOf, tables } from './privacy-of.js';

@Model({ prefix: '/allergy' })
@Entity('allergy')
export class Allergy {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  name!: string;
}

/** A person, each of whose fields goes in another way. */
@Model({ prefix: '/patient', history: true })
@Entity('patient')
export class Patient {
  @PrimaryGeneratedColumn()
  id!: number;

  @Field({ search: 'trigram', personal: 'replace' })
  @Column('varchar', { length: 80 })
  name!: string;

  @Field({ personal: 'replace' })
  @Column('varchar', { length: 40, unique: true })
  card!: string;

  @Field({ personal: true })
  @Column('varchar', { length: 40, nullable: true })
  phone!: string | null;

  @Field({ personal: 'replace=1900-01-01' })
  @Column('date')
  born!: string;

  @Field({ personal: 'keep=tax law, 10 years' })
  @Column('varchar', { length: 40, nullable: true })
  insurance!: string | null;

  @Column('varchar', { length: 40, nullable: true })
  ward!: string | null;

  @Field({ personal: true })
  @ManyToMany(() => Allergy)
  @JoinTable({
    name: 'patient_allergies',
    joinColumn: { name: 'patient_id' },
    inverseJoinColumn: { name: 'allergy_id' },
  })
  allergies?: Relation<Allergy[]>;

  @Field({ lines: true })
  @OneToMany(() => Contact, (contact) => contact.patient)
  contacts?: Relation<Contact[]>;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

/** A line of a patient, which says nothing of its reference. */
@Model({ prefix: '/contact', history: true })
@Entity('contact')
export class Contact {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer')
  patient_id!: number;

  @ManyToOne(() => Patient, (patient) => patient.contacts, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'patient_id' })
  patient?: Relation<Patient>;

  @Field({ personal: 'delete' })
  @Column('varchar', { length: 80 })
  text!: string;
}

/** Is about the patient, and names a doctor. */
@Model({ prefix: '/visit', history: true })
@Entity('visit')
export class Visit {
  @PrimaryGeneratedColumn()
  id!: number;

  @Field({ personal: 'follow' })
  @Column('integer')
  patient_id!: number;

  @ManyToOne(() => Patient, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'patient_id' })
  patient?: Relation<Patient>;

  @Field({ personal: true })
  @Column('integer', { nullable: true })
  doctor_id!: number | null;

  @ManyToOne('User', { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'doctor_id' })
  doctor?: object | null;

  @Field({ personal: true })
  @Column('text', { nullable: true })
  note!: string | null;

  @DeleteDateColumn({ type: DATETIME, precision: 3, nullable: true })
  gone_at!: Date | null;
}

/** Is about the patient by their visit, and goes with it. */
@Model({ prefix: '/report' })
@Entity('report')
export class Report {
  @PrimaryGeneratedColumn()
  id!: number;

  @Field({ personal: 'delete' })
  @Column('integer')
  visit_id!: number;

  @ManyToOne(() => Visit, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'visit_id' })
  visit?: Relation<Visit>;

  @Column('text')
  text!: string;
}

/** Is kept, and is not about the patient. */
@Model({ prefix: '/bill' })
@Entity('bill')
export class Bill {
  @PrimaryGeneratedColumn()
  id!: number;

  @Field({ personal: 'keep=tax law, 10 years' })
  @Column('integer')
  patient_id!: number;

  @ManyToOne(() => Patient, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'patient_id' })
  patient?: Relation<Patient>;

  @Column('integer')
  total!: number;
}

/** Tells something of persons, and does not say whether of the patient. */
@Model({ prefix: '/letter' })
@Entity('letter')
export class Letter {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer', { nullable: true })
  patient_id!: number | null;

  @ManyToOne(() => Patient, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'patient_id' })
  patient?: Relation<Patient> | null;

  @Field({ personal: true })
  @Column('text', { nullable: true })
  text!: string | null;
}

const id = { type: 'id' } as const;
const reference = { type: 'integer' } as const;
const text = { type: 'text', nullable: true } as const;

class CreateClinic20260101000000 extends StepMigration {
  readonly name = 'CreateClinic20260101000000';
  readonly steps = [
    createTable('allergy', { id, name: { type: 'string', length: 40 } }),
    createTable('patient', {
      id,
      name: { type: 'string', length: 80 },
      card: { type: 'string', length: 40 },
      phone: { type: 'string', length: 40, nullable: true },
      born: { type: 'date' },
      insurance: { type: 'string', length: 40, nullable: true },
      ward: { type: 'string', length: 40, nullable: true },
      updated_at: { type: 'datetime', default: NOW },
    }),
    createTable(
      'patient_allergies',
      { patient_id: reference, allergy_id: reference },
      { primaryKey: ['patient_id', 'allergy_id'] },
    ),
    createTable('contact', { id, patient_id: reference, text: { type: 'string', length: 80 } }),
    createTable('visit', {
      ...{ id, patient_id: reference, doctor_id: { ...reference, nullable: true } },
      ...{ note: text, gone_at: { type: 'datetime', nullable: true } },
    }),
    createTable('report', { id, visit_id: reference, text: { type: 'text' } }),
    createTable('bill', { id, patient_id: reference, total: reference }),
    createTable('letter', { id, patient_id: { ...reference, nullable: true }, text }),
    addTrigram('patient', ['name']),
    addForeignKey('contact', 'patient_id', { table: 'patient', onDelete: 'cascade' }),
    addForeignKey('visit', 'patient_id', { table: 'patient', onDelete: 'restrict' }),
    addForeignKey('visit', 'doctor_id', { table: 'auth_user', onDelete: 'set null' }),
    addForeignKey('report', 'visit_id', { table: 'visit', onDelete: 'restrict' }),
    addForeignKey('bill', 'patient_id', { table: 'patient', onDelete: 'restrict' }),
    addForeignKey('letter', 'patient_id', { table: 'patient', onDelete: 'set null' }),
    addForeignKey('patient_allergies', 'patient_id', { table: 'patient', onDelete: 'cascade' }),
    addForeignKey('patient_allergies', 'allergy_id', { table: 'allergy', onDelete: 'cascade' }),
    ...featureSteps(featuresIn(templates()).map(({ name }) => name)),
  ];
}

export const privacy = privacyFeature(tables);

const project = {
  ...service,
  folder: BESIDE_A_PACKAGE,
  models: [
    ...service.models,
    ...[Allergy, Patient, Contact, Visit, Report, Bill, Letter].map((entity) => ({ entity })),
  ],
  features: [history, lines, trigrams, privacy],
  migrations: [...migrations, CreateClinic20260101000000],
} as unknown as Project;

/** A clinic with the tables of all features. */
export async function openClinic(url: string, env: Readonly<Record<string, string>> = {}) {
  const features = new Map<object, object>([
    [history, { keep: 730 * 86_400_000 }],
    [lines, {}],
    [trigrams, {}],
    [privacy, {}],
  ]);
  const composed = await composeService(project, url, { env, features });
  const { database, engine } = composed.parts;
  return {
    ...composed,
    database,
    ...privacyOf(composed.parts),
    rows: <Row = Record<string, unknown>>(sql: string) => database.dataSource.query<Row[]>(sql),
    create: async <T extends object>(entity: new () => T, values: object) =>
      (await engine.system(entity).create(values as never)) as unknown as T & { id: number },
  };
}

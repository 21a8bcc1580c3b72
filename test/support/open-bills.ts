import 'reflect-metadata';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { keysOfColumns } from '../../templates/features/composite-keys/engine/composite-keys/composite-keys-feature.js';
import { referenceGuards } from '../../templates/features/composite-keys/engine/composite-keys/complete-references.js';
import { ROLES } from '../../templates/features/engine-tests/engine/test/fixtures/open-library.js';
import { lines, recordLines } from '../../templates/features/lines/engine/lines/lines-feature.js';
import { DATETIME } from '../../templates/service/engine/database/column-types.js';
import { migrate } from '../../templates/service/engine/database/migrate.js';
import { openDatabase } from '../../templates/service/engine/database/open-database.js';
import { StepMigration } from '../../templates/service/engine/database/steps/step-migration.js';
import { sql } from '../../templates/service/engine/database/steps/step.js';
import {
  allFor,
  asParent,
  defineAccess,
  owner,
} from '../../templates/service/engine/model/access-rules.js';
import { Field } from '../../templates/service/engine/model/field.js';
import type { ModelModule } from '../../templates/service/engine/model/model-module.js';
import { createEngine } from '../../templates/service/engine/records/create-engine.js';
import type { Project } from '../../templates/service/engine/service/project.js';
import { parcelProject } from './open-parcels.js';

/** A record whose lines have keys of several columns. */
@Entity('bill')
export class Bill {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  title!: string;

  @Column('integer', { nullable: true })
  owner_id!: number | null;

  @Field({ lines: true })
  @OneToMany(() => Entry, (entry) => entry.bill)
  entries?: Relation<Entry>[];

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

/** A line whose key begins with that of its bill; it has places, and a code that is unique within the bill. */
@Entity('entry')
@Unique('unique_place', ['bill_id', 'position'])
@Unique('unique_code', ['bill_id', 'code'])
export class Entry {
  @PrimaryColumn('integer')
  bill_id!: number;

  @ManyToOne(() => Bill, (bill) => bill.entries, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'bill_id' })
  bill?: Relation<Bill>;

  @PrimaryColumn('varchar', { length: 20 })
  number!: string;

  @Column('integer', { nullable: true })
  position!: number | null;

  @Column('varchar', { length: 20, nullable: true })
  code!: string | null;

  @Column('integer')
  amount!: number;

  @Field({ lines: true })
  @OneToMany(() => Part, (part) => part.entry)
  parts?: Relation<Part>[];

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

/** A line of an entry, to whose key its own adds a number; its code is unique within the entry. */
@Entity('part')
@Unique('unique_part', ['bill_id', 'entry_number', 'code'])
export class Part {
  @PrimaryColumn('integer')
  bill_id!: number;

  @PrimaryColumn('varchar', { length: 20 })
  entry_number!: string;

  @ManyToOne(() => Entry, (entry) => entry.parts, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'entry_number', referencedColumnName: 'number' },
    { name: 'bill_id', referencedColumnName: 'bill_id' },
  ])
  entry?: Relation<Entry>;

  @PrimaryColumn('integer')
  number!: number;

  @Column('varchar', { length: 20, nullable: true })
  code!: string | null;

  @Column('integer', { nullable: true })
  other_number!: number | null;

  @ManyToOne(() => Part, { onDelete: 'RESTRICT' })
  @JoinColumn([
    { name: 'bill_id', referencedColumnName: 'bill_id' },
    { name: 'entry_number', referencedColumnName: 'entry_number' },
    { name: 'other_number', referencedColumnName: 'number' },
  ])
  other?: Relation<Part>;

  @Field({ lines: true })
  @OneToMany(() => Scrap, (scrap) => scrap.part)
  scraps?: Relation<Scrap>[];

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

/** A line of a part, with a key of its own and places. */
@Entity('scrap')
export class Scrap {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer')
  part_bill_id!: number;

  @Column('varchar', { length: 20 })
  part_entry_number!: string;

  @Column('integer')
  part_number!: number;

  @ManyToOne(() => Part, (part) => part.scraps, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'part_bill_id', referencedColumnName: 'bill_id' },
    { name: 'part_entry_number', referencedColumnName: 'entry_number' },
    { name: 'part_number', referencedColumnName: 'number' },
  ])
  part?: Relation<Part>;

  @Column('integer', { nullable: true })
  position!: number | null;

  @Column('varchar', { length: 20 })
  text!: string;
}

/** Makes their tables. */
export class CreateBills20260101000000 extends StepMigration {
  readonly name = 'CreateBills20260101000000';
  readonly steps = [
    sql({
      sqlite: tables('integer PRIMARY KEY AUTOINCREMENT NOT NULL', '', 'datetime'),
      postgres: tables(
        'integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY',
        ' COLLATE "C"',
        'timestamptz(3)',
      ),
    }),
  ];
}

function tables(counted: string, text: string, moment: string): readonly string[] {
  const stamp = `updated_at ${moment} NOT NULL`;
  return [
    `CREATE TABLE bill (id ${counted}, title varchar(40) NOT NULL, owner_id integer, updated_at ${moment} NOT NULL)`,
    `CREATE TABLE entry (bill_id integer NOT NULL REFERENCES bill (id) ON DELETE CASCADE, number varchar(20)${text} NOT NULL, ` +
      `position integer, code varchar(20), amount integer NOT NULL, ${stamp}, PRIMARY KEY (bill_id, number), ` +
      'CONSTRAINT unique_place UNIQUE (bill_id, position), CONSTRAINT unique_code UNIQUE (bill_id, code))',
    `CREATE TABLE part (bill_id integer NOT NULL, entry_number varchar(20)${text} NOT NULL, number integer NOT NULL, code varchar(20), other_number integer, ${stamp}, ` +
      'PRIMARY KEY (bill_id, entry_number, number), CONSTRAINT unique_part UNIQUE (bill_id, entry_number, code), ' +
      'FOREIGN KEY (bill_id, entry_number) REFERENCES entry (bill_id, number) ON DELETE CASCADE, ' +
      'FOREIGN KEY (bill_id, entry_number, other_number) REFERENCES part (bill_id, entry_number, number) ON DELETE RESTRICT)',
    `CREATE TABLE scrap (id ${counted}, part_bill_id integer NOT NULL, part_entry_number varchar(20)${text} NOT NULL, part_number integer NOT NULL, ` +
      'position integer, text varchar(20) NOT NULL, FOREIGN KEY (part_bill_id, part_entry_number, part_number) ' +
      'REFERENCES part (bill_id, entry_number, number) ON DELETE CASCADE)',
  ];
}

/** The models with their rules. */
export const billModules: readonly ModelModule[] = [
  { entity: Bill, access: defineAccess<Bill>({ rows: [owner('owner_id'), allFor('Admin')] }) },
  {
    entity: Entry,
    access: defineAccess<Entry>({ rows: [asParent('bill_id'), allFor('Admin')] }),
  },
  {
    entity: Part,
    access: defineAccess<Part>({ rows: [asParent('entry_id' as never), allFor('Admin')] }),
  },
  { entity: Scrap },
];

/** Bills with their lines on a fresh database. */
export async function openBills(url: string) {
  const modules = billModules;
  const entities = modules.map(({ entity }) => entity);
  const database = await openDatabase(url, entities, [CreateBills20260101000000]);
  await migrate(database);
  const engine = createEngine({
    ...{ database, modules, roles: () => ROLES, searchedFields: () => [] },
    ...{ keys: keysOfColumns, lines: recordLines, guards: [referenceGuards] },
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  return { database, engine };
}

/** A project of bills with their lines. */
export const billProject = {
  ...parcelProject,
  models: [...parcelProject.models, ...billModules],
  features: [...(parcelProject.features ?? []), lines],
  migrations: [...parcelProject.migrations, CreateBills20260101000000],
} as unknown as Project;

import 'reflect-metadata';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { keysOfColumns } from '../../composite-keys/composite-keys-feature.js';
import { referenceGuards } from '../../composite-keys/complete-references.js';
import { BIGINT, DATETIME, DECIMAL, UUID } from '../../database/column-types.js';
import { migrate } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import { StepMigration } from '../../database/steps/step-migration.js';
import { sql } from '../../database/steps/step.js';
import { allFor, asParent, defineAccess, owner, tenant } from '../../model/access-rules.js';
import { Field } from '../../model/field.js';
import type { ModelHooks } from '../../model/hooks.js';
import type { ModelModule } from '../../model/model-module.js';
import { createEngine } from '../../records/create-engine.js';
import { ROLES } from '../fixtures/open-library.js';

/** A record to which others belong whose keys begin with its own. */
@Entity('parcel')
export class Parcel {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  title!: string;

  @Column('integer', { nullable: true })
  owner_id!: number | null;

  @OneToMany(() => Item, (item) => item.parcel)
  items?: Relation<Item>[];

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

/** A part of a parcel: its number is unique within that. */
@Entity('item')
export class Item {
  @PrimaryColumn('integer')
  parcel_id!: number;

  @ManyToOne(() => Parcel, (parcel) => parcel.items, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'parcel_id' })
  parcel?: Relation<Parcel>;

  @PrimaryColumn('integer')
  number!: number;

  @Column('integer')
  amount!: number;

  @Column('varchar', { length: 40, nullable: true })
  note!: string | null;

  @OneToMany(() => Scan, (scan) => scan.item)
  scans?: Relation<Scan>[];
}

/** Refers to a parcel, and to one of its items by the same column and another one. */
@Entity('scan')
export class Scan {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer')
  parcel_id!: number;

  @ManyToOne(() => Parcel, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'parcel_id' })
  parcel?: Relation<Parcel>;

  @Column('integer', { nullable: true })
  item_number!: number | null;

  @ManyToOne(() => Item, (item) => item.scans, { onDelete: 'RESTRICT' })
  @JoinColumn([
    { name: 'parcel_id', referencedColumnName: 'parcel_id' },
    { name: 'item_number', referencedColumnName: 'number' },
  ])
  item?: Relation<Item>;

  /** For code: the field that the engine makes of both columns. */
  declare item_id: string | null;

  @Column('varchar', { length: 40, nullable: true })
  place!: string | null;
}

/** A key of a text and of one of a list of values. */
@Entity('word')
export class Word {
  @PrimaryColumn('varchar', { length: 40 })
  term!: string;

  @Field({ values: ['de', 'en'], enforce: true })
  @PrimaryColumn('varchar', { length: 2 })
  language!: string;

  @Column('varchar', { length: 40, nullable: true })
  meaning!: string | null;
}

/** A key of each other type. */
@Entity('reading')
export class Reading {
  @PrimaryColumn(UUID)
  sensor!: string;

  @PrimaryColumn('date')
  day!: string;

  @PrimaryColumn('decimal', { precision: 8, scale: 3, transformer: DECIMAL })
  depth!: number;

  @PrimaryColumn('bigint', { transformer: BIGINT })
  run!: string;

  @Column('integer', { nullable: true })
  value!: number | null;
}

/** A key that begins with the tenant to which its record belongs. */
@Entity('slot')
export class Slot {
  @PrimaryColumn('integer')
  tenant_id!: number;

  @PrimaryColumn('varchar', { length: 40 })
  code!: string;

  @Column('integer', { nullable: true })
  amount!: number | null;
}

/** A key of moments: between them, and with a text. */
@Entity('shift')
export class Shift {
  @PrimaryColumn({ type: DATETIME, precision: 3 })
  begins_at!: Date;

  @PrimaryColumn('varchar', { length: 40 })
  post!: string;

  @PrimaryColumn({ type: DATETIME, precision: 3 })
  ends_at!: Date;

  @Column('integer', { nullable: true })
  value!: number | null;
}

/** A record that shares the key of another. */
@Entity('customs')
export class Customs {
  @PrimaryColumn('integer')
  parcel_id!: number;

  @ManyToOne(() => Parcel, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'parcel_id' })
  parcel?: Relation<Parcel>;

  @Column('varchar', { length: 40, nullable: true })
  note!: string | null;
}

const tables = (counted: string, uuid: string, text: string, moment: string): readonly string[] => [
  `CREATE TABLE parcel (id ${counted}, title varchar(40) NOT NULL, owner_id integer, updated_at ${moment} NOT NULL)`,
  'CREATE TABLE item (parcel_id integer NOT NULL REFERENCES parcel (id) ON DELETE CASCADE, number integer NOT NULL, ' +
    'amount integer NOT NULL, note varchar(40), PRIMARY KEY (parcel_id, number))',
  `CREATE TABLE scan (id ${counted}, parcel_id integer NOT NULL REFERENCES parcel (id) ON DELETE CASCADE, item_number integer, ` +
    'place varchar(40), FOREIGN KEY (parcel_id, item_number) REFERENCES item (parcel_id, number) ON DELETE RESTRICT)',
  `CREATE TABLE word (term varchar(40)${text} NOT NULL, language varchar(2)${text} NOT NULL, meaning varchar(40), PRIMARY KEY (term, language))`,
  `CREATE TABLE reading (sensor ${uuid} NOT NULL, day date NOT NULL, depth decimal(8, 3) NOT NULL, run bigint NOT NULL, value integer, ` +
    'PRIMARY KEY (sensor, day, depth, run))',
  `CREATE TABLE slot (tenant_id integer NOT NULL, code varchar(40)${text} NOT NULL, amount integer, PRIMARY KEY (tenant_id, code))`,
  `CREATE TABLE shift (begins_at ${moment} NOT NULL, post varchar(40)${text} NOT NULL, ends_at ${moment} NOT NULL, value integer, ` +
    'PRIMARY KEY (begins_at, post, ends_at))',
  'CREATE TABLE customs (parcel_id integer NOT NULL PRIMARY KEY REFERENCES parcel (id) ON DELETE CASCADE, note varchar(40))',
];

/** The step that makes tables, from their statements by the types of a database. */
export const makes = (statements: typeof tables) =>
  sql({
    sqlite: statements('integer PRIMARY KEY AUTOINCREMENT NOT NULL', 'varchar(36)', '', 'datetime'),
    postgres: statements(
      'integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY',
      'uuid',
      ' COLLATE "C"',
      'timestamptz(3)',
    ),
  });

export class CreateParcels20260101000000 extends StepMigration {
  readonly name = 'CreateParcels20260101000000';
  readonly steps = [makes(tables)];
}

const open = <T extends object>(entity: new () => T, hooks: ModelHooks = {}): ModelModule => ({
  entity,
  access: defineAccess<T>({}),
  hooks,
});

/** The models with their rules; `hooks` are those of items. */
export const modulesWith = (hooks: ModelHooks = {}): readonly ModelModule[] => [
  { entity: Parcel, access: defineAccess<Parcel>({ rows: [owner('owner_id'), allFor('Admin')] }) },
  {
    entity: Item,
    access: defineAccess<Item>({ rows: [asParent('parcel_id'), allFor('Admin')] }),
    hooks,
  },
  open(Scan),
  open(Word),
  open(Reading),
  open(Shift),
  { entity: Slot, access: defineAccess<Slot>({ rows: [tenant('tenant_id')] }) },
  open(Customs),
];

/** Parcels, items and other models with keys of several columns on a fresh database, with their engine. */
export async function openParcels(url: string, hooks: ModelHooks = {}) {
  const modules = modulesWith(hooks);
  const entities = modules.map(({ entity }) => entity);
  const database = await openDatabase(url, entities, [CreateParcels20260101000000]);
  await migrate(database);
  const engine = createEngine({
    database,
    modules,
    roles: () => ROLES,
    searchedFields: (model) => (model.name === 'Word' ? ['term', 'meaning'] : []),
    keys: keysOfColumns,
    guards: [referenceGuards],
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  return { database, engine };
}

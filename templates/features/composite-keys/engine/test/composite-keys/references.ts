import 'reflect-metadata';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { keysOfColumns } from '../../composite-keys/composite-keys-feature.js';
import { referenceGuards } from '../../composite-keys/complete-references.js';
import { BIGINT, DATETIME, DECIMAL, UUID } from '../../database/column-types.js';
import { migrate } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import { StepMigration } from '../../database/steps/step-migration.js';
import { asParent, allFor, defineAccess, tenant } from '../../model/access-rules.js';
import type { ModelHooks } from '../../model/hooks.js';
import type { ModelModule } from '../../model/model-module.js';
import { createEngine } from '../../records/create-engine.js';
import { ROLES } from '../fixtures/open-library.js';
import {
  CreateParcels20260101000000,
  Item,
  Reading,
  Shift,
  Slot,
  Word,
  modulesWith,
  makes,
} from './parcels.js';

/** Refers to a word as long as that is there. */
@Entity('remark')
export class Remark {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40, nullable: true })
  word_term!: string | null;

  @Column('varchar', { length: 2, nullable: true })
  word_language!: string | null;

  @ManyToOne(() => Word, { onDelete: 'SET NULL' })
  @JoinColumn([
    { name: 'word_term', referencedColumnName: 'term' },
    { name: 'word_language', referencedColumnName: 'language' },
  ])
  word?: Relation<Word>;

  @Column('varchar', { length: 40, nullable: true })
  text!: string | null;
}

/** Belongs to records with parts of each type, and goes with them. */
@Entity('entry')
export class Entry {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column(UUID)
  sensor!: string;

  @Column('date')
  day!: string;

  @Column('decimal', { precision: 8, scale: 3, transformer: DECIMAL })
  depth!: number;

  @Column('bigint', { transformer: BIGINT })
  run!: string;

  @ManyToOne(() => Reading, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'depth', referencedColumnName: 'depth' },
    { name: 'sensor', referencedColumnName: 'sensor' },
    { name: 'day', referencedColumnName: 'day' },
    { name: 'run', referencedColumnName: 'run' },
  ])
  reading?: Relation<Reading>;

  @Column({ type: DATETIME, precision: 3, nullable: true })
  begins_at!: Date | null;

  @Column('varchar', { length: 40, nullable: true })
  post!: string | null;

  @Column({ type: DATETIME, precision: 3, nullable: true })
  ends_at!: Date | null;

  @ManyToOne(() => Shift, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'begins_at', referencedColumnName: 'begins_at' },
    { name: 'post', referencedColumnName: 'post' },
    { name: 'ends_at', referencedColumnName: 'ends_at' },
  ])
  shift?: Relation<Shift>;
}

/** Has the key of an item in its own. */
@Entity('seal')
export class Seal {
  @PrimaryColumn('integer')
  parcel_id!: number;

  @PrimaryColumn('integer')
  number!: number;

  @PrimaryColumn('varchar', { length: 10 })
  kind!: string;

  @ManyToOne(() => Item, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'parcel_id', referencedColumnName: 'parcel_id' },
    { name: 'number', referencedColumnName: 'number' },
  ])
  item?: Relation<Item>;

  @Column('integer', { nullable: true })
  weight!: number | null;
}

/** Belongs to a tenant together with that to which it refers, twice. */
@Entity('booking')
export class Booking {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer')
  tenant_id!: number;

  @Column('varchar', { length: 40 })
  slot_code!: string;

  @ManyToOne(() => Slot, { nullable: false, onDelete: 'RESTRICT' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenant_id' },
    { name: 'slot_code', referencedColumnName: 'code' },
  ])
  slot?: Relation<Slot>;

  @Column('varchar', { length: 40, nullable: true })
  spare_code!: string | null;

  @ManyToOne(() => Slot, { onDelete: 'RESTRICT' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenant_id' },
    { name: 'spare_code', referencedColumnName: 'code' },
  ])
  spare?: Relation<Slot>;
}

/** Has seen an item, as the rows of a view do: no foreign key holds the item for it. */
@Entity('sighting')
export class Sighting {
  @PrimaryColumn('integer')
  parcel_id!: number;

  @PrimaryColumn('integer')
  number!: number;

  @ManyToOne(() => Item, { nullable: false, createForeignKeyConstraints: false })
  @JoinColumn([
    { name: 'parcel_id', referencedColumnName: 'parcel_id' },
    { name: 'number', referencedColumnName: 'number' },
  ])
  item?: Relation<Item>;
}

/** Hangs below another knot of its rope, which is a tree by a part of its own key; and has a twin on any rope. */
@Entity('knot')
export class Knot {
  @PrimaryColumn('varchar', { length: 20 })
  rope!: string;

  @PrimaryColumn('integer')
  place!: number;

  @Column('integer', { nullable: true })
  above!: number | null;

  @ManyToOne(() => Knot, (knot) => knot.knots, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'rope', referencedColumnName: 'rope' },
    { name: 'above', referencedColumnName: 'place' },
  ])
  parent?: Relation<Knot>;

  @OneToMany(() => Knot, (knot) => knot.parent)
  knots?: Relation<Knot>[];

  @Column('varchar', { length: 30, nullable: true })
  twin_rope!: string | null;

  @Column('integer', { nullable: true })
  twin_place!: number | null;

  @ManyToOne(() => Knot, { onDelete: 'SET NULL' })
  @JoinColumn([
    { name: 'twin_place', referencedColumnName: 'place' },
    { name: 'twin_rope', referencedColumnName: 'rope' },
  ])
  twin?: Relation<Knot>;
}

const tables = (counted: string, uuid: string, text: string, moment: string): readonly string[] => [
  `CREATE TABLE remark (id ${counted}, word_term varchar(40)${text}, word_language varchar(2)${text}, text varchar(40), ` +
    'FOREIGN KEY (word_term, word_language) REFERENCES word (term, language) ON DELETE SET NULL)',
  `CREATE TABLE entry (id ${counted}, sensor ${uuid} NOT NULL, day date NOT NULL, depth decimal(8, 3) NOT NULL, run bigint NOT NULL, ` +
    `begins_at ${moment}, post varchar(40)${text}, ends_at ${moment}, ` +
    'FOREIGN KEY (depth, sensor, day, run) REFERENCES reading (depth, sensor, day, run) ON DELETE CASCADE, ' +
    'FOREIGN KEY (begins_at, post, ends_at) REFERENCES shift (begins_at, post, ends_at) ON DELETE CASCADE)',
  `CREATE TABLE seal (parcel_id integer NOT NULL, number integer NOT NULL, kind varchar(10)${text} NOT NULL, weight integer, ` +
    'PRIMARY KEY (parcel_id, number, kind), FOREIGN KEY (parcel_id, number) REFERENCES item (parcel_id, number) ON DELETE CASCADE)',
  'CREATE TABLE sighting (parcel_id integer NOT NULL, number integer NOT NULL, PRIMARY KEY (parcel_id, number))',
  `CREATE TABLE booking (id ${counted}, tenant_id integer NOT NULL, slot_code varchar(40)${text} NOT NULL, spare_code varchar(40)${text}, ` +
    'FOREIGN KEY (tenant_id, slot_code) REFERENCES slot (tenant_id, code) ON DELETE RESTRICT, ' +
    'FOREIGN KEY (tenant_id, spare_code) REFERENCES slot (tenant_id, code) ON DELETE RESTRICT)',
  `CREATE TABLE knot (rope varchar(20)${text} NOT NULL, place integer NOT NULL, above integer, twin_rope varchar(30)${text}, twin_place integer, ` +
    'PRIMARY KEY (rope, place), FOREIGN KEY (rope, above) REFERENCES knot (rope, place) ON DELETE CASCADE, ' +
    'FOREIGN KEY (twin_rope, twin_place) REFERENCES knot (rope, place) ON DELETE SET NULL)',
];

export class CreateReferences20260101000001 extends StepMigration {
  readonly name = 'CreateReferences20260101000001';
  readonly steps = [makes(tables)];
}

/** The models with their rules; `hooks` are those of remarks. */
export const referenceModules = (hooks: ModelHooks = {}): readonly ModelModule[] => [
  { entity: Remark, hooks },
  { entity: Entry, access: defineAccess<Entry>({ fields: { run: { read: ['Admin'] } } }) },
  {
    entity: Seal,
    access: defineAccess<Seal>({ rows: [asParent('item_id' as never), allFor('Admin')] }),
  },
  { entity: Sighting },
  { entity: Knot },
  { entity: Booking, access: defineAccess<Booking>({ rows: [tenant('tenant_id')] }) },
];

/** Records with references of several columns on a fresh database, with their engine. */
export async function openReferences(url: string, hooks: ModelHooks = {}) {
  const modules = [...modulesWith(), ...referenceModules(hooks)];
  const entities = modules.map(({ entity }) => entity);
  const migrations = [CreateParcels20260101000000, CreateReferences20260101000001];
  const database = await openDatabase(url, entities, migrations);
  await migrate(database);
  const engine = createEngine({
    database,
    modules,
    roles: () => ROLES,
    searchedFields: (model) => (model.name === 'Remark' ? ['text', 'word.meaning'] : []),
    keys: keysOfColumns,
    guards: [referenceGuards],
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  return { database, engine };
}

import 'reflect-metadata';
import {
  Column,
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
import { DATETIME, NOW } from '../../../../templates/service/engine/database/column-types.js';
import { migrate } from '../../../../templates/service/engine/database/migrate.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import { StepMigration } from '../../../../templates/service/engine/database/steps/step-migration.js';
import {
  addForeignKey,
  addIndex,
  addUnique,
  createTable,
} from '../../../../templates/service/engine/database/steps/step.js';
import { frozen } from '../../../../templates/features/frozen/engine/frozen/frozen-feature.js';
import { recordLines } from '../../../../templates/features/lines/engine/lines/lines-feature.js';
import { defineAccess } from '../../../../templates/service/engine/model/access-rules.js';
import { Field, Model } from '../../../../templates/service/engine/model/field.js';
import type { ModelHooks } from '../../../../templates/service/engine/model/hooks.js';
import type { ModelModule } from '../../../../templates/service/engine/model/model-module.js';
import { createEngine } from '../../../../templates/service/engine/records/create-engine.js';
import { ROLES } from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';

@Entity('customer')
export class Customer {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  name!: string;
}

@Entity('tag')
export class Tag {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  name!: string;
}

/** A folder, which nobody but its owner needs, with bills that are deleted with it. */
@Entity('folder')
export class Folder {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  name!: string;
}

/** A bill, which is frozen once it is paid or void, but for Admins. */
@Entity('bill')
@Model({ label: '{number}', frozen: { when: 'status=paid,void', except: ['Admin'] } })
export class Bill {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40, unique: true })
  number!: string;

  @Field({ values: ['open', 'paid', 'void'], enforce: true })
  @Column('varchar', { length: 20, default: 'open' })
  status!: string;

  @Column('integer', { nullable: true })
  customer_id!: number | null;

  @ManyToOne(() => Customer, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'customer_id' })
  customer?: Relation<Customer> | null;

  @Column('integer', { nullable: true })
  folder_id!: number | null;

  @ManyToOne(() => Folder, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'folder_id' })
  folder?: Relation<Folder> | null;

  @ManyToMany(() => Tag)
  @JoinTable({
    name: 'bill_tags',
    joinColumn: { name: 'bill_id' },
    inverseJoinColumn: { name: 'tag_id' },
  })
  tags?: Relation<Tag>[];

  @Field({ lines: true })
  @OneToMany(() => Entry, (entry) => entry.bill)
  entries?: Relation<Entry>[];

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

/** A line of a bill. */
@Entity('entry')
export class Entry {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer')
  bill_id!: number;

  @ManyToOne(() => Bill, (bill) => bill.entries, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'bill_id' })
  bill?: Relation<Bill>;

  @Column('varchar', { length: 40 })
  text!: string;

  @Column('integer', { nullable: true })
  customer_id!: number | null;

  @ManyToOne(() => Customer, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'customer_id' })
  customer?: Relation<Customer> | null;
}

/** A note, which nobody changes once it is closed. */
@Entity('note')
@Model({ frozen: { when: 'closed_at' } })
export class Note {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  text!: string;

  @Column(DATETIME, { precision: 3, nullable: true })
  closed_at!: Date | null;
}

class CreateBills20260101000000 extends StepMigration {
  readonly name = 'CreateBills20260101000000';
  readonly steps = [
    ...['customer', 'tag', 'folder'].map((table) =>
      createTable(table, { id: { type: 'id' }, name: { type: 'string', length: 40 } }),
    ),
    createTable('bill', {
      id: { type: 'id' },
      number: { type: 'string', length: 40 },
      status: { type: 'string', length: 20, default: 'open' },
      customer_id: { type: 'integer', nullable: true },
      folder_id: { type: 'integer', nullable: true },
      updated_at: { type: 'datetime', default: NOW },
    }),
    addUnique('bill', ['number']),
    addForeignKey('bill', 'customer_id', { table: 'customer', onDelete: 'set null' }),
    addForeignKey('bill', 'folder_id', { table: 'folder', onDelete: 'cascade' }),
    createTable('entry', {
      id: { type: 'id' },
      bill_id: { type: 'integer' },
      text: { type: 'string', length: 40 },
      customer_id: { type: 'integer', nullable: true },
    }),
    addForeignKey('entry', 'bill_id', { table: 'bill', onDelete: 'cascade' }),
    addForeignKey('entry', 'customer_id', { table: 'customer', onDelete: 'set null' }),
    createTable(
      'bill_tags',
      { bill_id: { type: 'integer' }, tag_id: { type: 'integer' } },
      { primaryKey: ['bill_id', 'tag_id'] },
    ),
    addIndex('bill_tags', ['tag_id']),
    addForeignKey('bill_tags', 'bill_id', { table: 'bill', onDelete: 'cascade' }),
    addForeignKey('bill_tags', 'tag_id', { table: 'tag', onDelete: 'cascade' }),
    createTable('note', {
      id: { type: 'id' },
      text: { type: 'string', length: 40 },
      closed_at: { type: 'datetime', nullable: true },
    }),
  ];
}

/** Bills on a fresh database, with their engine; Remover, Editor and Admin delete. */
export async function openBills(url: string, hooks: ModelHooks = {}) {
  const billAccess = defineAccess<Bill>({
    fields: { status: { read: ['Admin', 'Editor'], write: ['Admin', 'Editor', 'Manager'] } },
  });
  const modules: readonly ModelModule[] = [
    { entity: Customer },
    { entity: Tag },
    { entity: Folder },
    { entity: Bill, access: billAccess, hooks },
    { entity: Entry },
    { entity: Note },
  ];
  const entities = modules.map(({ entity }) => entity);
  const database = await openDatabase(url, entities, [CreateBills20260101000000]);
  await migrate(database);
  const engine = createEngine({
    database,
    modules,
    roles: () => ROLES,
    searchedFields: () => [],
    lines: recordLines,
    guards: [frozen.guards!],
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  return { database, engine };
}

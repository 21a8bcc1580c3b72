import 'reflect-metadata';
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  PrimaryGeneratedColumn,
  type MigrationInterface,
  type Relation,
  Unique,
} from 'typeorm';
import type { Database } from '../../database/database.js';
import { findTriggers } from '../../database/find-drift.js';
import { migrate } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import { StepMigration } from '../../database/steps/step-migration.js';
import {
  addForeignKey,
  addIndex,
  addSqlIndex,
  addUnique,
  createTable,
} from '../../database/steps/step.js';
import { defineAccess } from '../../model/access-rules.js';
import { Model } from '../../model/field.js';
import { createEngine } from '../../records/create-engine.js';
import { ROLES } from '../fixtures/open-library.js';
import { schemas } from '../../schemas/index.js';

/** A table of the first schema of the search path. */
@Entity('tag')
export class Tag {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  name!: string;
}

/** A table whose name two schemas have. */
@Entity({ name: 'customer', schema: 'people' })
export class Person {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  name!: string;
}

@Model({ prefix: '/customer_account' })
@Entity({ name: 'customer', schema: 'sales' })
@Unique(['number'])
@Index(['city'])
export class Customer {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  number!: string;

  @Column('varchar', { length: 40, nullable: true })
  city!: string | null;

  @Index()
  @Column('integer')
  person_id!: number;

  @ManyToOne(() => Person, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'person_id' })
  person?: Relation<Person>;

  @ManyToMany(() => Tag)
  @JoinTable({
    name: 'customer_tags',
    joinColumn: { name: 'customer_id' },
    inverseJoinColumn: { name: 'tag_id' },
  })
  tags?: Relation<Tag[]>;
}

const TEXT = { type: 'string', length: 40 } as const;

export class CreateShop20260101000000 extends StepMigration {
  readonly name = 'CreateShop20260101000000';
  readonly steps = [
    createTable('tag', { id: { type: 'id' }, name: TEXT }),
    createTable('people.customer', { id: { type: 'id' }, name: TEXT }),
    createTable('sales.customer', {
      id: { type: 'id' },
      number: TEXT,
      city: { ...TEXT, nullable: true },
      person_id: { type: 'integer' },
    }),
    createTable(
      'sales.customer_tags',
      { customer_id: { type: 'integer' }, tag_id: { type: 'integer' } },
      { primaryKey: ['customer_id', 'tag_id'] },
    ),
    addUnique('sales.customer', ['number']),
    addIndex('sales.customer', ['city']),
    addIndex('sales.customer', ['person_id']),
    addSqlIndex('sales.customer', 'idx_city', '(lower(city))'),
    addIndex('sales.customer_tags', ['customer_id']),
    addIndex('sales.customer_tags', ['tag_id']),
    addForeignKey('sales.customer', 'person_id', { table: 'people.customer', onDelete: 'cascade' }),
    addForeignKey('sales.customer_tags', 'customer_id', {
      table: 'sales.customer',
      onDelete: 'cascade',
    }),
    addForeignKey('sales.customer_tags', 'tag_id', { table: 'tag', onDelete: 'cascade' }),
  ];
}

const MODULES = [
  { entity: Tag, access: defineAccess<Tag>({}) },
  { entity: Person, access: defineAccess<Person>({}) },
  { entity: Customer, access: defineAccess<Customer>({}) },
];

type Migrations = readonly (new () => MigrationInterface)[];

/** The database with its tables as the feature names them, before its migrations. */
export async function openTables(
  url: string,
  migrations: Migrations = [CreateShop20260101000000],
): Promise<Database> {
  const entities = MODULES.map(({ entity }) => entity);
  const database = await openDatabase(url, entities, migrations);
  schemas.nameTables!(database);
  return database;
}

/** People and customers in schemas of a fresh database, with their engine. */
export async function openShop(url: string) {
  const database = await openTables(url);
  await migrate(database);
  const engine = createEngine({
    database,
    modules: MODULES,
    roles: () => ROLES,
    searchedFields: (model) => (model.name === 'Customer' ? ['number', 'city'] : ['name']),
    triggered: await findTriggers(database),
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  return { database, engine };
}

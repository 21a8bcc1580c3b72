import 'reflect-metadata';
import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createEngine } from '../../../../templates/service/engine/records/create-engine.js';
import type { Database } from '../../../../templates/service/engine/database/database.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import { defineAccess } from '../../../../templates/service/engine/model/access-rules.js';
import { Field } from '../../../../templates/service/engine/model/field.js';
import type { Engine } from '../../../../templates/service/engine/model/records.js';
import { startPostgres, type TestPostgres } from '../../../support/postgres.js';
import {
  ROLES,
  admin,
  statusOf,
} from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';

/** Only marked when it is deleted: no foreign key says that it has gone. */
@Entity('marked')
class Marked {
  @PrimaryGeneratedColumn()
  id!: number;

  @DeleteDateColumn({ type: 'timestamptz', precision: 3 })
  deleted_at!: Date | null;
}

@Entity('removed')
class Removed {
  @PrimaryGeneratedColumn()
  id!: number;
}

@Entity('child')
class Child {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { nullable: true, unique: true })
  name!: string | null;

  @Column('integer', { nullable: true })
  marked_id!: number | null;

  @ManyToOne(() => Marked, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'marked_id' })
  marked?: Relation<Marked>;

  @Column('integer', { nullable: true })
  removed_id!: number | null;

  @ManyToOne(() => Removed, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'removed_id' })
  removed?: Relation<Removed>;
}

@Entity('broken')
class Broken {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { nullable: true })
  name!: string | null;

  @Field({ type: 'integer', computed: () => 5n as unknown as number })
  big!: number;
}

let server: TestPostgres;
let database: Database;
let engine: Engine;

beforeAll(async () => {
  server = await startPostgres();
  const entities = [Marked, Removed, Child, Broken];
  database = await openDatabase(await server.createDatabase(), entities, []);
  await database.dataSource.synchronize();
  engine = createEngine({
    database,
    modules: entities.map((entity) => ({ entity, access: defineAccess({}) })),
    roles: () => ROLES,
    searchedFields: () => [],
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
}, 60_000);
afterAll(async () => {
  await database.close();
  await server.stop();
});

const TIMES = 60;

test('nothing is made that refers to what is marked as deleted in the same moment', async () => {
  const crud = engine.as(admin);
  for (let time = 0; time < TIMES; time++) {
    const { id } = await crud(Marked).create({});
    await Promise.allSettled([crud(Marked).remove(id), crud(Child).create({ marked_id: id })]);
  }
  const dangling = await database.dataSource.query(
    'SELECT 1 FROM child JOIN marked ON marked.id = marked_id WHERE deleted_at IS NOT NULL',
  );
  expect(dangling).toEqual([]);
});

test('what refers to a record that goes in the same moment says which it is', async () => {
  const crud = engine.as(admin);
  const seen = new Set<number>();
  for (let time = 0; time < TIMES; time++) {
    const { id } = await crud(Removed).create({});
    const made = crud(Child).create({ removed_id: id });
    const [, status] = await Promise.all([
      crud(Removed)
        .remove(id)
        .catch(() => null),
      statusOf(made).catch(() => 0),
    ]);
    seen.add(status);
  }
  expect(seen.has(409)).toBe(false);
});

test('a reference that any row will do for costs no question of its own', async () => {
  const crud = engine.as(admin);
  const { id } = await crud(Removed).create({});
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  await crud(Child).create({ name: 'Bob', removed_id: id });
  expect(asked.mock.calls).toHaveLength(1);
  asked.mockRestore();
});

test('what refers to nothing is refused for that, whatever else the database has against it', async () => {
  const crud = engine.as(admin);
  const { id } = await crud(Removed).create({});
  await crud(Child).create({ name: 'Cid', removed_id: id });
  expect(await statusOf(crud(Child).create({ name: 'Cid', removed_id: id }))).toBe(409);
  expect(await statusOf(crud(Child).create({ name: 'Dan', removed_id: 987654 }))).toBe(422);
  expect(await statusOf(crud(Child).create({ name: 'Cid', removed_id: 987654 }))).toBe(422);
});

test.each([1.5, NaN, Infinity, 1e30])('no record has the id %d', async (id) => {
  const work = engine.as(admin)(Child).update(id, { name: 'Ann' });
  expect(await statusOf(work)).toBe(404);
});

test('a record that cannot be told is not stored', async () => {
  const crud = engine.as(admin);
  await expect(crud(Broken).create({ name: 'o' })).rejects.toThrow();
  expect(await database.dataSource.query('SELECT 1 FROM broken')).toEqual([]);
});

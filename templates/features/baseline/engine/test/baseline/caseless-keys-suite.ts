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
import { afterAll, beforeAll, expect, test } from 'vitest';
import { baseline } from '../../baseline/baseline-feature.js';
import { openDatabase } from '../../database/open-database.js';
import type { Query } from '../../model/operations.js';
import { createEngine } from '../../records/create-engine.js';
import { admin, ROLES, statusOf } from '../fixtures/open-library.js';

@Entity('unit')
class Unit {
  @PrimaryColumn('varchar', { length: 4 })
  code!: string;

  @Column('varchar', { length: 40, nullable: true })
  name!: string | null;

  @Column('varchar', { length: 20, nullable: true, unique: true })
  symbol!: string | null;

  @OneToMany(() => Part, (part) => part.unit)
  parts?: Relation<Part[]>;
}

@Entity('part')
class Part {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 4 })
  unit_code!: string;

  @ManyToOne(() => Unit, (unit) => unit.parts, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'unit_code' })
  unit?: Relation<Unit>;
}

/** A reference by a column of texts that is no key. */
@Entity('gauge')
class Gauge {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 20 })
  unit_symbol!: string;

  @ManyToOne(() => Unit, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'unit_symbol', referencedColumnName: 'symbol' })
  unit?: Relation<Unit>;
}

const TABLES = {
  sqlite: [
    'CREATE TABLE unit (code VARCHAR(4) PRIMARY KEY COLLATE NOCASE, name VARCHAR(40), symbol TEXT UNIQUE COLLATE NOCASE)',
    'CREATE TABLE part (id INTEGER PRIMARY KEY, unit_code VARCHAR(4) NOT NULL COLLATE NOCASE REFERENCES unit (code))',
    'CREATE TABLE gauge (id INTEGER PRIMARY KEY, unit_symbol TEXT NOT NULL COLLATE NOCASE REFERENCES unit (symbol))',
  ],
  postgres: [
    'CREATE EXTENSION IF NOT EXISTS citext',
    'CREATE TABLE unit (code citext PRIMARY KEY, name varchar(40), symbol citext UNIQUE)',
    'CREATE TABLE part (id bigserial PRIMARY KEY, unit_code citext NOT NULL REFERENCES unit (code))',
    'CREATE TABLE gauge (id bigserial PRIMARY KEY, unit_symbol citext NOT NULL REFERENCES unit (symbol))',
  ],
};

/** Keys whose texts the database holds for equal in any case; `url` gives a fresh database. */
export const describeCaselessKeys = (
  name: 'sqlite' | 'postgres',
  url: () => Promise<string>,
): void => {
  let opened: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    opened = await open(name, await url());
  }, 60_000);
  afterAll(() => opened.database.close());
  const of = (entity: new () => object) => opened.engine.operations(admin)(entity);
  const listed = async (entity: new () => object, query: Query) =>
    JSON.parse((await of(entity).list(query)).text) as Record<string, unknown>[];

  test('a record has one spelling of its id, in whatever way it is asked for', async () => {
    expect(await of(Unit).get('kg')).toMatchObject({ id: 'kg', name: 'kilogram' });
    expect(await statusOf(of(Unit).get('KG'))).toBe(404);
    expect((await of(Unit).getMany(['KG', 'm'])).size).toBe(1);
    expect(await statusOf(of(Unit).update('KG', { name: 'x' }))).toBe(404);
    expect(await statusOf(of(Unit).remove('M'))).toBe(404);
    expect(await of(Unit).update('kg', { name: 'kilogramme' })).toMatchObject({ id: 'kg' });
    expect(await listed(Unit, { _fields: 'name' })).toMatchObject([
      { id: 'kg', name: 'kilogramme' },
      { id: 'm', name: 'metre' },
    ]);
  });

  test('filters compare the texts that are stored', async () => {
    for (const query of [{ id: 'KG' }, { code: 'KG' }, { code__in: 'KG,M' }, { id__in: 'KG,M' }])
      expect(await listed(Unit, query)).toEqual([]);
    expect(await listed(Unit, { code__in: 'kg,m' })).toHaveLength(2);
  });

  test('a reference in another case leads to no record, and counts for none', async () => {
    expect(await listed(Part, { _expand: 'unit' })).toMatchObject([
      { unit_code: 'kg', unit: { id: 'kg' } },
      { unit_code: 'KG', unit: null },
    ]);
    expect(await listed(Part, { unit_code: 'kg' })).toHaveLength(1);
    expect(await listed(Unit, { _count: 'parts' })).toMatchObject([
      { id: 'kg', _count: { parts: 1 } },
      { id: 'm', _count: { parts: 0 } },
    ]);
  });

  test('a reference that is written is the text of its record, whatever else is wrong', async () => {
    for (const change of [{ unit_code: 'M' }, { unit_code: 'none' }])
      expect(await statusOf(of(Part).create(change))).toBe(422);
    const part = await of(Part).create({ unit_code: 'm' });
    expect(await statusOf(of(Part).update(part.record.id, { unit_code: 'KG' }))).toBe(422);
    await of(Part).remove(part.record.id);
  });

  test('a reference by a text that is no key is the text of its record, too', async () => {
    for (const unit_symbol of ['k', 'none'])
      expect(await statusOf(of(Gauge).create({ unit_symbol }))).toBe(422);
    const gauge = await of(Gauge).create({ unit_symbol: 'K' });
    expect(await statusOf(of(Gauge).update(gauge.record.id, { unit_symbol: 'm' }))).toBe(422);
    for (const wrong of ['k', 'none'])
      expect(
        await statusOf(of(Gauge).createMany([{ unit_symbol: 'K' }, { unit_symbol: wrong }])),
      ).toBe(422);
  });

  test('the database still refuses a second record whose text it holds for equal', async () => {
    expect(await statusOf(of(Unit).create({ code: 'KG' }))).toBe(409);
  });
};

async function open(name: 'sqlite' | 'postgres', url: string) {
  const database = await openDatabase(url, [Unit, Part, Gauge], []);
  for (const sql of [
    ...TABLES[name],
    "INSERT INTO unit (code, name, symbol) VALUES ('kg', 'kilogram', 'K'), ('m', 'metre', 'M')",
    "INSERT INTO part (unit_code) VALUES ('kg'), ('KG')",
  ])
    await database.dataSource.query(sql);
  await baseline.prepare!(database);
  const engine = createEngine({
    database,
    modules: [{ entity: Unit }, { entity: Part }, { entity: Gauge }],
    roles: () => ROLES,
    searchedFields: () => [],
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  return { database, engine };
}

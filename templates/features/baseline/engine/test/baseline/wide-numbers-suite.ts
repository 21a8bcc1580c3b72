import 'reflect-metadata';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
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

@Entity('region')
class Region {
  @PrimaryColumn('integer')
  number!: number;

  @Column('integer', { nullable: true })
  floor!: number | null;
}

@Entity('shop')
class Shop {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer')
  region_number!: number;

  @ManyToOne(() => Region, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'region_number' })
  region?: Relation<Region>;
}

const TABLES = [
  'CREATE TABLE region (number smallint PRIMARY KEY, floor smallint)',
  'CREATE TABLE shop (id serial PRIMARY KEY, region_number smallint NOT NULL REFERENCES region (number))',
  'INSERT INTO region VALUES (1, 7)',
];

/** Integers in columns of PostgreSQL that hold fewer; `url` gives a fresh database. */
export const describeWideNumbers = (url: () => Promise<string>): void => {
  let opened: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    opened = await open(await url());
  }, 60_000);
  afterAll(() => opened.database.close());
  const of = (entity: new () => object) => opened.engine.operations(admin)(entity);
  const listed = async (entity: new () => object, query: Query) =>
    JSON.parse((await of(entity).list(query)).text) as unknown[];

  test('a number that a column cannot have is in no row', async () => {
    expect(await statusOf(of(Region).get(70_000))).toBe(404);
    for (const query of [{ floor: '70000' }, { floor__gte: '70000' }, { floor__in: '70000' }])
      expect(await listed(Region, query)).toEqual([]);
    expect(await listed(Region, { floor__lt: '70000' })).toHaveLength(1);
    expect(await listed(Shop, { region_number: '70000' })).toEqual([]);
  });

  test('and is refused where it is written', async () => {
    const refused = { status: 422, problems: [{ code: 'out-of-range' }] };
    await expect(of(Region).create({ number: 70_000 })).rejects.toMatchObject(refused);
    await expect(of(Region).update(1, { floor: 70_000 })).rejects.toMatchObject(refused);
    expect(await statusOf(of(Shop).create({ region_number: 70_000 }))).toBe(422);
    const many = [{ number: 2 }, { number: 3, floor: 70_000 }];
    expect(await statusOf(of(Region).createMany(many))).toBe(422);
    expect(await listed(Region, {})).toHaveLength(1);
  });
};

async function open(url: string) {
  const database = await openDatabase(url, [Region, Shop], []);
  for (const sql of TABLES) await database.dataSource.query(sql);
  await baseline.prepare!(database);
  const engine = createEngine({
    database,
    modules: [{ entity: Region }, { entity: Shop }],
    roles: () => ROLES,
    searchedFields: () => [],
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  return { database, engine };
}

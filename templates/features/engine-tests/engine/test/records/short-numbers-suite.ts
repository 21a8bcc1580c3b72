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
import { openDatabase } from '../../database/open-database.js';
import type { Query } from '../../model/operations.js';
import { createEngine } from '../../records/create-engine.js';
import { admin, problemOf, ROLES, statusOf } from '../fixtures/open-library.js';

@Entity('region')
class Region {
  @PrimaryColumn('smallint')
  number!: number;

  @Column('smallint', { nullable: true })
  floor!: number | null;
}

@Entity('shop')
class Shop {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('smallint')
  region_number!: number;

  @ManyToOne(() => Region, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'region_number' })
  region?: Relation<Region>;
}

/** Columns that a developer has declared for integers of 16 bits; `url` gives a fresh database. */
export const describeShortNumbers = (url: () => Promise<string>): void => {
  let opened: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    opened = await open(await url());
  }, 60_000);
  afterAll(() => opened.database.close());
  const of = (entity: new () => object) => opened.engine.operations(admin)(entity);
  const idsOf = async (entity: new () => object, query: Query) =>
    (JSON.parse((await of(entity).list(query)).text) as { id: number }[]).map(({ id }) => id);

  test('a number that a column cannot have is in no row', async () => {
    await of(Region).create({ number: -32_768, floor: 32_767 });
    for (const number of [70_000, -32_769]) {
      expect(await statusOf(of(Region).get(number))).toBe(404);
      expect(await statusOf(of(Region).update(number, { floor: 1 }))).toBe(404);
      expect(await of(Region).getMany([number])).toEqual(new Map());
    }
    for (const query of [
      { floor: '70000' },
      { floor__gte: '70000' },
      { floor__in: '70000,70001' },
      { floor__lt: '-70000' },
      { id: '70000' },
      { id__in: '70000,70001' },
    ])
      expect(await idsOf(Region, query), JSON.stringify(query)).toEqual([]);
    for (const query of [{ floor__lt: '70000' }, { floor__in: '32767,70000' }, { id__ne: '70000' }])
      expect(await idsOf(Region, query), JSON.stringify(query)).toEqual([-32_768]);
    expect(await idsOf(Shop, { region_number: '70000' })).toEqual([]);
  });

  test('and is refused where it is written', async () => {
    expect(await problemOf(of(Region).create({ number: 70_000 }))).toMatchObject({
      ...{ status: 422, problems: [{ field: 'number', code: 'too-large' }] },
    });
    expect(await problemOf(of(Region).create({ number: 8, floor: -32_769 }))).toMatchObject({
      ...{ status: 422, problems: [{ field: 'floor', code: 'too-small' }] },
    });
    expect(await statusOf(of(Shop).create({ region_number: 70_000 }))).toBe(422);
    expect(await statusOf(of(Shop).create({ region_number: 9 }))).toBe(422);
  });
};

async function open(url: string) {
  const database = await openDatabase(url, [Region, Shop], []);
  await database.dataSource.synchronize();
  const engine = createEngine({
    database,
    modules: [{ entity: Region }, { entity: Shop }],
    roles: () => ROLES,
    searchedFields: () => [],
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  return { database, engine };
}

import 'reflect-metadata';
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../../templates/service/engine/database/database.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import type { Engine } from '../../../../templates/service/engine/model/records.js';
import { createEngine } from '../../../../templates/service/engine/records/create-engine.js';
import {
  admin,
  ROLES,
} from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';
import { startPostgres, type TestPostgres } from '../../../support/postgres.js';

/** A key that PostgreSQL fills up with blanks, as tables of older programs have them. */
@Entity('country')
class Country {
  @PrimaryColumn('char', { length: 3 })
  code!: string;

  @Column('varchar', { length: 40 })
  name!: string;

  @ManyToMany(() => Country)
  @JoinTable({
    name: 'country_neighbours',
    joinColumn: { name: 'country_code' },
    inverseJoinColumn: { name: 'other_code' },
  })
  neighbours?: Relation<Country[]>;
}

@Entity('city')
class City {
  @PrimaryGeneratedColumn()
  id!: number;

  @Index()
  @Column('char', { length: 3, nullable: true })
  country_id!: string | null;

  @ManyToOne(() => Country)
  @JoinColumn({ name: 'country_id' })
  country?: Relation<Country> | null;
}

let postgres: TestPostgres;
let database: Database;
let engine: Engine;
const of = (entity: new () => object) => engine.operations(admin)(entity);

beforeAll(async () => {
  postgres = await startPostgres();
  database = await openDatabase(await postgres.createDatabase(), [Country, City], []);
  await database.dataSource.synchronize();
  engine = createEngine({
    database,
    modules: [{ entity: Country }, { entity: City }],
    roles: () => ROLES,
    searchedFields: () => [],
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  await of(Country).create({ code: 'D', name: 'Germany' });
  await of(Country).create({ code: 'FR', name: 'France', neighbours: ['D'] });
  await of(City).create({ country_id: 'D' });
}, 60_000);
afterAll(async () => {
  await database.close();
  await postgres.stop();
});

test('a key of a fixed length is written without the blanks behind it', async () => {
  expect(await of(Country).get('D')).toMatchObject({ id: 'D', code: 'D' });
  const { records } = await of(Country).list({ _sort: 'id' });
  expect(records.map(({ id }) => id)).toEqual(['D', 'FR']);
  expect(records[1]).toMatchObject({ neighbours: ['D'] });
  expect(await of(City).get(1, { expand: ['country'] })).toMatchObject({
    country_id: 'D',
    country: { id: 'D', name: 'Germany' },
  });
});

test('a record is found by it with or without them', async () => {
  expect(await of(Country).get('D  ')).toMatchObject({ id: 'D' });
  for (const code of ['D', 'D  ']) {
    expect((await of(Country).list({ code })).records).toMatchObject([{ id: 'D' }]);
    expect((await of(City).list({ country_id: code })).records).toMatchObject([{ id: 1 }]);
  }
  expect((await of(Country).list({ id__in: 'D,FR' })).records).toHaveLength(2);
});

test('a record changes and goes by it', async () => {
  await of(Country).create({ code: 'X', name: 'x' });
  expect(await of(Country).update('X', { code: 'X', name: 'y' })).toMatchObject({
    id: 'X',
    name: 'y',
  });
  await of(Country).remove('X');
  await expect(of(Country).get('X')).rejects.toMatchObject({ status: 404 });
});

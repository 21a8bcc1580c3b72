import 'reflect-metadata';
import {
  ChildEntity,
  Column,
  Entity,
  EventSubscriber,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  TableInheritance,
  type EntitySubscriberInterface,
  type InsertEvent,
  type Relation,
} from 'typeorm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordOf } from '../../rules/index.js';
import { DATETIME } from '../../database/column-types.js';
import { defineAccess, owner } from '../../model/access-rules.js';
import { createEngine } from '../../records/create-engine.js';
import { Field, Model } from '../../model/field.js';
import type { Engine } from '../../model/records.js';
import { asRecord } from '../fixtures/as-record.js';
import type { Database } from '../../database/database.js';
import { openDatabase } from '../../database/open-database.js';
import { ROLES, statusOf, user } from '../fixtures/open-library.js';

class Address {
  @Column('varchar')
  street!: string;

  @Column('varchar', { nullable: true })
  town!: string | null;
}

@Entity('house')
class House {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column(() => Address)
  address!: Address;
}

@Entity('animal')
@TableInheritance({ column: { type: 'varchar', name: 'kind' } })
class Animal {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar')
  name!: string;

  @Column('integer', { nullable: true })
  owner_id!: number | null;
}

@Model({ prefix: '/dog' })
@ChildEntity()
class Dog extends Animal {
  @Column('integer', { nullable: true })
  barks!: number | null;
}

@Model({ prefix: '/cat' })
@ChildEntity()
class Cat extends Animal {}

/** Points to the parent of a class; its foreign key has no property of its own. */
@Entity('leash')
class Leash {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer', { nullable: true })
  owner_id!: number | null;

  @ManyToOne(() => Animal, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'animal_id' })
  animal?: Relation<Animal>;
}

const secret = {
  to: (value: unknown) =>
    typeof value === 'string' ? Buffer.from(value).toString('base64') : value,
  from: (value: unknown) =>
    typeof value === 'string' ? Buffer.from(value, 'base64').toString() : value,
};

@Model({ label: (row: Letter) => `${row.text.toUpperCase()} of ${row.text.length}` })
@Entity('letter')
class Letter {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar')
  text!: string;

  @Column('varchar', { nullable: true, transformer: secret })
  cipher!: string | null;

  @Field({ computed: (row: Letter) => row.cipher?.length ?? null, type: 'integer' })
  readonly size?: number | null;

  @Column(DATETIME, { precision: 3, nullable: true })
  written_at!: Date | null;

  // As JSON has it: of the entity's own `Date` it would be null.
  @Field({
    computed: ({ written_at }: RecordOf<Letter>) =>
      written_at && new Date(written_at).getUTCFullYear(),
    type: 'integer',
  })
  readonly year?: number | null;
}

@EventSubscriber()
class StampHouses implements EntitySubscriberInterface<House> {
  listenTo = () => House;
  beforeInsert({ entity }: InsertEvent<House>): void {
    entity.address.town ??= 'Ulm';
  }
}

let database: Database;
let engine: Engine;
beforeAll(async () => {
  const entities = [House, Animal, Dog, Cat, Leash, Letter];
  database = await openDatabase('sqlite::memory:', entities, []);
  database.dataSource.subscribers.push(new StampHouses());
  await database.changeSchema(async (runner) => {
    await runner.query(
      'CREATE TABLE house (id INTEGER PRIMARY KEY AUTOINCREMENT, addressStreet TEXT NOT NULL, addressTown TEXT)',
    );
    await runner.query(
      'CREATE TABLE animal (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, owner_id INTEGER, barks INTEGER, kind TEXT NOT NULL)',
    );
    await runner.query(
      'CREATE TABLE leash (id INTEGER PRIMARY KEY AUTOINCREMENT, owner_id INTEGER, animal_id INTEGER REFERENCES animal (id) ON DELETE CASCADE)',
    );
    await runner.query(
      'CREATE TABLE letter (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL, cipher TEXT, written_at TEXT)',
    );
  });
  const open = defineAccess<object>({});
  engine = createEngine({
    database,
    modules: [
      { entity: Animal, access: open },
      { entity: Cat, access: open },
      { entity: Dog, access: defineAccess<Dog>({ rows: [owner('owner_id')] }) },
      { entity: House, access: open },
      { entity: Leash, access: defineAccess<Leash>({ rows: [owner('owner_id')] }) },
      { entity: Letter, access: defineAccess<Letter>({ fields: { cipher: { read: ['Admin'] } } }) },
    ],
    roles: () => ROLES,
    searchedFields: () => [],
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
});
afterAll(() => database.close());
const of = <T extends object>(entity: new () => T, id = 1) =>
  engine.as(user(id, ['Editor']))(entity);

test('embedded objects are flat in the API, and subscribers run', async () => {
  const values = (given: Record<string, unknown>) => given;
  const made = asRecord(await of(House).create(values({ addressStreet: 'High' })));
  expect(made).toEqual({ id: 1, _label: 'House #1', addressStreet: 'High', addressTown: 'Ulm' });
  expect(asRecord(await of(House).update(1, values({ addressTown: 'Bern' })))).toMatchObject({
    addressTown: 'Bern',
  });
  expect((await of(House).list({ addressTown: 'Bern' })).total).toBe(1);
});

test('children of one table see their own rows, under their own rules', async () => {
  await of(Dog).create({ name: 'Rex', barks: 3 });
  await of(Cat).create({ name: 'Tom' });
  expect(JSON.parse((await of(Dog).list()).text)).toMatchObject([
    { id: 1, name: 'Rex', barks: 3, owner_id: 1 },
  ]);
  expect(JSON.parse((await of(Cat).list()).text)).toMatchObject([{ id: 2, name: 'Tom' }]);
  expect(await statusOf(of(Cat).get(1))).toBe(404);
  expect(await statusOf(of(Dog, 2).update(1, { name: 'x' }))).toBe(404);
  expect(await statusOf(of(Dog).update(1, { owner_id: 2 }))).toBe(422);
  expect(asRecord(await of(Dog).get(1))).toMatchObject({ owner_id: 1, name: 'Rex' });
  expect(await statusOf(of(Cat).remove(1))).toBe(404);
  await of(Cat).remove(2);
  expect((await of(Cat).list()).total).toBe(0);
});

test('what points to a class of a table points to its rows of every class', async () => {
  const { id } = asRecord<{ id: number }>(await of(Dog).create({ name: 'Ben' }));
  const theirs = asRecord<{ id: number }>(await of(Leash, 2).create({ animal_id: id } as object));
  await of(Leash).create({ animal_id: id } as object);
  expect(await statusOf(of(Dog).remove(id))).toBe(409);
  await of(Leash, 2).remove(theirs.id);
  await of(Dog).remove(id);
  expect((await of(Leash).list()).total).toBe(0);
});

test('transformers, label functions and computed fields see what the reader may see', async () => {
  const letters = engine.as(user(1, ['Admin']))(Letter);
  const written_at = '2001-02-03T04:05:06.000Z';
  const made = asRecord(await letters.create({ text: 'hi', cipher: 'secret', written_at }));
  expect(made).toEqual({
    ...{ id: 1, _label: 'HI of 2', text: 'hi', cipher: 'secret', size: 6 },
    ...{ written_at, year: 2001 },
  });
  const [stored] = (await database.dataSource.query('SELECT cipher FROM letter')) as {
    cipher: string;
  }[];
  expect(stored?.cipher).toBe(secret.to('secret'));
  expect((await letters.list({ cipher: 'secret' })).total).toBe(1);
  expect(await statusOf(letters.list({ cipher__gt: 'a' }))).toBe(400);
  expect(await statusOf(letters.list({ _sort: 'cipher' }))).toBe(400);
  expect(asRecord(await of(Letter).get(1))).toEqual({
    id: 1,
    _label: 'HI of 2',
    text: 'hi',
    size: null,
    ...{ written_at, year: 2001 },
  });
});

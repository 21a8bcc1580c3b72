import 'reflect-metadata';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
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

/** A base class has no table: its columns are in the table of each class that extends it. */
abstract class Animal {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar')
  name!: string;

  @Column('integer', { nullable: true })
  owner_id!: number | null;
}

@Entity('dog')
class Dog extends Animal {
  @Column('integer', { nullable: true })
  barks!: number | null;
}

/** Its foreign key has no property. */
@Entity('leash')
class Leash {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer', { nullable: true })
  owner_id!: number | null;

  @ManyToOne(() => Dog, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'dog_id' })
  dog?: Relation<Dog>;
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

let database: Database;
let engine: Engine;
beforeAll(async () => {
  database = await openDatabase('sqlite::memory:', [Dog, Leash, Letter], []);
  await database.changeSchema(async (runner) => {
    await runner.query(
      'CREATE TABLE dog (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, owner_id INTEGER, barks INTEGER)',
    );
    await runner.query(
      'CREATE TABLE leash (id INTEGER PRIMARY KEY AUTOINCREMENT, owner_id INTEGER, dog_id INTEGER REFERENCES dog (id) ON DELETE CASCADE)',
    );
    await runner.query(
      'CREATE TABLE letter (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL, cipher TEXT, written_at TEXT)',
    );
  });
  engine = createEngine({
    database,
    modules: [
      { entity: Dog, access: defineAccess<Dog>({ rows: [owner('owner_id')] }) },
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

test('columns of a base class are fields, under the rules of the class that extends it', async () => {
  await of(Dog).create({ name: 'Rex', barks: 3 });
  const rex = { id: 1, _label: 'Rex', name: 'Rex', barks: 3, owner_id: 1 };
  expect(JSON.parse((await of(Dog).list()).text)).toEqual([rex]);
  expect(asRecord(await of(Dog).get(1))).toEqual(rex);
  expect(await statusOf(of(Dog, 2).update(1, { name: 'x' }))).toBe(404);
  expect(await statusOf(of(Dog).update(1, { owner_id: 2 }))).toBe(422);
});

test('a foreign key without a property is a field, too', async () => {
  const { id } = asRecord<{ id: number }>(await of(Dog).create({ name: 'Ben' }));
  const theirs = await engine.system(Leash).create({ dog_id: id, owner_id: 2 } as object);
  await of(Leash).create({ dog_id: id } as object);
  expect(await statusOf(of(Dog).remove(id))).toBe(409);
  await engine.system(Leash).remove(theirs.id);
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

import 'reflect-metadata';
import {
  Column,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEngine } from '../../../../templates/service/engine/records/create-engine.js';
import type { Database } from '../../../../templates/service/engine/database/database.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import { defineAccess } from '../../../../templates/service/engine/model/access-rules.js';
import type { Engine } from '../../../../templates/service/engine/model/records.js';
import { startPostgres, type TestPostgres } from '../../../support/postgres.js';
import {
  ROLES,
  admin,
} from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';

@Entity('person')
class Person {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar')
  name!: string;

  @ManyToMany(() => Person)
  @JoinTable({
    name: 'person_friends',
    joinColumn: { name: 'person_id' },
    inverseJoinColumn: { name: 'friend_id' },
  })
  friends?: Relation<Person[]>;

  @Column('integer', { nullable: true })
  mentor_id!: number | null;

  @ManyToOne(() => Person, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'mentor_id' })
  mentor?: Relation<Person> | null;
}

let server: TestPostgres;
let database: Database;
let engine: Engine;
let log = '';

beforeAll(async () => {
  server = await startPostgres([], (text) => (log += text));
  database = await openDatabase(await server.createDatabase(), [Person], []);
  await database.dataSource.synchronize();
  engine = createEngine({
    database,
    modules: [{ entity: Person, access: defineAccess({}) }],
    roles: () => ROLES,
    searchedFields: () => [],
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
}, 60_000);
beforeEach(() => void (log = ''));
afterAll(async () => {
  await database.close();
  await server.stop();
});

const AT_ONCE = 120;

test('records that are linked to one another at once do not wait for one another', async () => {
  const people = engine.as(admin)(Person);
  const made = await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => people.create({ name })),
  );
  const ids = made.map(({ id }) => id);
  const writes = Array.from({ length: AT_ONCE }, (_, at) => {
    const id = ids[at % ids.length]!;
    const others = ids.filter((other) => other !== id);
    // In another order each time, as different callers have them.
    const turned = [...others.slice(at % others.length), ...others.slice(0, at % others.length)];
    return people.update(id, { name: `${at}`, friends: turned });
  });
  for (const { friends } of await Promise.all(writes)) expect(friends).toHaveLength(ids.length - 1);
  expect(log).not.toContain('deadlock detected');
});

test('nor do those that become each other`s parents, of which a circle is refused', async () => {
  const people = engine.as(admin)(Person);
  const made = await Promise.all(['a', 'b', 'c', 'd'].map((name) => people.create({ name })));
  const ids = made.map(({ id }) => id);
  const writes = Array.from({ length: AT_ONCE }, (_, at) => {
    const [id, mentor_id] = [ids[at % ids.length]!, ids[(at * 7 + 1) % ids.length]!];
    return people.update(id, { mentor_id, friends: [mentor_id] });
  });
  const refused = (await Promise.allSettled(writes)).flatMap((one) =>
    one.status === 'rejected' ? [(one.reason as { status?: number }).status] : [],
  );
  expect(refused.every((status) => status === 422)).toBe(true);
  expect(log).not.toContain('deadlock detected');
});

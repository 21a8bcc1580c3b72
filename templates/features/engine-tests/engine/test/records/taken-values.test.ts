import 'reflect-metadata';
import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { expect, onTestFinished, test } from 'vitest';
import { createEngine } from '../../records/create-engine.js';
import { openDatabase } from '../../database/open-database.js';
import { defineAccess } from '../../model/access-rules.js';
import { HttpProblem } from '../../problem/problem.js';
import { ROLES, admin, user } from '../fixtures/open-library.js';

/** Unique by what everybody sees, by that with what only an Admin sees, and by what nobody sees. */
@Entity('contract')
@Unique(['title'])
@Unique(['number', 'margin'])
@Unique(['fingerprint'])
class Contract {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { nullable: true })
  title!: string | null;

  @Column('varchar', { nullable: true })
  number!: string | null;

  @Column('integer', { nullable: true, default: 5 })
  margin!: number | null;

  @Column('varchar', { nullable: true, select: false })
  fingerprint!: string | null;
}

async function openContracts() {
  const database = await openDatabase('sqlite::memory:', [Contract], []);
  onTestFinished(() => database.close());
  await database.dataSource.synchronize();
  const access = defineAccess<Contract>({
    fields: { margin: { read: ['Admin'], write: ['Admin'] } },
  });
  const hooks = { beforeSave: () => ({ fingerprint: 'always the same' }) };
  const marked = { entity: Contract, access, hooks };
  const parts = {
    ...{ database, roles: () => ROLES, searchedFields: () => [] },
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  };
  const plain = createEngine({ ...parts, modules: [{ entity: Contract, access }] });
  return { plain, hooked: createEngine({ ...parts, modules: [marked] }) };
}

/** What a refused write says, and about which fields. */
async function refusalOf(work: Promise<unknown>): Promise<readonly [string, ...string[]]> {
  const error: unknown = await work.then(
    () => null,
    (problem: unknown) => problem,
  );
  if (!(error instanceof HttpProblem) || error.status !== 409) throw error;
  return [error.detail, ...error.problems.map(({ field }) => field)];
}

test('a taken value is named to those who know of its field alone', async () => {
  const { plain } = await openContracts();
  const clerk = user(2, ['Manager']);
  const [ours, theirs] = [plain.as(admin)(Contract), plain.as(clerk)(Contract)];
  await ours.create({ title: 'Lease', number: '7' });
  const title = ['There is already a contract with this title.', 'title'];
  expect(await refusalOf(theirs.create({ title: 'Lease' }))).toEqual(title);
  const both = ['There is already a contract with this number and margin.', 'number', 'margin'];
  expect(await refusalOf(ours.create({ number: '7', margin: 5 }))).toEqual(both);
  const some = ['There is already a contract with these values.', 'number'];
  expect(await refusalOf(theirs.create({ number: '7' }))).toEqual(some);
});

test('a column that is in no answer is not named at all', async () => {
  const { hooked } = await openContracts();
  const contracts = hooked.as(admin)(Contract);
  await contracts.create({ title: 'Lease' });
  const none = ['There is already a contract with these values.'];
  expect(await refusalOf(contracts.create({ title: 'Sale' }))).toEqual(none);
});

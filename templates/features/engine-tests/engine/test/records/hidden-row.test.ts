import 'reflect-metadata';
import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  VersionColumn,
  type Relation,
} from 'typeorm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DATETIME } from '../../database/column-types.js';
import { openDatabase } from '../../database/open-database.js';
import {
  allFor,
  custom,
  defineAccess,
  owner,
  tenant,
  type RowRule,
} from '../../model/access-rules.js';
import { defineHooks, type HookDefinition } from '../../model/define-hooks.js';
import type { Where, WhereBuilder } from '../../model/where.js';
import { createEngine } from '../../records/create-engine.js';
import { ROLES, problemOf, statusOf, user } from '../fixtures/open-library.js';

/** Stamps are hidden from everybody but Admins if they are rare. */
@Entity('stamp')
class Stamp {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  name!: string;
}

@Entity('letter')
class Letter {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40, unique: true })
  name!: string;

  @Column('integer', { nullable: true })
  writer_id!: number | null;

  @Column('integer', { nullable: true })
  reader_id!: number | null;

  @Column('integer', { nullable: true })
  tenant_id!: number | null;

  @ManyToMany(() => Letter)
  @JoinTable({
    name: 'letter_answers',
    joinColumn: { name: 'letter_id' },
    inverseJoinColumn: { name: 'letter_id_2' },
  })
  answers?: Relation<Letter[]>;

  @ManyToMany(() => Stamp)
  @JoinTable({
    name: 'letter_stamps',
    joinColumn: { name: 'letter_id' },
    inverseJoinColumn: { name: 'stamp_id' },
  })
  stamps?: Relation<Stamp[]>;

  @OneToMany(() => Copy, (copy) => copy.letter)
  copies?: Relation<Copy[]>;

  @VersionColumn()
  version!: number;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;
}

/** A copy refers to its letter by a field with the name of a field of letters. */
@Entity('copy')
class Copy {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer')
  stamps!: number;

  @ManyToOne(() => Letter, (letter) => letter.copies, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'stamps' })
  letter?: Relation<Letter>;
}

/** Says nothing that is sent. */
@Entity('ticket')
class Ticket {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40, unique: true, default: () => "'first'" })
  code!: string;

  @VersionColumn()
  version!: number;
}

type Rule = (where: WhereBuilder<Letter>) => Where;

const clerk = user(2, ['Manager']);

/** A post office whose letters have these rules and this hook. There is a letter with the name `taken`, and a ticket. */
async function open(
  rows: readonly RowRule[],
  beforeSave: HookDefinition<Letter>['beforeSave'] = () => undefined,
) {
  const entities = [Letter, Stamp, Copy, Ticket];
  const database = await openDatabase('sqlite::memory:', entities, []);
  onTestFinished(() => database.close());
  await database.dataSource.synchronize();
  const common = custom<Stamp>((_, where) => where.ne('name', 'rare'));
  const byTenants = custom<Ticket>((user, { and, eq }) =>
    and(eq('code', 'first'), eq('version', user.tenants.length)),
  );
  const engine = createEngine({
    ...{ database, roles: () => ROLES, searchedFields: () => [] },
    modules: [
      // With a hook, many letters are written one after the other.
      {
        entity: Letter,
        access: defineAccess<Letter>({ rows: rows as never }),
        hooks: defineHooks(Letter, { beforeSave }) as never,
      },
      { entity: Stamp, access: defineAccess<Stamp>({ rows: [allFor('Admin'), common] }) },
      { entity: Copy, access: defineAccess<Copy>({}) },
      { entity: Ticket, access: defineAccess<Ticket>({ rows: [byTenants] }) },
    ],
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  const { system } = engine;
  const stamps: number[] = [];
  for (const name of ['red', 'blue', 'rare'])
    stamps.push((await system(Stamp).create({ name })).id);
  await system(Letter).create({ name: 'taken' });
  await system(Ticket).create({});
  const [red, blue, rare] = stamps as [number, number, number];
  return { database, engine, letters: engine.as(clerk)(Letter), red, blue, rare };
}

const openTo = (rule: Rule) => open([custom<Letter>((_, where) => rule(where))]);

/** The code of a refusal, or the fields that it names, each with its code. */
async function said(work: Promise<unknown>): Promise<readonly unknown[]> {
  const problem = await problemOf(work);
  if (problem === null) return [];
  const told = problem.problems.map(({ field, code }) => `${field} ${code}`);
  return [problem.status, ...(told.length > 0 ? told : [problem.members['code']])];
}

describe('a row that its writer would not see is refused', () => {
  const byTenant = [tenant('tenant_id')];
  const create = async (
    rows: readonly RowRule[],
    tenants: readonly number[],
    values: object = {},
  ) =>
    said(
      (await open(rows)).engine
        .as(user(2, ['Manager'], tenants))(Letter)
        .create({
          name: 'new',
          ...values,
        }),
    );

  test('for want of a tenant, if tenants decide', async () => {
    expect(await create(byTenant, [])).toEqual([403, 'no-tenant']);
    expect(await create([...byTenant, owner('writer_id', { preset: false })], [])).toEqual([
      403,
      'no-tenant',
    ]);
    expect(await create([custom<Letter>((_, { none }) => none)], [])).toEqual([403, 'row-rule']);
    expect(await create([custom<Letter>((_, { none }) => none)], [1])).toEqual([403, 'row-rule']);
  });

  test('at the field of the tenant, if a writer of several names none', async () => {
    const required = [403, 'tenant_id required'];
    expect(await create(byTenant, [1, 2])).toEqual(required);
    expect(await create(byTenant, [1, 2, 3])).toEqual(required);
    expect(await create(byTenant, [1], { tenant_id: null })).toEqual([403, 'row-rule']);
    const others = [...byTenant, custom<Letter>((_, { eq }) => eq('name', 'open'))];
    expect(await create(others, [1, 2])).toEqual([403, 'row-rule']);
    const { engine } = await open(byTenant);
    const letters = engine.as(user(2, ['Manager'], [1, 2]))(Letter);
    const { id } = await letters.create({ name: 'new', tenant_id: 1 });
    expect(await said(letters.update(id, { tenant_id: null }))).toEqual(required);
    const { engine: elsewhere } = await open(byTenant, () => ({ tenant_id: 3 }));
    const writer = elsewhere.as(user(2, ['Manager'], [1, 2]))(Letter);
    expect(await said(writer.create({ name: 'new', tenant_id: 1 }))).toEqual([403, 'row-rule']);
  });

  test('as if none of the owners existed that it names', async () => {
    const rows = [owner('writer_id', { preset: false }), owner('reader_id', { preset: false })];
    expect(await create(rows, [], { writer_id: 3, reader_id: 4 })).toEqual([
      422,
      'writer_id reference',
      'reader_id reference',
    ]);
  });
});

describe('a value that is taken is told only to who would see the row', () => {
  test('if the writer sends nothing', async () => {
    const { engine } = await open([]);
    const create = (...tenants: readonly number[]) =>
      statusOf(
        engine
          .as(user(2, ['Manager'], tenants))(Ticket)
          .create({}),
      );
    expect(await create(1)).toBe(409);
    expect(await create()).toBe(403);
  });

  test('if the service fills in the version', async () => {
    const { letters } = await openTo(({ eq }) => eq('version', 1));
    expect(await statusOf(letters.create({ name: 'taken' }))).toBe(409);
    const { letters: hidden } = await openTo(({ ne }) => ne('version', 1));
    expect(await statusOf(hidden.create({ name: 'taken' }))).toBe(403);
  });

  test('if a change leaves the rest of it', async () => {
    const { database, engine, letters } = await openTo(({ lt }) =>
      lt('created_at', new Date('2001-01-01')),
    );
    const { id } = await engine.system(Letter).create({ name: 'old' });
    await database.dataSource.query(
      `UPDATE letter SET created_at = '2000-01-01 00:00:00.000' WHERE id = ${id}`,
    );
    expect(await statusOf(letters.get(id))).toBe(0);
    expect(await statusOf(letters.update(id, { name: 'taken' }))).toBe(409);
    expect(await statusOf(letters.create({ name: 'taken' }))).toBe(403);
  });

  test('if another change leaves all of it', async () => {
    const { engine } = await openTo(({ lt }) => lt('version', 2));
    const [one, other] = await engine.system(Letter).createMany([{ name: 'a' }, { name: 'b' }]);
    const change = (values: object) =>
      engine
        .as(clerk)(Letter)
        .updateMany([
          { id: one!.id, values: { name: 'taken' } },
          { id: other!.id, values },
        ]);
    const indexes = async (values: object) =>
      (await problemOf(change(values)))?.problems.map(({ index }) => index);
    expect(await indexes({ name: 'c' })).toEqual([0, 1]);
    expect(await indexes({})).toEqual([0]);
  });
});

describe('rules about links go by the links that the write would make', () => {
  const isRed: Rule = ({ linked }) => linked('stamps', (where) => where.eq('name', 'red'));
  const create = async (rule: Rule, colours: readonly ('red' | 'blue')[] | null) => {
    const { letters, ...stamps } = await openTo(rule);
    const sent = colours && { stamps: colours.map((colour) => stamps[colour]) };
    return statusOf(letters.create({ name: 'taken', ...sent } as never));
  };

  test('of a new row', async () => {
    expect(await create(isRed, ['red'])).toBe(409);
    expect(await create(isRed, ['red', 'blue'])).toBe(409);
    expect(await create(isRed, ['blue'])).toBe(403);
    expect(await create(isRed, [])).toBe(403);
    expect(await create(isRed, null)).toBe(403);
  });

  test('joined with other rules', async () => {
    const named =
      (op: 'and' | 'or', name: string): Rule =>
      (where) =>
        where[op](where.eq('name', name), isRed(where));
    expect(await create(named('and', 'taken'), ['red'])).toBe(409);
    expect(await create(named('and', 'other'), ['red'])).toBe(403);
    expect(await create(named('and', 'taken'), ['blue'])).toBe(403);
    expect(await create(named('or', 'other'), ['red'])).toBe(409);
    expect(await create(named('or', 'taken'), ['blue'])).toBe(409);
    expect(await create(named('or', 'other'), ['blue'])).toBe(403);
    expect(await create((where) => where.not(isRed(where)), ['blue'])).toBe(409);
    expect(await create((where) => where.not(isRed(where)), ['red'])).toBe(403);
  });

  test('of a changed row, whose links to what the writer does not see are kept', async () => {
    const change = async (rule: Rule, before: readonly string[], now: readonly string[] | null) => {
      const { engine, letters, ...stamps } = await openTo((where) =>
        where.or(where.eq('name', 'changing'), rule(where)),
      );
      const ids = (names: readonly string[]) => names.map((name) => stamps[name as 'red']);
      const { id } = await engine
        .system(Letter)
        .create({ name: 'changing', stamps: ids(before) } as never);
      const sent = now && { stamps: ids(now) };
      return statusOf(letters.update(id, { name: 'taken', ...sent } as never));
    };
    const isRare: Rule = ({ linked }) => linked('stamps', (where) => where.eq('name', 'rare'));
    expect(await change(isRed, ['red'], null)).toBe(409);
    expect(await change(isRed, ['red'], ['red'])).toBe(409);
    expect(await change(isRed, ['red'], ['blue'])).toBe(403);
    expect(await change(isRed, ['red'], [])).toBe(403);
    expect(await change(isRed, ['rare'], [])).toBe(403);
    expect(await change(isRare, ['rare'], [])).toBe(409);
    expect(await change(isRare, ['rare'], ['blue'])).toBe(409);
  });

  test('and leave relations alone that only share their name', async () => {
    const { engine, letters, red } = await openTo(({ children }) => children('copies'));
    const stamped = { name: 'taken', stamps: [red] } as never;
    expect(await statusOf(letters.create(stamped))).toBe(403);
    const { id } = await engine.system(Letter).create({ name: 'copied' });
    await engine.system(Copy).create({ stamps: id });
    expect(await statusOf(letters.update(id, stamped))).toBe(409);
  });
});

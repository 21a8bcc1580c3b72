import 'reflect-metadata';
import {
  Column,
  CreateDateColumn,
  Entity,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  VersionColumn,
} from 'typeorm';
import { expect, onTestFinished, test } from 'vitest';
import { DATETIME, NOW } from '../../database/column-types.js';
import { openDatabase } from '../../database/open-database.js';
import { custom, defineAccess } from '../../model/access-rules.js';
import type { Where, WhereBuilder } from '../../model/where.js';
import { createEngine } from '../../records/create-engine.js';
import { ROLES, statusOf, user } from '../fixtures/open-library.js';

/** Unique by its name, with values that the service and the database fill in. */
@Entity('parcel')
class Parcel {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40, unique: true })
  name!: string;

  @Column('varchar', { length: 40, default: 'open' })
  status!: string;

  @Column('varchar', { length: 40, nullable: true, default: () => "lower('DEPOT')" })
  place!: string | null;

  @Column({ type: DATETIME, precision: 3, nullable: true, select: false, default: NOW })
  seen_at!: Date | null;

  @VersionColumn({ default: 1 })
  version!: number;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

type Rule = (where: WhereBuilder<Parcel>) => Where;

const clerk = user(2, ['Manager']);

/** A refused write answers 403 where its row would be hidden, and 409 only where the writer would see it; `url` gives a fresh database. */
export const describeHiddenRows = (url: () => Promise<string>) => {
  /** Parcels of which a clerk sees those of a rule. There is one with the name `taken`, and one that changes. */
  async function open(rule: Rule) {
    const database = await openDatabase(await url(), [Parcel], []);
    onTestFinished(() => database.close());
    await database.dataSource.synchronize();
    const access = defineAccess<Parcel>({ rows: [custom((_, where) => rule(where))] });
    const engine = createEngine({
      ...{ database, roles: () => ROLES, searchedFields: () => [] },
      modules: [{ entity: Parcel, access }],
      settings: { maxPageSize: 100, maxQueryCost: 300 },
    });
    await engine.system(Parcel).create({ name: 'taken' });
    const { id } = await engine.system(Parcel).create({ name: 'changing' });
    return { id, parcels: engine.as(clerk)(Parcel) };
  }

  const created = async (rule: Rule, name: string) =>
    statusOf((await open(rule)).parcels.create({ name }));
  const changed = async (rule: Rule, name: string) => {
    const { id, parcels } = await open(rule);
    return statusOf(parcels.update(id, { name }));
  };

  const since = new Date('2020-01-01');
  const shown: readonly (readonly [string, Rule])[] = [
    ['when it was created', ({ gt }) => gt('created_at', since)],
    ['when it was changed', ({ gt }) => gt('updated_at', since)],
    ['its version', ({ gte }) => gte('version', 1)],
    ['a default', ({ eq }) => eq('status', 'open')],
    ['a hidden default', ({ gt }) => gt('seen_at', since)],
    ['a default of the database', ({ eq }) => eq('place', 'depot')],
  ];
  test.each(shown)('a value that is taken is told where a rule shows %s', async (_, rule) => {
    expect(await created(rule, 'new')).toBe(0);
    expect(await created(rule, 'taken')).toBe(409);
    expect(await changed(rule, 'taken')).toBe(409);
  });

  test.each(shown)('a value that is taken is not told where a rule hides %s', async (_, rule) => {
    const hides: Rule = (where) => where.not(rule(where));
    for (const name of ['new', 'taken']) expect(await created(hides, name)).toBe(403);
  });

  test('a change is judged by the row that it would make', async () => {
    const first: Rule = ({ lt }) => lt('version', 2);
    for (const name of ['new', 'taken']) expect(await changed(first, name)).toBe(403);
    const second: Rule = ({ or, eq, gt }) => or(eq('name', 'changing'), gt('version', 1));
    expect(await changed(second, 'taken')).toBe(409);
  });

  test('many writes are judged alike', async () => {
    const { parcels } = await open(({ gt }) => gt('created_at', since));
    const many = (...names: readonly string[]) =>
      parcels.createMany(names.map((name) => ({ name })));
    expect(await statusOf(many('a', 'taken', 'b'))).toBe(409);
    expect(await statusOf(many('a', 'b'))).toBe(0);
    const { parcels: hidden } = await open(({ ne }) => ne('version', 1));
    for (const name of ['c', 'taken'])
      expect(await statusOf(hidden.createMany([{ name }, { name: 'd' }]))).toBe(403);
  });
};

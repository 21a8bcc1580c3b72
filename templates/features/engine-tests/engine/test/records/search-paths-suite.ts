import 'reflect-metadata';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../database/database.js';
import { openDatabase } from '../../database/open-database.js';
import { custom, defineAccess } from '../../model/access-rules.js';
import type { ModelModule } from '../../model/model-module.js';
import { createEngine, type EngineWithPolicy } from '../../records/create-engine.js';
import { ROLES, user } from '../fixtures/open-library.js';

@Entity('keeper')
class Keeper {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  name!: string;

  @Column('varchar', { length: 40, nullable: true })
  phone!: string | null;

  @Column('boolean', { default: false })
  hidden!: boolean;
}

@Entity('car')
class Car {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  plate!: string;

  @Column('int', { nullable: true })
  keeper_id!: number | null;

  @ManyToOne(() => Keeper, { nullable: true })
  @JoinColumn({ name: 'keeper_id' })
  keeper!: Keeper | null;
}

/** Of keepers a Manager sees those that are not hidden, without their telephones, and a Typist none. */
const KEEPERS: ModelModule = {
  entity: Keeper,
  access: defineAccess<Keeper>({
    roles: { Editor: [] },
    rows: [
      custom(({ roles }, where) =>
        roles.includes('Admin') ? where.all : where.eq('hidden', false),
      ),
    ],
    fields: { phone: { read: ['Admin'] } },
  }),
};

/** Rows are found by the records to which they refer, as far as their reader may list these; `newDatabase` is on one database or the other. */
export function describeSearchPaths(newDatabase: () => Promise<string>): void {
  let database: Database;
  let engine: EngineWithPolicy;
  let closed: EngineWithPolicy;
  const engineOf = (car: ModelModule): EngineWithPolicy =>
    createEngine({
      ...{ database, modules: [KEEPERS, car], roles: () => ROLES },
      searchedFields: ({ name }) =>
        name === 'Car'
          ? ['plate', 'keeper.name', 'keeper.phone', 'keeper.gone', 'nobody.name']
          : ['name'],
      settings: { maxPageSize: 100, maxQueryCost: 300 },
    });
  beforeAll(async () => {
    database = await openDatabase(await newDatabase(), [Keeper, Car], []);
    await database.dataSource.synchronize();
    engine = engineOf({ entity: Car });
    closed = engineOf({
      entity: Car,
      access: defineAccess<Car>({ fields: { keeper_id: { read: ['Admin'] } } }),
    });
    const keepers = engine.system(Keeper);
    const ann = await keepers.create({ name: 'Ann Simon', phone: '555 100', hidden: false });
    const bob = await keepers.create({ name: 'Bob Hidden', phone: '555 200', hidden: true });
    const cars = engine.system(Car);
    await cars.create({ plate: 'B-AA 1', keeper_id: ann.id });
    await cars.create({ plate: 'B-BB 2', keeper_id: bob.id });
    await cars.create({ plate: 'SIMON 3', keeper_id: null });
  });
  afterAll(() => database.close());

  const found = async (q: string, role: string, by = engine) => {
    const { records } = await by
      .as(user(2, [role]))(Car)
      .list({ q, _sort: 'id' });
    return records.map(({ plate }) => (plate as string).slice(-1)).join('');
  };

  it.each([
    ['simon', '13'],
    ['camry simon', ''],
    ['b-aa simon', '1'],
    ['hidden', '2'],
    ['555200', '2'],
    ['bob b-bb', '2'],
  ])('an admin finds by %s: %s', async (q, plates) => {
    expect(await found(q, 'Admin')).toBe(plates);
  });

  it.each([
    ['simon', '13'],
    ['hidden', ''],
    ['bob', ''],
    ['555100', ''],
    ['555200', ''],
  ])('who does not see a row or a field there finds nothing by it: %s', async (q, plates) => {
    expect(await found(q, 'Manager')).toBe(plates);
  });

  it('who may not list the other model finds by their own fields alone', async () => {
    expect(await found('simon', 'Editor')).toBe('3');
    expect(await found('ann', 'Editor')).toBe('');
  });

  it('a reference that the reader may not read is not searched by', async () => {
    expect(await found('simon', 'Manager', closed)).toBe('3');
    expect(await found('simon', 'Admin', closed)).toBe('13');
  });

  it('counts what it finds, and what is found follows the other record', async () => {
    const cars = engine.as(user(1, ['Admin']))(Car);
    const total = async () => (await cars.list({ q: 'quill' })).total;
    expect(await total()).toBe(0);
    await engine.system(Keeper).update(1, { name: 'Ann Quill' });
    expect(await total()).toBe(1);
    await engine.system(Keeper).update(1, { name: 'Ann Simon' });
    expect(await total()).toBe(0);
  });
}

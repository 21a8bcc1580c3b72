import 'reflect-metadata';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../database/database.js';
import { migrate } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import { StepMigration } from '../../database/steps/step-migration.js';
import { createTable } from '../../database/steps/step.js';
import { createEngine, type EngineWithPolicy } from '../../records/create-engine.js';
import { ROLES } from '../fixtures/open-library.js';

@Entity('caller')
class Caller {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40, nullable: true })
  work_phone!: string | null;

  @Column('varchar', { length: 40 })
  code!: string;

  @Column('varchar', { length: 20, nullable: true })
  plate!: string | null;
}

class CreateCaller20260101000000 extends StepMigration {
  readonly name = 'CreateCaller20260101000000';
  readonly steps = [
    createTable('caller', {
      id: { type: 'id' },
      work_phone: { type: 'string', length: 40, nullable: true },
      code: { type: 'string', length: 40 },
      plate: { type: 'string', length: 20, nullable: true },
    }),
  ];
}

/** Telephone numbers and plates are found however they are written. */
export function describeGroupedNumbers(newDatabase: () => Promise<string>): void {
  let database: Database;
  let engine: EngineWithPolicy;
  beforeAll(async () => {
    database = await openDatabase(await newDatabase(), [Caller], [CreateCaller20260101000000]);
    await migrate(database);
    engine = createEngine({
      ...{ database, modules: [{ entity: Caller }], roles: () => ROLES },
      searchedFields: () => ['work_phone', 'code', 'plate'],
      settings: { maxPageSize: 100, maxQueryCost: 300 },
    });
    const rows = [
      ['030 12 34', 'a'],
      ['+49 (30) 1234-5', 'b'],
      ['0301/234', 'c'],
      [null, '03 01 23 4'],
      ['ext. 7', '0301234'],
      [null, 'd', 'FWF 0297'],
      [null, 'e', 'Ä-XY\u00a0123'],
    ];
    for (const [work_phone, code, plate] of rows)
      await engine.system(Caller).create({ work_phone, code, plate } as Caller);
  });
  afterAll(() => database.close());

  it.each<[string, number[]]>([
    ['0301234', [1, 3, 5]],
    ['030-1234', [1, 3]],
    ['(030) 1234', [1, 3]],
    ['030 12 34', [1, 3, 5]],
    ['+49301234', [2]],
    ['+49 30 1234 5', [2]],
    ['ext 7', [5]],
    ['12/34', [1, 2, 3]],
    ['0301234x', []],
    ['fwf0297', [6]],
    ['FWF-0297', [6]],
    ['f wf 02 97', [6]],
    ['äxy123', [7]],
    ['Ä XY 123', [7]],
    ['-', [2, 7]],
    ['9999', []],
  ])('%s finds %j', async (q, ids) => {
    const page = await engine.system(Caller).list({ q });
    expect(page.records.map(({ id }) => id)).toEqual(ids);
  });

  it('other conditions compare numbers as they are written', async () => {
    const find = async (query: Record<string, string>) =>
      (await engine.system(Caller).list(query)).records.map(({ id }) => id);
    expect(await find({ work_phone__ilike: '0301234' })).toEqual([]);
    expect(await find({ work_phone__ilike: '12 34' })).toEqual([1]);
  });
}

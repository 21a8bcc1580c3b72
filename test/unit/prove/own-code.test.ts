import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as tools from '../../../templates/service/engine/tools/index.js';
import { proveDoors, type Proved } from '../../../templates/tools/prove/prove.js';
import { LeastValues, NoValue } from '../../../templates/tools/prove/sql/least-value.js';
import { readCode } from '../../../templates/tools/prove/sql/read-own-code.js';
import {
  startService,
  type ProvedService,
} from '../../../templates/tools/prove/service/start-service.js';
import { billing } from './billing.js';
import { reports } from './own-code/src/reports.js';

const FOLDER = join(import.meta.dirname, 'own-code/src');
const FILE = 'test/unit/prove/own-code/src/reports.ts';
const CODE = readFileSync(join(FOLDER, 'reports.ts'), 'utf8').split('\n');
/** The place of the only line with some code. */
const at = (code: string) => `${FILE}:${CODE.findIndex((line) => line.includes(code)) + 1}`;

const RAW = at("dataSource.query('SELECT");
const REPOSITORY = at('dataSource.getRepository(Bill)');
const UPDATE = at('manager.update(Bill');
const MIXED = `${FILE}:${CODE.indexOf('    rows: await crud.query(') + 1}`;

describe('a proof of a project with endpoints of its own', () => {
  let proved: Proved;
  beforeAll(async () => {
    proved = await proveDoors({
      ...{ tools, url: 'sqlite::memory:', seed: 1 },
      project: billing({}, { project: { folder: FOLDER, routers: [reports] } }),
      choose: (models) => models.filter(({ name }) => name === 'Bill'),
    });
  });

  it('names statements on tables with rules by file and line, with the request that ran them', () => {
    const found = proved.sql.map(({ place, models, request }) => [place, models, request]);
    expect(found).toContainEqual([RAW, ['Bill'], 'GET /reports/raw']);
    expect(found).toContainEqual([REPOSITORY, ['Bill'], 'GET /reports/repository']);
    expect(found).toContainEqual([
      UPDATE,
      ['Bill'],
      expect.stringMatching(/^PUT \/reports\/bills\/\d+$/),
    ]);
    // Its rest names the table beside the part with the rules.
    expect(found).toContainEqual([MIXED, ['Bill'], 'GET /reports/mixed']);
    expect(found).toHaveLength(4);
  });

  it('lists uses of operations without rules, also those that no request ran', () => {
    expect(proved.system).toEqual([
      { place: at('system(Bill).find'), model: 'Bill', request: 'GET /reports/system' },
      { place: at('system(Bill).remove'), model: 'Bill', request: null },
    ]);
  });

  it('finds texts that somebody may not read, at the line that read them', () => {
    const own = proved.faults.filter(({ door }) => door === 'own endpoints');
    expect(own.map(({ place, model }) => [place, model])).toEqual([
      [RAW, 'Bill'],
      [REPOSITORY, 'Bill'],
    ]);
    expect(own[0]!.request).toContain('$URL/reports/raw');
    expect(proved.faults).toEqual(own);
  });

  it('says which endpoints it could not call, and why', () => {
    const own = proved.unproven.filter(({ subject }) => subject.includes('/reports'));
    expect(own).toEqual([
      {
        subject: 'GET /reports/away',
        reason: 'it calls 192.0.2.1, and a proof lets no request out',
      },
      { subject: 'GET /reports/silent', reason: 'it did not answer within 5 s' },
      { subject: 'POST /reports/code', reason: 'no text for code fits ^\\d{4}-x$' },
    ]);
  });

  it('puts back the rows that a statement of TypeORM has changed', async () => {
    expect(proved.doors.find(({ door }) => door === 'own endpoints')!.questions).toBeGreaterThan(
      20,
    );
    // A row that stayed changed would be another one for all doors after it.
    expect(proved.faults.filter(({ door }) => door !== 'own endpoints')).toEqual([]);
  });
});

describe('code that is only read', () => {
  let service: ProvedService;
  beforeAll(async () => {
    service = await startService(tools, billing(), 'sqlite::memory:');
  });
  afterAll(() => service.stop());

  it('names texts of SQL, entities of TypeORM and uses of system', () => {
    const text = [
      'const rows = await manager.query(`',
      '  SELECT * FROM bill WHERE id = ${id}`);',
      'await dataSource.getRepository(Bill).find();',
      "const words = 'please select a bill';",
      "const fine = 'SELECT * FROM line_item';",
      'await crud(Bill).find();',
      'await context.system(Bill).find();',
      'await tx.system.query(statement);',
    ].join('\n');
    const { sql, system } = readCode('src/a.ts', text, service.models);
    expect(sql.map(({ line, from, to, models }) => [line, from, to, models])).toEqual([
      [1, 1, 2, ['Bill']],
      [3, 3, 3, ['Bill']],
      [4, 4, 4, ['Bill']],
    ]);
    expect(system.map(({ line, model }) => [line, model])).toEqual([
      [7, 'Bill'],
      [8, null],
    ]);
  });
});

describe('the least value of a schema', () => {
  const values = new LeastValues({ Name: { type: 'string', minLength: 2 } }, (name) =>
    name === 'bill_id' ? 7 : undefined,
  );

  it('has required properties alone, with known values', () => {
    const schema = {
      type: 'object',
      required: ['name', 'bill_id', 'kind', 'tags', 'price', 'day'],
      properties: {
        name: { $ref: '#/components/schemas/Name' },
        bill_id: { type: 'integer', minimum: -9007199254740991 },
        kind: { enum: ['b', 'a'] },
        tags: { type: 'array', minItems: 1, items: { type: 'boolean' } },
        price: { type: 'number', exclusiveMinimum: 4 },
        day: { type: 'string', format: 'date' },
        more: { type: 'string' },
      },
    };
    expect(values.of(schema)).toEqual({
      ...{ name: 'aa', bill_id: 7, kind: 'b', tags: [false], price: 5, day: '2026-01-15' },
    });
  });

  it('is none for a text with a pattern that cannot be guessed', () => {
    expect(() => values.of({ type: 'string', pattern: '^\\d{4}-x$' }, 'code')).toThrow(NoValue);
  });
});

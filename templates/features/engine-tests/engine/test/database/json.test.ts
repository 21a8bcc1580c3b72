import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.js';
import { column } from '../fixtures/columns.js';
import { ask, openSpecimen, statement } from './dialect-suite.js';
import { FIELD_TYPES, valuesOf } from './values-arbitrary.js';

let database: Database;
beforeAll(async () => {
  database = await openSpecimen('sqlite::memory:');
});
afterAll(() => database.close());

describe('JSON that SQLite makes', () => {
  // Byte for byte, but for numbers: `1.0e-07` is `1e-7`.
  it.each(FIELD_TYPES)('equals that of the serializer: %s', async (type) => {
    const number = type === 'float' || type === 'decimal';
    const alike = (json: string) => (number ? JSON.stringify(JSON.parse(json)) : json);
    const { dialect } = database;
    const info = column(type);
    const name = dialect.quote(type);
    const object = dialect.jsonObject([{ key: `it's`, sql: dialect.json(name, info)! }])!;
    await fc.assert(
      fc.asyncProperty(fc.option(valuesOf[type]), async (value) => {
        const [stored, json] = await ask(database, type, value, [name, object]);
        const expected = JSON.stringify({ [`it's`]: dialect.decode(stored, info) });
        expect(alike(json as string)).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    0,
    -0,
    29,
    -3,
    0.1,
    19.99,
    1234567.89,
    1e14 + 0.5,
    2 ** 53,
    1e15,
    -1e18,
    1 / 3,
    5e-324,
    1e300,
  ])(
    'writes a number that reads back as itself, without a point where it is whole: %d',
    async (value) => {
      const { dialect } = database;
      const [json] = await ask(database, 'float', value, [
        dialect.jsonObject([{ key: 'n', sql: dialect.json('"float"', column('float'))! }])!,
      ]);
      expect((JSON.parse(json as string) as { n: number }).n).toBe(value + 0);
      if (Math.abs(value) < 2 ** 53) expect(String(json).includes('.0}')).toBe(false);
    },
  );

  it('reads rows that someone wrote with whole seconds', async () => {
    const { dialect, dataSource } = database;
    const info = column('datetime');
    await dataSource.query(`INSERT INTO specimen (datetime) VALUES ('2026-11-21 09:30:00')`);
    const [row] = await database.read((session) =>
      session.rows(
        statement(`SELECT datetime, ${dialect.json('datetime', info)} FROM specimen`),
        [],
      ),
    );
    await dataSource.query('DELETE FROM specimen');
    expect(dialect.decode(row![0], info)).toBe('2026-11-21T09:30:00.000Z');
    expect(row![1]).toBe('2026-11-21T09:30:00.000Z');
  });
});

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldType } from '../../../../templates/service/src/engine/fields/column-info.js';
import type { Database } from '../../../../templates/service/src/engine/database/database.js';
import type { Statement } from '../../../../templates/service/src/engine/database/dialect.js';
import { foldText } from '../../../../templates/service/src/engine/database/sqlite/functions.js';
import { openDatabase } from '../../../../templates/service/src/engine/database/open-database.js';
import type {
  ColumnSpec,
  Step,
} from '../../../../templates/service/src/engine/database/steps/step.js';
import { startPostgres, type TestPostgres } from '../../../support/postgres.js';
import { column } from './columns.js';
import { FIELD_TYPES, valuesOf } from './values-arbitrary.js';

const specOf = (type: FieldType): ColumnSpec =>
  type === 'enum'
    ? { type: 'string', nullable: true }
    : { type, nullable: true, ...(type === 'decimal' && { precision: 15, scale: 4 }) };

const table: Step = {
  do: 'createTable',
  table: 'specimen',
  columns: {
    id: { type: 'id' },
    ...Object.fromEntries(FIELD_TYPES.map((type) => [type, specOf(type)])),
  },
  primaryKey: ['id'],
};

let postgres: TestPostgres;
const databases = {} as Record<'sqlite' | 'postgres', Database>;
const statements = new Map<string, Statement>();
const statement = (sql: string): Statement => {
  const known = statements.get(sql) ?? { sql, name: `s${statements.size}` };
  statements.set(sql, known);
  return known;
};

beforeAll(async () => {
  postgres = await startPostgres();
  databases.sqlite = await openDatabase('sqlite::memory:', [], []);
  databases.postgres = await openDatabase(await postgres.createDatabase(), [], []);
  for (const { dialect, dataSource } of Object.values(databases)) {
    for (const sql of dialect.compileStep(table, { tables: {} }, [])) await dataSource.query(sql);
  }
}, 60_000);

afterAll(async () => {
  for (const database of Object.values(databases)) await database.close();
  await postgres.stop();
});

/** Stores one value, selects `expression` of it, and removes it. */
async function ask(database: Database, type: FieldType, value: unknown, expressions: string[]) {
  const { dialect } = database;
  const values = [dialect.encode(value, column(type))];
  return database.write(async (session) => {
    const name = dialect.quote(type);
    await session.run(
      statement(`INSERT INTO specimen (${name}) VALUES (${dialect.placeholder(1)})`),
      values,
    );
    const [row] = await session.rows(
      statement(`SELECT ${expressions.join(', ')} FROM specimen`),
      [],
    );
    await session.run(statement('DELETE FROM specimen'), []);
    return row!;
  });
}

const RUNS = { sqlite: 300, postgres: 60 };

describe.each(['sqlite', 'postgres'] as const)('%s', (name) => {
  it.each(FIELD_TYPES)('gives back every %s that it stores', async (type) => {
    const database = databases[name];
    await fc.assert(
      fc.asyncProperty(fc.option(valuesOf[type]), async (value) => {
        const [stored] = await ask(database, type, value, [database.dialect.quote(type)]);
        const back = database.dialect.decode(stored, column(type));
        expect(JSON.parse(JSON.stringify(back))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: RUNS[name] },
    );
  });

  const inText = FIELD_TYPES.filter((type) => type !== 'boolean' && type !== 'json');
  it.each(inText)('writes the text of every %s as its JSON answer has it', async (type) => {
    const database = databases[name];
    const text = database.dialect.asText(database.dialect.quote(type), column(type));
    await fc.assert(
      fc.asyncProperty(valuesOf[type], async (value) => {
        const [answer] = await ask(database, type, value, [text]);
        const json = JSON.parse(JSON.stringify(value)) as unknown;
        expect(answer).toBe(String(json));
      }),
      { numRuns: RUNS[name] },
    );
  });

  it('finds text regardless of case for all of Unicode, and never regardless of accents', async () => {
    const database = databases[name];
    const { dialect } = database;
    const letters = fc.constantFrom(...'aAkKiIsS%_\\éÉeïİıKſßẞΣςσΑάÅÅåяЯ𐐀𐐨Dž');
    const words = fc.array(letters, { maxLength: 6 }).map((list) => list.join(''));
    await fc.assert(
      fc.asyncProperty(words, fc.array(letters, { maxLength: 2 }), async (text, list) => {
        const needle = list.join('');

        const kind = /^[\x00-\x7f]*$/.test(needle) ? 'ascii' : 'unicode';
        const cast = dialect.cast(dialect.placeholder(1), column('text'));
        const found = dialect.contains(cast, dialect.placeholder(2), kind);
        const [row] = await database.read((session) =>
          session.rows(statement(`SELECT CASE WHEN ${found} THEN 1 ELSE 0 END`), [text, needle]),
        );
        expect([text, needle, Number(row![0])]).toEqual([
          text,
          needle,
          foldText(text).includes(foldText(needle)) ? 1 : 0,
        ]);
      }),
      { numRuns: RUNS[name] * 5 },
    );
  });

  it('finds beginnings exactly', async () => {
    const { dialect } = databases[name];
    const text = valuesOf.text as fc.Arbitrary<string>;
    await fc.assert(
      fc.asyncProperty(text, text, fc.nat(4), async (value, other, length) => {
        const prefix = length > 3 ? other : [...value].slice(0, length).join('');
        const cast = dialect.cast(dialect.placeholder(1), column('text'));
        const starts = dialect.startsWith(cast, dialect.placeholder(2));
        const [row] = await databases[name].read((session) =>
          session.rows(statement(`SELECT CASE WHEN ${starts} THEN 1 ELSE 0 END`), [value, prefix]),
        );
        expect(Number(row![0])).toBe(value.startsWith(prefix) ? 1 : 0);
      }),
      { numRuns: RUNS[name] },
    );
  });

  /** How many of these values, stored, are found by a list of them. */
  const countListed = (type: FieldType, list: readonly unknown[]): Promise<number> => {
    const database = databases[name];
    const { dialect } = database;
    const listed = dialect.inList(dialect.quote(type), dialect.placeholder(2), column(type));
    const insert = `INSERT INTO specimen (${dialect.quote(type)}) VALUES (${dialect.placeholder(1)})`;
    return database.write(async (session) => {
      for (const value of list) {
        await session.run(statement(insert), [dialect.encode(value, column(type))]);
      }
      const text = statement(
        `SELECT COUNT(*) FROM specimen WHERE ${dialect.cast(dialect.placeholder(1), column('integer'))} = 1 AND ${listed}`,
      );
      const [row] = await session.rows(text, [1, dialect.encodeList(list, column(type))]);
      await session.run(statement('DELETE FROM specimen'), []);
      return Number(row![0]);
    });
  };

  it.each(FIELD_TYPES.filter((type) => type !== 'json'))('finds every %s in a list', (type) =>
    fc.assert(
      fc.asyncProperty(fc.array(valuesOf[type], { minLength: 1, maxLength: 4 }), async (list) => {
        expect(await countListed(type, list)).toBe(list.length);
      }),
      { numRuns: RUNS[name] / 3 },
    ),
  );

  it('finds a float in a list whose shortest text is not its exact value', async () => {
    expect(await countListed('float', [-28926243795685310, 0])).toBe(2);
  });

  it('sorts null first ascending and text by code point', async () => {
    const database = databases[name];
    const { dialect } = database;
    const values = [null, '', 'A', 'Z', 'a', 'z', 'é', '\uffee', '😀'];
    const rows = await database.write(async (session) => {
      const insert = `INSERT INTO specimen (${dialect.quote('text')}) VALUES (${dialect.placeholder(1)})`;
      for (const value of values.toReversed()) await session.run(statement(insert), [value]);
      const order = dialect.orderBy(dialect.quote('text'), 'ASC', column('text'));
      const back = dialect.orderBy(dialect.quote('text'), 'DESC', column('text'));
      const select = `SELECT ${dialect.quote('text')} FROM specimen ORDER BY`;
      const up = await session.rows(statement(`${select} ${order}`), []);
      const down = await session.rows(statement(`${select} ${back}`), []);
      await session.run(statement('DELETE FROM specimen'), []);
      return [up.map(([value]) => value), down.map(([value]) => value)];
    });
    expect(rows).toEqual([values, values.toReversed()]);
  });
});

describe('JSON that SQLite makes', () => {
  // Byte for byte, but for numbers: `1.0e-07` is `1e-7`.
  it.each(FIELD_TYPES)('equals that of the serializer: %s', async (type) => {
    const number = type === 'float' || type === 'decimal';
    const alike = (json: string) => (number ? JSON.stringify(JSON.parse(json)) : json);
    const { dialect } = databases.sqlite;
    const info = column(type);
    const name = dialect.quote(type);
    const object = dialect.jsonObject([{ key: `it's`, sql: dialect.json(name, info)! }])!;
    await fc.assert(
      fc.asyncProperty(fc.option(valuesOf[type]), async (value) => {
        const [stored, json] = await ask(databases.sqlite, type, value, [name, object]);
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
      const { dialect } = databases.sqlite;
      const [json] = await ask(databases.sqlite, 'float', value, [
        dialect.jsonObject([{ key: 'n', sql: dialect.json('"float"', column('float'))! }])!,
      ]);
      expect((JSON.parse(json as string) as { n: number }).n).toBe(value + 0);
      if (Math.abs(value) < 2 ** 53) expect(String(json).includes('.0}')).toBe(false);
    },
  );

  it('reads rows that someone wrote with whole seconds', async () => {
    const { dialect, dataSource } = databases.sqlite;
    const info = column('datetime');
    await dataSource.query(`INSERT INTO specimen (datetime) VALUES ('2026-11-21 09:30:00')`);
    const [row] = await databases.sqlite.read((session) =>
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

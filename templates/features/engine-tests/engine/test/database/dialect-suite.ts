import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PlainType } from '../../fields/plain-type.js';
import type { Database } from '../../database/database.js';
import type { Statement } from '../../database/dialect.js';
import { foldText } from '../../database/sqlite/functions.js';
import { openDatabase } from '../../database/open-database.js';
import type { ColumnSpec, Step } from '../../database/steps/schema.js';
import { column } from '../fixtures/columns.js';
import { FIELD_TYPES, valuesOf } from './values-arbitrary.js';

const specOf = (type: PlainType): ColumnSpec =>
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

const statements = new Map<string, Statement>();
export const statement = (sql: string): Statement => {
  const known = statements.get(sql) ?? { sql, name: `s${statements.size}` };
  statements.set(sql, known);
  return known;
};

/** A database with a column of each type. */
export async function openSpecimen(url: string): Promise<Database> {
  const database = await openDatabase(url, [], []);
  const { dialect, dataSource } = database;
  for (const sql of dialect.compileStep(table, { tables: {} }, [])) await dataSource.query(sql);
  return database;
}

/** Stores one value, selects `expression` of it, and removes it. */
export async function ask(
  database: Database,
  type: PlainType,
  value: unknown,
  expressions: readonly string[],
) {
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

/** What a dialect makes of values; a new database is empty. */
export const describeDialect = (
  name: 'sqlite' | 'postgres',
  newDatabase: () => Promise<string>,
) => {
  const runs = RUNS[name];
  let database: Database;
  beforeAll(async () => {
    database = await openSpecimen(await newDatabase());
  }, 60_000);
  afterAll(() => database.close());

  it.each(FIELD_TYPES)('gives back every %s that it stores', async (type) => {
    await fc.assert(
      fc.asyncProperty(fc.option(valuesOf[type]), async (value) => {
        const [stored] = await ask(database, type, value, [database.dialect.quote(type)]);
        const back = database.dialect.decode(stored, column(type));
        expect(JSON.parse(JSON.stringify(back))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: runs },
    );
  });

  const inText = FIELD_TYPES.filter((type) => type !== 'boolean' && type !== 'json');
  it.each(inText)('writes the text of every %s as its JSON answer has it', async (type) => {
    const text = database.dialect.asText(database.dialect.quote(type), column(type));
    await fc.assert(
      fc.asyncProperty(valuesOf[type], async (value) => {
        const [answer] = await ask(database, type, value, [text]);
        const json = JSON.parse(JSON.stringify(value)) as unknown;
        expect(answer).toBe(String(json));
      }),
      { numRuns: runs },
    );
  });

  it.each(inText)(
    'knows of every text of a %s that it fits, and that others do not',
    async (type) => {
      const { dialect } = database;
      const text = dialect.cast(dialect.placeholder(1), column('text'));
      const fits = async (value: unknown): Promise<boolean> => {
        const sql = statement(
          `SELECT CASE WHEN ${dialect.fits(text, specOf(type))} THEN 1 ELSE 0 END`,
        );
        const [row] = await database.read((session) => session.rows(sql, [String(value)]));
        return Number(row![0]) === 1;
      };
      await fc.assert(
        fc.asyncProperty(valuesOf[type], async (value) => {
          expect(await fits(value)).toBe(true);
        }),
        { numRuns: runs / 3 },
      );
      expect(await fits('no value')).toBe(['string', 'text', 'enum'].includes(type));
    },
  );

  it('finds text regardless of case for all of Unicode, and never regardless of accents', async () => {
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
      { numRuns: runs * 5 },
    );
  });

  it('finds beginnings exactly', async () => {
    const { dialect } = database;
    const text = valuesOf.text as fc.Arbitrary<string>;
    await fc.assert(
      fc.asyncProperty(text, text, fc.nat(4), async (value, other, length) => {
        const prefix = length > 3 ? other : [...value].slice(0, length).join('');
        const cast = dialect.cast(dialect.placeholder(1), column('text'));
        const starts = dialect.startsWith(cast, dialect.placeholder(2));
        const [row] = await database.read((session) =>
          session.rows(statement(`SELECT CASE WHEN ${starts} THEN 1 ELSE 0 END`), [value, prefix]),
        );
        expect(Number(row![0])).toBe(value.startsWith(prefix) ? 1 : 0);
      }),
      { numRuns: runs },
    );
  });

  /** How many of these values, stored, are found by a list of them. */
  const countListed = (type: PlainType, list: readonly unknown[]): Promise<number> => {
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
      { numRuns: runs / 3 },
    ),
  );

  it('finds a float in a list whose shortest text is not its exact value', async () => {
    expect(await countListed('float', [-28926243795685310, 0])).toBe(2);
  });

  it('sorts null first ascending and text by code point', async () => {
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
};

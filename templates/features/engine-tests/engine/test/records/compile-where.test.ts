import { describe, expect, test } from 'vitest';
import { queryDialect } from '../../database/sqlite/query-dialect.js';
import type { TrigramSearch } from '../../database/query-dialect.js';
import type { LinkInfo, ModelInfo } from '../../model/model-info.js';
import { ALL, type Where } from '../../model/where.js';
import { compileWhere, type Condition } from '../../records/conditions/compile-where.js';
import { column, model } from '../fixtures/plain-model.js';

const rules = { roles: {}, rows: null, fields: {} };
const reference = { model: 'Top', relation: 'top', key: 'id' };
const below = model('Below', rules, [column('top_id', { reference })]);
const link: LinkInfo = {
  name: 'tags',
  model: 'Below',
  table: 'top_tags',
  ownColumn: 'top_id',
  otherColumn: 'below_id',
  key: 'id',
};
const top: ModelInfo = {
  ...model('Top', rules, [column('data', { type: 'json' }), column('phone')]),
  links: [link],
};

/** A search that asks its index for each word of three letters and more. */
const trigrams: TrigramSearch = {
  whole: '',
  contains: ({ column: name }, needle, bind) =>
    needle.length < 3 ? null : `indexed(${name}, ${bind(needle)})`,
  indexedWords: (words, places) =>
    words.filter((word) => word.length > 3 && places.map((one) => one.column).join() === 'a'),
  finds: () => false,
};

function compiled(where: Where, of = top, before = 0, searched?: TrigramSearch): Condition {
  const models = new Map([top, below].map((one) => [one.name, one]));
  const dialect = { ...queryDialect, ...(searched && { trigrams: searched }) };
  return compileWhere(where, of, { dialect, model: (name) => models.get(name)! }, before);
}

const eq = (field: string, value = 'x'): Where => ({ op: 'eq', field, value });
const linked = (where: Where): Where => ({ op: 'linked', field: 'tags', where });

describe('a condition as SQL', () => {
  test.each<[Where, string, readonly unknown[]]>([
    [{ op: 'all' }, '1 = 1', []],
    [{ op: 'none' }, '1 = 0', []],
    [{ op: 'and', items: [] }, '1 = 1', []],
    [{ op: 'or', items: [] }, '1 = 0', []],
    [{ op: 'and', items: [eq('a'), eq('b')] }, '("a" = ?1 AND "b" = ?2)', ['x', 'x']],
    [{ op: 'or', items: [eq('a'), eq('b')] }, '("a" = ?1 OR "b" = ?2)', ['x', 'x']],
    [{ op: 'not', item: eq('a') }, '("a" = ?1) IS NOT TRUE', ['x']],
    [{ op: 'null', field: 'a' }, '"a" IS NULL', []],
    [{ op: 'same', field: 'a', other: 'b' }, '"a" = "b"', []],
    [{ op: 'less', field: 'a', other: 'b' }, '"a" < "b"', []],
    [{ op: 'in', field: 'a', values: [] }, '1 = 0', []],
    // An index then yields the rows in the order of their ids.
    [{ op: 'in', field: 'a', values: ['x'] }, '"a" = ?1', ['x']],
    [{ op: 'in', field: 'a', values: ['x', 'y'] }, '"a" IN (SELECT value FROM json_each(?1))', ['["x","y"]']],
    [{ op: 'lt', field: 'a', value: 'x' }, '"a" < ?1', ['x']],
    [{ op: 'lte', field: 'a', value: 'x' }, '"a" <= ?1', ['x']],
    [{ op: 'gt', field: 'a', value: 'x' }, '"a" > ?1', ['x']],
    [{ op: 'gte', field: 'a', value: 'x' }, '"a" >= ?1', ['x']],
  ])('%j', (where, sql, values) => {
    expect(compiled(where)).toEqual({ sql, values, where, tables: [], searches: false });
  }); // prettier-ignore

  test('finds JSON null beside a missing value', () => {
    expect(compiled({ op: 'null', field: 'data' }).sql).toMatch(/^\("data" IS NULL OR .*'null'\)$/);
  });

  test('goes on behind values that are bound before', () => {
    expect(compiled(eq('a'), top, 2).sql).toBe('"a" = ?3');
  });

  test('names each table that its subqueries read', () => {
    const rows: Where = { op: 'children', model: 'Below', field: 'top_id', where: eq('a') };
    expect(compiled(rows)).toMatchObject({
      sql: '"id" IN (SELECT "top_id" FROM "below" WHERE "top_id" IS NOT NULL AND "a" = ?1)',
      tables: ['below'],
    });
    expect(compiled({ op: 'parent', field: 'top_id', where: rows }, below)).toMatchObject({
      sql: `"top_id" IN (SELECT "id" FROM "top" WHERE ${compiled(rows).sql})`,
      tables: ['top', 'below'],
    });
    expect(compiled(linked(eq('a')))).toMatchObject({
      sql: '"id" IN (SELECT "top_id" FROM "top_tags" WHERE "below_id" IN (SELECT "id" FROM "below" WHERE "a" = ?1))',
      tables: ['top_tags', 'below'],
    });
  });

  test('joins two many-to-many fields, and looks each further one up row by row', () => {
    const { sql } = compiled({ op: 'and', items: [1, 2, 3, 4].map(() => linked(ALL)) });
    expect(sql.match(/"id" IN \(SELECT "top_id"/g)).toHaveLength(2);
    expect(sql.match(/EXISTS \(SELECT 1 .*?\) IS TRUE/g)).toHaveLength(2);
  });

  test('folds letters of other scripts, and takes needles of any length', () => {
    const forms = ['x', 'é', 'x'.repeat(20_000), 'x'.repeat(20_001)].map((value) =>
      compiled({ op: 'contains', field: 'a', value }).sql.includes('LIKE') ? 'ascii' : 'unicode',
    );
    expect(forms).toEqual(['ascii', 'unicode', 'ascii', 'unicode']);
  });

  test.each<[string, Where]>([
    ['Top has no column x', eq('x')],
    ['Top has no column x', { op: 'same', field: 'a', other: 'x' }],
    ['Top has no column x', { op: 'words', fields: ['x'], words: ['w'] }],
    ['"rule" is replaced before', { op: 'rule', field: 'a' }],
    ['"related" is replaced', { op: 'related', as: 'parent', relation: 'top', where: ALL }],
  ])('is not made: %s', (message, where) => {
    expect(() => compiled(where)).toThrow(message);
  });
});

describe('words', () => {
  const one: ModelInfo = { ...top, column: new Map(top.column) };
  const words = (...given: string[]): Where => ({ op: 'words', fields: ['a', 'b'], words: given });
  const index = (name: string) => ({ ...one.column.get(name)!, search: 'index' as const });
  const indexed: ModelInfo = { ...one, column: new Map(one.column).set('a', index('a')) };
  const like = (name: string, at: number) =>
    compiled({ op: 'contains', field: name, value: 'w' }, top, at - 1).sql;

  test('must all be contained, each in one of the fields', () => {
    expect(compiled(words('w'))).toMatchObject({ sql: `(${like('a', 1)} OR ${like('b', 2)})` });
    expect(compiled(words('w', 'v'))).toMatchObject({
      sql: `((${like('a', 1)} OR ${like('b', 2)}) AND (${like('a', 3)} OR ${like('b', 4)}))`,
      values: ['w', 'w', 'v', 'v'],
    });
    expect(compiled({ op: 'words', fields: ['a'], words: ['w'] }).sql).toBe(like('a', 1));
  });

  test('find numbers that are grouped in another way, in columns that hold such numbers', () => {
    const asked = (fields: string[], word: string) =>
      compiled({ op: 'words', fields, words: [word] }).values;
    expect(asked(['phone'], '12-34')).toEqual(['12-34', '1234']);
    expect(asked(['a'], '12-34')).toEqual(['12-34']);
    expect(asked(['phone'], 'w')).toEqual(['w']);
    const phone = { ...one, column: new Map(one.column).set('phone', index('phone')) };
    const where: Where = { op: 'words', fields: ['phone'], words: ['12-34'] };
    // An index has numbers as they are written.
    expect(compiled(where, phone).values).toEqual(['12-34']);
  });

  test('ask an index for the words that it is good for', () => {
    expect(compiled(words('word', 'few'), indexed, 0, trigrams)).toMatchObject({
      sql: `((indexed(a, ?1) OR ${like('b', 2)}) AND (${like('a', 3)} OR ${like('b', 4)}))`,
      searches: true,
    });
    expect(compiled(words('word'), top, 0, trigrams).searches).toBe(false);
  });

  test('a text is sought by an index, unless it is too short', () => {
    const sought = (value: string, of = indexed, by?: TrigramSearch) =>
      compiled({ op: 'contains', field: 'a', value }, of, 0, by);
    expect(sought('few', indexed, trigrams)).toMatchObject({
      sql: 'indexed(a, ?1)',
      searches: true,
    });
    expect(sought('w', indexed, trigrams)).toMatchObject({ sql: like('a', 1), searches: false });
    expect(sought('few', top, trigrams)).toMatchObject({ sql: like('a', 1), searches: false });
    expect(sought('few')).toMatchObject({ sql: like('a', 1), searches: false });
  });
});

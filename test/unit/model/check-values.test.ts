import { describe, expect, it } from 'vitest';
import { refuses } from '../../../src/model/check-values.js';

/** Whether a check refuses a row that has values in these columns alone, of `a`, `b` and `c`. */
const refused = (sql: string, ...given: readonly string[]): boolean =>
  refuses(sql, (column) => (['a', 'b', 'c'].includes(column) ? given.includes(column) : undefined));

describe('a check by the columns that have values', () => {
  it.each([
    ['((a IS NOT NULL) <> (b IS NOT NULL))', [['a'], ['b']], [[], ['a', 'b']]],
    ['((a IS NULL) = (b IS NULL))', [[], ['a', 'b']], [['a'], ['b']]],
    ['a IS NOT NULL OR (b IS NOT NULL AND c IS NOT NULL)', [['a'], ['b', 'c']], [[], ['b']]],
    ['NOT (a IS NULL)', [['a']], [[], ['b']]],
    [`(kind <> 'old') OR ("a" IS NOT NULL)`, [[], ['a']], []],
    [`((kind = 'old') = (a IS NOT NULL))`, [[], ['a']], []],
    ['(a IS NULL) OR (a <= b)', [[], ['a'], ['a', 'b']], []],
    ['b IS NOT NULL AND a BETWEEN 1 AND 2', [['a', 'b'], ['b'], []], []],
    ['d IS NOT NULL', [[]], []],
    ["(jsonb_typeof(a) = 'object'::text)", [[], ['a']], []],
    ['(num_nonnulls(a, b) = 1)', [['a'], ['b', 'c']], [[], ['a', 'b']]],
    ['num_nulls(a, b, c) <> 2', [[], ['a', 'b']], [['a'], ['c']]],
    ['num_nonnulls(VARIADIC d) = 1', [[], ['a', 'b']], []],
    ['num_nonnulls(a, b) >= 1', [[], ['a']], []],
    ['(a IS NULL) AND (b IS NULL OR c > 1)', [[], ['b']], [['a'], ['a', 'b']]],
  ] as const)('is decided for %s', (sql, accepts, refusing) => {
    for (const given of accepts) expect([given, refused(sql, ...given)]).toEqual([given, false]);
    for (const given of refusing) expect([given, refused(sql, ...given)]).toEqual([given, true]);
  });

  it.each([
    ['(a > 0.00)', [1, 0.5, true, false], [0, -1]],
    ['a >= - 1', [-1, 0], [-2]],
    ['((a < 10) AND (a <= 5))', [5], [6, 10]],
    ['a > 0 OR b IS NOT NULL', [1], [0]],
    ['((a >= (0)::double precision) AND (a < (1)::double precision))', [0, 0.5], [1, -1]],
    ["a >= '-2'::integer", [-2], [-3]],
    ['a > b', [0], []],
    ['length(a) > 3', [0], []],
    ['((a = 1.00) AND (b IS NULL))', [1, true], [0, 2]],
    ['(a)::integer <> 3', [2, false], [3]],
    ["((a)::text = 'old'::character varying(20)) OR (b IS NOT NULL)", ['old', true], ['new']],
    ["a <> 'new'", ['old', 0], ['new']],
  ] as const)('is decided for values in %s', (sql, accepts, refusing) => {
    const asked = (a: number | string | boolean) =>
      refuses(sql, (column) => (column === 'a' ? a : false));
    for (const one of accepts) expect([one, asked(one)]).toEqual([one, false]);
    for (const one of refusing) expect([one, asked(one)]).toEqual([one, true]);
  });
});

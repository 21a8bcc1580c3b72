import { describe, expect, it, test } from 'vitest';
import { isPortable, namesColumn, withRenamed } from '../../../src/model/sql-expression.js';

describe('an expression that both databases take', () => {
  it.each([
    "first || ' ' || coalesce(last, '')",
    'nights * (price + 1.5)',
    'CASE WHEN price >= 10 THEN 1 ELSE 0 END',
    `upper("Unit Name")`,
    'nullif(round(price, 2), 0)',
    'price IS NOT NULL AND NOT sold OR price IS DISTINCT FROM cost',
    '(price DESC, "Unit Name" ASC, id) WHERE sold',
    `UNIQUE (lower(name)) WHERE state IN ('new', 'old')`,
  ])('is %s', (sql) => expect(isPortable(sql)).toBe(true));

  it.each([
    'first::text',
    'md5(first)',
    '[Unit Price] * 2',
    '`first`',
    "E'a\\n'",
    "data ->> 'name'",
    "strftime('%Y', at)",
    'a / b',
    '(price DESC NULLS LAST)',
    '(name text_pattern_ops)',
    '(lower(name) "text_pattern_ops")',
    '(name COLLATE "C")',
    "name ILIKE 'a%'",
  ])('is not %s', (sql) => expect(isPortable(sql)).toBe(false));
});

test('a column has its new name in an expression, and texts stay', () => {
  const sql = `first || ' first ' || "first" || FIRST || "First"`;
  expect(withRenamed(sql, 'first', 'given')).toBe(
    `given || ' first ' || given || given || "First"`,
  );
  expect(withRenamed('first', 'first', 'Given')).toBe('"Given"');
});

test('an expression names the columns in it', () => {
  expect(namesColumn("lower(first) || 'last'", 'First')).toBe(true);
  expect(namesColumn("lower(first) || 'last'", 'last')).toBe(false);
});

import { expect, it } from 'vitest';
import type { DatabaseKind } from '../../../src/pull/database.js';
import { guessDefault } from '../../../src/pull/guess-default.js';
import { guessType } from '../../../src/pull/guess-type.js';
import { readTypeName } from '../../../src/pull/type-name.js';

const column = (declared: string, name = 'x') => ({
  ...{ name, declared, ...readTypeName(declared), values: null, nullable: true, default: null },
  ...{ counted: false, generated: false, expression: null, caseless: false, comment: null },
});

function typeOf(declared: string, database: DatabaseKind, name?: string, isKeyed = false) {
  const guess = guessType(column(declared, name), { database, isKeyed });
  if (typeof guess === 'string') return null;
  const { type, items, length, digits } = guess;
  return [
    type,
    ...(items === null ? [] : [items]),
    ...(length === null ? [] : [length]),
    ...(digits ?? []),
  ].join(' ');
}

it.each([
  ['INTEGER', 'integer'],
  ['BIGINT', 'bigint'],
  ['TINYINT(1)', 'boolean'],
  ['SMALLINT UNSIGNED', 'integer'],
  ['NVARCHAR(160)', 'string 160'],
  ['VARCHAR(20000)', 'text'],
  ['TEXT', 'text'],
  ['', 'text'],
  ['NUMERIC(10,2)', 'decimal 10 2'],
  ['NUMERIC(10, 0)', 'decimal 10 0'],
  ['DECIMAL(19,4)', 'decimal 15 4'],
  ['NUMERIC', 'float'],
  ['ANY', 'text'],
  ['MONEY', 'decimal 15 2'],
  ['DOUBLE PRECISION', 'float'],
  ['BOOL', 'boolean'],
  ['BIT', 'boolean'],
  ['DATETIME', 'datetime'],
  ['TIMESTAMP', 'datetime'],
  ['DATE', 'date'],
  ['GUID', 'uuid'],
  ['JSON', 'json'],
  ['BLOB', 'bytes'],
  ['varbinary(20)', 'bytes'],
  ['MYTEXT', 'text'],
])('takes %s of SQLite for %s', (declared, type) => {
  expect(typeOf(declared, 'sqlite')).toBe(type);
});

it.each([
  ['smallint', 'integer'],
  ['character varying(40)', 'string 40'],
  ['character(2)', 'string 2'],
  ['numeric(4,2)', 'decimal 4 2'],
  ['numeric(16,2)', 'exact 16 2'],
  ['numeric(1000,0)', 'exact 1000 0'],
  ['numeric', 'exact'],
  ['real', 'float'],
  ['timestamp(3) with time zone', 'datetime'],
  ['time without time zone', 'time'],
  ['jsonb', 'json'],
  ['citext', 'text'],
  ['text[]', 'list text'],
  ['character varying(40)[]', 'list string 40'],
  ['character varying[]', 'list text'],
  ['smallint[]', 'list integer'],
  ['numeric(4,2)[]', 'list decimal 4 2'],
  ['timestamp with time zone[]', 'list datetime'],
  ['uuid[]', 'list uuid'],
  ['text[][]', 'native'],
  ['jsonb[]', 'native'],
  ['inet[]', 'native'],
  ['money', 'native'],
  ['inet', 'native'],
  ['interval', 'native'],
  ['tsvector', 'native'],
  ['bytea', 'bytes'],
  ['bit(8)', 'native'],
  ['geometry(Point,4326)', 'native'],
  ['public.mood_range', 'native'],
  ['int4range', 'native'],
  ['time with time zone', 'native'],
])('takes %s of PostgreSQL for %s', (declared, type) => {
  expect(typeOf(declared, 'postgres')).toBe(type);
});

it('tells strings from longer texts by their names and uses, and money by its name', () => {
  expect(typeOf('text', 'postgres', 'last_name')).toBe('string');
  expect(typeOf('TEXT', 'sqlite', 'PostalCode')).toBe('string');
  expect(typeOf('text', 'postgres', 'remarks')).toBe('text');
  expect(typeOf('text', 'postgres', 'remarks', true)).toBe('string');
  expect(typeOf('numeric', 'sqlite', 'unit_price')).toBe('decimal 15 2');
});

const EVERY = { items: null, length: null, values: ['a', 'b'] };
it.each([
  ['sqlite', 'integer', '1', '1'],
  ['sqlite', 'integer', '(-1)', '-1'],
  ['sqlite', 'boolean', '0', 'false'],
  ['sqlite', 'string', "'it''s'", "it's"],
  ['sqlite', 'string', '"todo"', 'todo'],
  ['sqlite', 'datetime', 'CURRENT_TIMESTAMP', 'now'],
  ['sqlite', 'datetime', "datetime('now')", 'now'],
  ['sqlite', 'text', 'NULL', undefined],
  ['sqlite', 'text', 'upper(1)', null],
  ['postgres', 'string', "'in'::character varying", 'in'],
  ['postgres', 'decimal', '0.00', '0'],
  ['postgres', 'decimal', "'-1.50'::numeric", '-1.5'],
  ['postgres', 'exact', "'12345678901234567890.50'::numeric", '12345678901234567890.50'],
  ['postgres', 'integer', "nextval('x_seq'::regclass)", null],
  ['postgres', 'boolean', 'true', 'true'],
  ['postgres', 'date', 'CURRENT_DATE', 'today'],
  ['postgres', 'date', "'2020-02-29'::date", '2020-02-29'],
  ['postgres', 'datetime', 'now()', 'now'],
  ['postgres', 'datetime', "'2020-02-29 00:00:00'::timestamp without time zone", null],
  ['postgres', 'enum', "'b'::grade", 'b'],
  ['postgres', 'enum', "'z'::grade", null],
  ['postgres', 'json', "'{}'::jsonb", '{}'],
  ['postgres', 'uuid', 'gen_random_uuid()', null],
  ['postgres', 'text', 'NULL::text', undefined],
  ['postgres', 'string', 'md5((random())::text)', null],
] as const)('in %s takes the default of a %s, %s, for %s', (database, type, sql, value) => {
  expect(guessDefault({ default: sql }, { type, ...EVERY }, database)).toBe(value);
});

it.each([
  ['text', "'{}'::text[]", '[]'],
  ['text', String.raw`'{a,"b, \"c"}'::text[]`, String.raw`["a","b, \"c"]`],
  ['text', "'{NULL}'::text[]", null],
  ['text', "'{{a},{b}}'::text[]", null],
  ['text', "ARRAY['a'::text, 'b''s'::text]", '["a","b\'s"]'],
  ['string', "(ARRAY['a'::text])::character varying[]", '["a"]'],
  ['integer', 'ARRAY[1, -2]', '[1,-2]'],
  ['text', 'ARRAY[]::text[]', '[]'],
  ['bigint', "'{12}'::bigint[]", '["12"]'],
  ['boolean', "'{t,f}'::boolean[]", '[true,false]'],
  ['datetime', "'{now}'::timestamptz[]", null],
] as const)('takes the default of a list of %s, %s, for %s', (items, sql, value) => {
  const list = { type: 'list', items, length: null, values: [] } as const;
  expect(guessDefault({ default: sql }, list, 'postgres')).toBe(value);
});

import { expect, test } from 'vitest';
import { holdsInPostgres, holdsInSqlite } from '../../baseline/declared-types.js';

test.each([
  ['nvarchar(160)', 'varchar(160)', true],
  ['varchar(200)', 'varchar(160)', true],
  ['text', 'varchar(160)', true],
  ['varchar(100)', 'varchar(160)', false],
  ['varchar(100)', 'text', false],
  ['int', 'integer', true],
  ['numeric(10,2)', 'decimal(10,2)', true],
  ['numeric(10,1)', 'decimal(10,2)', false],
  ['numeric', 'decimal(10,2)', true],
  ['timestamp', 'datetime(3)', true],
  ['datetime', 'integer', true],
  ['blob', 'varchar(160)', false],
  ['constructor', 'integer', false],
  ['tinyint(1)', 'boolean', true],
  ['int(11)', 'integer', true],
  ['bigint(20)', 'integer', true],
  ['bigint unsigned', 'integer', true],
  ['int(10) unsigned', 'integer', true],
  ['numeric', 'double precision', true],
])('on SQLite, %s holds %s: %s', (type, wanted, expected) => {
  expect(holdsInSqlite(type, wanted)).toBe(expected);
});

test.each([
  ['character(2)', 'character varying(2)', true],
  ['text', 'character varying(255)', true],
  ['character varying(10)', 'character varying(255)', false],
  ['bigint', 'integer', true],
  ['timestamp without time zone', 'timestamp(3) with time zone', true],
  ['timestamp with time zone', 'timestamp(3) with time zone', true],
  ['numeric(19,4)', 'numeric(15,2)', true],
  ['numeric(10,2)', 'numeric(15,2)', false],
  ['bytea', 'text', false],
  ['smallint', 'bigint', true],
  ['numeric', 'double precision', true],
  ['text[]', 'text[]', true],
  ['smallint[]', 'bigint[]', true],
  ['character varying(20)[]', 'character varying(40)[]', false],
  ['text[]', 'character varying(40)[]', true],
  ['timestamp without time zone[]', 'timestamp(3) with time zone[]', true],
  ['text', 'text[]', false],
  ['character varying', 'text', true],
  ['character varying(100)', 'text', false],
])('on PostgreSQL, %s holds %s: %s', (type, wanted, expected) => {
  expect(holdsInPostgres(type, wanted)).toBe(expected);
});

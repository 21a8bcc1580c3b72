import { describe, expect, it } from 'vitest';
import { DumpReader } from '../../../../src/pull/dump/dump-statements.js';
import {
  extensionsOf,
  schemaStatements,
  withTables,
} from '../../../../src/pull/dump/schema-statements.js';

function partsOf(text: string) {
  const reader = new DumpReader();
  for (const line of text.split('\n')) reader.add(line);
  return reader.end();
}

const statementsOf = (text: string) => partsOf(text).flatMap(({ statements }) => statements);
const sqlOf = (text: string) => statementsOf(text).map(({ sql }) => sql);

describe('a semicolon ends no statement', () => {
  it.each([
    ['in a string', "SELECT 'a;''b;'"],
    ['in a string with escapes', String.raw`SELECT E'a\';b', 'c\'`],
    ['in a name', 'CREATE TABLE "a;""b" (id int)'],
    ['in a body between dollars', 'CREATE FUNCTION f() RETURNS int AS $x$ a; $$ b; $$ $x$'],
    ['in parentheses', 'CREATE RULE r AS ON INSERT TO t DO (SELECT 1; SELECT 2)'],
    [
      'in the body of a function',
      'CREATE OR REPLACE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END',
    ],
    ['after a dollar in a name', 'CREATE TABLE a$b$ (c$ int)'],
  ])('%s', (_, sql) => {
    expect(sqlOf(`${sql};\nSELECT 1;`)).toEqual([sql, 'SELECT 1']);
  });

  it('over lines, which stay as they are', () => {
    expect(statementsOf("\nSELECT 'a;\n\n  b';\nSELECT 2;")).toEqual([
      { line: 2, sql: "SELECT 'a;\n\n  b'" },
      { line: 5, sql: 'SELECT 2' },
    ]);
  });

  it('in a comment, which is left out', () => {
    expect(sqlOf('-- a; b\nSELECT 1 /* c; /* d; */ e */ + 2 -- f;\n;')).toEqual(['SELECT 1   + 2']);
  });
});

it('skips the rows of COPY, and does not keep those of INSERT', () => {
  const text = `COPY public.a (id, "text") FROM stdin;
1	it's; $$ /*
\\N	\\
\\.

INSERT INTO a VALUES (1, 'x;
y'), (2, $$;$$);
CREATE TABLE b (id int);`;
  expect(statementsOf(text).map(({ line, sql }) => [line, sql.slice(0, 8)])).toEqual([
    [1, 'COPY pub'],
    [6, 'INSERT'],
    [8, 'CREATE T'],
  ]);
  expect(schemaStatements(statementsOf(text)).map(({ sql }) => sql)).toEqual([
    'CREATE TABLE b (id int)',
  ]);
});

it('leaves out what no schema follows from', () => {
  const kept = [
    'CREATE TABLE a (id int)',
    'ALTER TABLE a ADD PRIMARY KEY (id)',
    'SET search_path = b',
  ];
  const others = [
    "SET statement_timeout = 0;\nSET default_tablespace = '';",
    'ALTER TABLE public.a OWNER TO "the owner";',
    'GRANT ALL ON a TO b;',
    'CREATE ROLE b;',
    'CREATE DATABASE c;',
    "SELECT pg_catalog.setval('public.a_id_seq', 3, true);",
    'BEGIN;',
    'COMMIT;',
  ];
  const text = [...kept.map((sql) => `${sql};`), ...others].join('\n');
  expect(schemaStatements(statementsOf(text)).map(({ sql }) => sql)).toEqual(kept);
});

it('knows commands of psql, and the database that they connect to', () => {
  const text = `\\restrict abc'def
\\connect template1
SELECT 1;
\\connect -reuse-previous=on "dbname='my shop'"
CREATE TABLE a (id int)
\\g
\\c "of ""others""";
CREATE SCHEMA s CREATE TABLE b (id int);`;
  expect(withTables(partsOf(text)).map(({ database }) => database)).toEqual([
    'my shop',
    'of "others"',
  ]);
  expect(sqlOf(text)).toEqual([
    'SELECT 1',
    'CREATE TABLE a (id int)',
    'CREATE SCHEMA s CREATE TABLE b (id int)',
  ]);
});

it('finds the extensions of a dump', () => {
  const text = `CREATE EXTENSION IF NOT EXISTS "uuid-ossp" WITH SCHEMA public; CREATE EXTENSION postgis; CREATE EXTENSION postgis;`;
  expect(extensionsOf(statementsOf(text))).toEqual(['uuid-ossp', 'postgis']);
});

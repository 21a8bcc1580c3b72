import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { Connection } from '../../database/sqlite/connection.js';
import { QuickReads } from '../../database/sqlite/readers/quick-reads.js';

const handle = new Sqlite(':memory:');
handle.exec(`
  CREATE TABLE task (id integer PRIMARY KEY AUTOINCREMENT NOT NULL, title text UNIQUE, status text, due text,
    hours real, project_id integer);
  CREATE INDEX task_status_due ON task (status, due);
  CREATE INDEX task_project ON task (project_id);
  CREATE TABLE project (id integer PRIMARY KEY AUTOINCREMENT NOT NULL, name text);
  CREATE TABLE pair (own integer, other integer, PRIMARY KEY (own, other)) WITHOUT ROWID;
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
    INSERT INTO task (title, status, due, hours, project_id) SELECT 't' || i, i % 3, i % 50, i % 7, i % 9 FROM n;
  INSERT INTO project (name) VALUES ('a'), ('b');
`);
let clock = 0;
const connection = new Connection(handle);
const reads = new QuickReads(
  (read) => read(connection),
  () => clock,
);
/** As lists are read: records as JSON, and all of them one text. */
const RECORD = `json_object('id', "id", 'hours', CASE WHEN "hours" = CAST("hours" AS INTEGER) THEN 1 ELSE "hours" END)`;
const page = (rest: string): string =>
  `SELECT group_concat(_record, ',') FROM (SELECT ${RECORD} AS _record FROM "task" ${rest})`;

describe.each<[string, string, unknown[]]>([
  ['a row by its id', `SELECT ${RECORD} FROM "task" WHERE "id" = ?1`, [7]],
  ['with a rule', `SELECT ${RECORD} FROM "task" WHERE ("id" = ?1 AND "status" = ?2)`, [7, 1]],
  ['by a unique value', `SELECT ${RECORD} FROM "task" WHERE "title" = ?1`, ['t7']],
  [
    'rows by ids',
    `SELECT "id" FROM "task" WHERE "id" IN (SELECT value FROM json_each(?1))`,
    ['[1]'],
  ],
  ['the number of all', `SELECT COUNT(*) FROM "task"`, []],
  ['the first page', page('WHERE 1 = 1 ORDER BY "id" LIMIT ?1 + 0 OFFSET ?2'), [25, 0]],
  ['the last page', page('WHERE 1 = 1 ORDER BY "id" DESC LIMIT ?1 + 0 OFFSET ?2'), [25, 9975]],
  [
    'a page of a filter and its order by an index',
    page('WHERE "status" = ?1 ORDER BY "due", "id" LIMIT ?2 + 0 OFFSET ?3'),
    [1, 25, 0],
  ],
  [
    'a page by a key',
    page('WHERE "project_id" = ?1 ORDER BY "id" LIMIT ?2 + 0 OFFSET ?3'),
    [1, 25, 0],
  ],
  ['all after an id', page('WHERE "id" > ?1 ORDER BY "id" LIMIT ?2 + 0 OFFSET ?3'), [9, 500, 0]],
  [
    'a small table, however',
    `SELECT "name" FROM "project" WHERE "name" LIKE ?1 ORDER BY "name"`,
    ['a'],
  ],
  ['what TypeORM asks', `SELECT "T"."id" AS "x" FROM "task" "T" WHERE ("T"."id" = ?) LIMIT 1`, [7]],
  ['no table', 'SELECT 1', []],
  ['the schema', `SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`, []],
  ['a plan', 'EXPLAIN QUERY PLAN SELECT * FROM task', []],
])('on the event loop: %s', (_name, sql, values) => {
  it('is quick', () => expect(reads.isQuick(sql, values)).toBe(true));
});

describe.each<[string, string, unknown[]]>([
  [
    'a filter without an index',
    page('WHERE "hours" = ?1 ORDER BY "id" LIMIT ?2 + 0 OFFSET ?3'),
    [1, 25, 0],
  ],
  [
    'rows of an index that are looked at in vain',
    page('WHERE ("status" = ?1 AND "hours" = ?2) ORDER BY "due", "id" LIMIT ?3 + 0 OFFSET ?4'),
    [1, 2, 25, 0],
  ],
  [
    'a key as a pretext',
    page('WHERE ("id" > ?1 AND "title" LIKE ?2) ORDER BY "id" LIMIT ?3 + 0 OFFSET ?4'),
    [0, '%x', 25, 0],
  ],
  [
    'one of two',
    page('WHERE ("id" > ?1 OR "hours" = ?2) ORDER BY "id" LIMIT ?3 + 0 OFFSET ?4'),
    [0, 1, 25, 0],
  ],
  ['a sort', page('WHERE 1 = 1 ORDER BY "hours", "id" LIMIT ?1 + 0 OFFSET ?2'), [25, 0]],
  [
    'a sort of the last term',
    page('WHERE 1 = 1 ORDER BY "status", "hours" LIMIT ?1 + 0 OFFSET ?2'),
    [25, 0],
  ],
  [
    'a sort of ids alone',
    page(
      'WHERE "id" IN (SELECT "id" FROM "task" WHERE 1 = 1 ORDER BY "hours" LIMIT ?1 + 0 OFFSET ?2) ORDER BY "hours"',
    ),
    [25, 0],
  ],
  ['a deep page', page('WHERE 1 = 1 ORDER BY "id" LIMIT ?1 + 0 OFFSET ?2'), [25, 10_000]],
  ['a deep page of TypeORM', `SELECT "T"."id" AS "x" FROM "task" "T" LIMIT 25 OFFSET 10000`, []],
  ['a page without end', page('WHERE 1 = 1 ORDER BY "id" LIMIT ?1 + 0 OFFSET ?2'), [1e9, 0]],
  ['a limit that is none', page('WHERE 1 = 1 ORDER BY "id" LIMIT ?1 + 0 OFFSET ?2'), [-1, 0]],
  ['no page', `SELECT "id" FROM "task"`, []],
  ['the number of some', `SELECT COUNT(*) FROM "task" WHERE "status" = ?1`, [1]],
  ['a sum', `SELECT SUM("hours") FROM "task"`, []],
  [
    'groups',
    `SELECT "status", COUNT(*) FROM "task" GROUP BY "status" LIMIT ?1 + 0 OFFSET ?2`,
    [25, 0],
  ],
  [
    'a small table with a large one',
    `SELECT "name" FROM "project" WHERE "id" IN (SELECT "project_id" FROM "task" WHERE "hours" > ?1)`,
    [1],
  ],
  [
    'a table without ids, whose size nobody knows',
    `SELECT "own" FROM "pair" WHERE "other" = ?1`,
    [1],
  ],
  [
    'what makes rows of nothing',
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n',
    [],
  ],
])('by a reader: %s', (_name, sql, values) => {
  it('is not quick', () => expect(reads.isQuick(sql, values)).toBe(false));
});

it('goes by the values of each read', () => {
  const sql = page('WHERE 1 = 1 ORDER BY "id" LIMIT ?1 + 0 OFFSET ?2');
  const places = [0, 20_000, 9_975, 9_976];
  expect(places.map((place) => reads.isQuick(sql, [25, place]))).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

it('goes by how long a read has taken where a table is neither small nor large', () => {
  const [sql, other] = ['ASC', 'DESC'].map(
    (order) => `SELECT "a" FROM "few" ORDER BY "a" ${order}`,
  );
  handle.exec(`CREATE TABLE few (id integer PRIMARY KEY, a text);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001) INSERT INTO few (a) SELECT i FROM n`);
  expect(reads.isQuick(sql!, [])).toBe(true);
  expect(reads.timed(sql!, () => 'at once')).toBe('at once');
  expect(reads.isQuick(sql!, [])).toBe(true);
  const take = (text: string, milliseconds: number) =>
    reads.timed(text, () => {
      clock += milliseconds;
    });
  // Once or twice may be for what else the machine has to do.
  for (const milliseconds of [6, 6, 0, 6, 6]) take(sql!, milliseconds);
  expect(reads.isQuick(sql!, [])).toBe(true);
  take(sql!, 6);
  expect(reads.isQuick(sql!, [])).toBe(false);
  const third = `${sql!} LIMIT 100000`;
  expect(reads.isQuick(third, [])).toBe(true);
  take(third, 26);
  expect(reads.isQuick(third, [])).toBe(false);
  expect(reads.isQuick(other!, [])).toBe(true);
  handle.exec('DELETE FROM few WHERE id > 1000');
  expect(reads.isQuick(sql!, [])).toBe(true);
});

it('follows a table that grows', () => {
  const sql = `SELECT "name" FROM "project" WHERE "name" LIKE ?1`;
  expect(reads.isQuick(sql, ['a'])).toBe(true);
  handle.exec(`INSERT INTO project (id, name) VALUES (20001, 'c')`);
  expect(reads.isQuick(sql, ['a'])).toBe(false);
});

it('says what is wrong with a statement as SQLite does', () => {
  expect(() => reads.isQuick('SELECT * FROM nowhere', [])).toThrow('no such table: nowhere');
});

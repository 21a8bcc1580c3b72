import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { Connection } from '../../database/sqlite/connection.js';
import { QuickReads } from '../../database/sqlite/readers/quick-reads.js';

const handle = new Sqlite(':memory:');
handle.exec(`
  CREATE TABLE task (id integer PRIMARY KEY AUTOINCREMENT NOT NULL, title text, project_id integer);
  CREATE TABLE project (id integer PRIMARY KEY AUTOINCREMENT NOT NULL, name text);
  CREATE TABLE pair (own integer, other integer, PRIMARY KEY (own, other)) WITHOUT ROWID;
  CREATE VIEW titles AS SELECT title FROM task;
  CREATE VIRTUAL TABLE words USING fts5 (text);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001)
    INSERT INTO task (title, project_id) SELECT 't' || i, i % 9 FROM n;
  INSERT INTO project (name) VALUES ('a'), ('b');
`);
const connection = new Connection(handle);
let clock = 0;
const reads = new QuickReads(
  (read) => read(connection),
  () => clock,
);

describe('a read of the engine', () => {
  const isQuick = (tables: string[], upTo: number) => reads.isQuick('', [], { tables, upTo });

  it('is quick or not as it says', () => {
    expect(reads.isQuick('', [], 'few')).toBe(true);
    expect(reads.isQuick('', [], 'much')).toBe(false);
  });

  it('goes by the rows of its tables together, each as often as it is joined', () => {
    expect(isQuick(['task'], 1001)).toBe(true);
    expect(isQuick(['task'], 1000)).toBe(false);
    expect(isQuick(['task', 'project'], 1003)).toBe(true);
    expect(isQuick(['task', 'project'], 1002)).toBe(false);
    expect(isQuick(['project', 'project'], 3)).toBe(false);
    expect(isQuick(['pair'], 1_000_000)).toBe(false);
  });

  it('goes by how long it has taken where a table is neither small nor large', () => {
    const reach = { tables: ['task'], upTo: 20_000 };
    const take = (sql: string, milliseconds: number) =>
      reads.timed(sql, () => (clock += milliseconds) && sql);
    expect(take('one', 25)).toBe('one');
    expect(reads.isQuick('one', [], reach)).toBe(true);
    take('one', 26);
    take('one', 26);
    expect(reads.isQuick('one', [], reach)).toBe(false);
    expect(reads.isQuick('other', [], reach)).toBe(true);
    expect(reads.isQuick('one', [], { ...reach, tables: ['project'] })).toBe(true);
    expect(reads.isQuick('one', [], 'few')).toBe(true);
  });

  it('is not slow for having been interrupted once, as on a busy machine', () => {
    const reach = { tables: ['task'], upTo: 20_000 };
    for (const milliseconds of [80, 1, 80, 2, 80]) {
      reads.timed('interrupted', () => (clock += milliseconds));
      expect(reads.isQuick('interrupted', [], reach)).toBe(true);
    }
  });

  it('is tried again after a while', () => {
    const reach = { tables: ['task'], upTo: 20_000 };
    for (let time = 0; time < 2; time++) reads.timed('cold', () => (clock += 80));
    clock += 599_000;
    expect(reads.isQuick('cold', [], reach)).toBe(false);
    clock += 1001;
    expect(reads.isQuick('cold', [], reach)).toBe(true);
    reads.timed('cold', () => (clock += 1));
    expect(reads.isQuick('cold', [], reach)).toBe(true);
  });

  it('follows a table that grows', () => {
    expect(isQuick(['project'], 20_000)).toBe(true);
    handle.exec(`INSERT INTO project (id, name) VALUES (20001, 'c')`);
    expect(isQuick(['project'], 20_000)).toBe(false);
    handle.exec('DELETE FROM project WHERE id = 20001');
    expect(isQuick(['project'], 20_000)).toBe(true);
  });
});

describe.each<[string, string, unknown[]]>([
  ['a row by its id', 'SELECT * FROM task WHERE id = ?1', [7]],
  ['what TypeORM asks', `SELECT "T"."id" AS "x" FROM "task" "T" WHERE ("T"."id" = ?) LIMIT 1`, [7]],
  [
    'what is joined by id',
    'SELECT * FROM task t LEFT JOIN project p ON p.id = t.project_id WHERE t.id = ?',
    [7],
  ],
  [
    'rows by ids, sorted',
    `SELECT * FROM task WHERE id IN (?, ?) AND title <> 'who?' ORDER BY title`,
    [1, 2],
  ],
  ['a small table, however', `SELECT name FROM "project" WHERE name LIKE ?1 ORDER BY name`, ['a']],
  ['no table', 'SELECT 1', []],
  ['the schema', `SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`, []],
  ['a plan', 'EXPLAIN QUERY PLAN SELECT * FROM task', []],
])('SQL of a developer on the event loop: %s', (_name, sql, values) => {
  it('is quick', () => expect(reads.isQuick(sql, values)).toBe(true));
});

describe.each<[string, string, unknown[]]>([
  ['a large table', 'SELECT * FROM "Task" LIMIT 1', []],
  ['the number of all', 'SELECT COUNT(*) FROM task', []],
  [
    'a small table with a large one',
    'SELECT name FROM project WHERE id IN (SELECT project_id FROM task)',
    [],
  ],
  [
    'an id that has to be found',
    'SELECT * FROM project WHERE id = (SELECT max(length(title)) FROM task)',
    [],
  ],
  ['a table without ids, whose size nobody knows', 'SELECT own FROM pair WHERE other = ?1', [1]],
  ['a view, which may hide anything', 'SELECT * FROM titles', []],
  ['a full-text search', 'SELECT * FROM words WHERE words MATCH ?1', ['a']],
  [
    'what makes rows of nothing',
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n',
    [],
  ],
])('SQL of a developer by a reader: %s', (_name, sql, values) => {
  it('is not quick', () => expect(reads.isQuick(sql, values)).toBe(false));
});

it('says what is wrong with a statement as SQLite does', () => {
  expect(() => reads.isQuick('SELECT * FROM nowhere', [])).toThrow('no such table: nowhere');
});

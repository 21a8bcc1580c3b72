import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read, ROOT, run, runCrudgen } from '../support/project-on-disk.js';
import { SCRATCH } from '../support/scratch.js';

const folder = mkdtempSync(join(SCRATCH, 'pull-migrations-table-'));
const PLAIN = ['--no-install', '--no-git', '--no-web'];

beforeAll(() => symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TABLES = [
  'CREATE TABLE users (id integer PRIMARY KEY AUTOINCREMENT NOT NULL, name varchar NOT NULL, email varchar NOT NULL, created_at datetime)',
  'CREATE UNIQUE INDEX users_email_unique ON users (email)',
  'CREATE TABLE posts (id integer PRIMARY KEY AUTOINCREMENT NOT NULL, user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE, title varchar NOT NULL)',
  `INSERT INTO users (name, email) VALUES ('Ann', 'ann@example.com')`,
  `INSERT INTO posts (user_id, title) VALUES (1, 'First')`,
];

/** Databases with the table that each tool calls `migrations`; that of TypeORM has the columns of the service's own. */
const TOOLS = {
  laravel: [
    'CREATE TABLE migrations (id integer PRIMARY KEY AUTOINCREMENT NOT NULL, migration varchar NOT NULL, batch integer NOT NULL)',
    `INSERT INTO migrations (migration, batch) VALUES ('0001_01_01_000000_create_users_table', 1)`,
  ],
  typeorm: [
    'CREATE TABLE migrations (id integer PRIMARY KEY AUTOINCREMENT NOT NULL, "timestamp" bigint NOT NULL, name varchar NOT NULL)',
    `INSERT INTO migrations ("timestamp", name) VALUES (1700000000000, 'CreateUsers1700000000000')`,
  ],
};

const OWN = /^(auth_|sqlite_|crudgen_migrations$|seed_log$)/;

/** The tables of others in a file, with their statements and rows. */
function othersIn(file: string): readonly unknown[] {
  const database = new Sqlite(file, { readonly: true });
  try {
    const made = database.prepare('SELECT tbl_name, name, sql FROM sqlite_master ORDER BY name');
    return (made.all() as { tbl_name: string; name: string }[])
      .filter(({ tbl_name: table }) => !OWN.test(table))
      .map((one) => ({
        ...one,
        rows: one.name === one.tbl_name && database.prepare(`SELECT * FROM ${one.name}`).all(),
      }));
  } finally {
    database.close();
  }
}

describe.each(Object.entries(TOOLS))('a database of SQLite with migrations of %s', (tool, own) => {
  const file = join(folder, `${tool}.db`);
  const project = join(folder, tool);
  const crudgen = (...args: readonly string[]) => runCrudgen(project, ...args);
  const service = (...args: readonly string[]) =>
    run(project, process.execPath, ['--import', 'tsx', 'src/main.ts', ...args]);
  let others: readonly unknown[];

  beforeAll(() => {
    const database = new Sqlite(file);
    for (const statement of [...TABLES, ...own]) database.exec(statement);
    database.close();
    copyFileSync(file, join(folder, `${tool}-before.db`));
    others = othersIn(file);
  });
  // What is done to the project leaves the tables of the tool as they were.
  const expectOthers = () => expect(othersIn(file)).toEqual(others);

  it('is a service in two commands', () => {
    const { status, stdout, stderr } = runCrudgen(folder, 'pull', `${tool}.db`, tool, ...PLAIN);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('left out: migrations: tools keep their migrations in a table');
    expect(read(project, 'src/features.gen.ts')).toContain('migrationsTable');
    const migrated = service('migrate');
    expect(migrated.stderr).toBe('');
    expect(migrated.stdout).toMatch(/^applied CreateAccessControl.*\n[^]*applied Baseline\d+\n/);
    expect(service('migrate').stdout).not.toContain('applied');
    expectOthers();
  });

  it('is followed by the commands of the project', () => {
    expect(crudgen('drift')).toMatchObject({ status: 0 });
    expect(crudgen('doctor').stdout).toContain('no problems found');
    expect(crudgen('pull').stdout).toContain('nothing to change');
    const change = crudgen('model', 'add-field', 'Post', 'rating:integer');
    expect(change).toMatchObject({ status: 0, stderr: '' });
    expect(crudgen('doctor').stderr).toContain('pending migrations: ');
    expect(service('migrate').stdout).toMatch(/^applied AddRating\w*\d{14}/m);
    expect(crudgen('undo').stderr).toMatch(/error\[applied\]: the migration \w+ has run/);
    expect(service('migrate', '--revert').stdout).toMatch(/^reverted AddRating/);
    expect(crudgen('undo').status).toBe(0);
    expectOthers();
  });

  it('is backed up, and no database of the tool is taken for that of the service', () => {
    expect(service('backup', 'copy.db').stderr).toBe('');
    expect(service('restore', 'copy.db', '--replace').status).toBe(0);
    const { status, stderr } = service('restore', `../${tool}-before.db`, '--replace');
    expect([status, stderr]).toEqual([1, expect.stringContaining('not the database of a service')]);
    expectOthers();
  });

  it('has all of its tables in the tests of the project', () => {
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const { status, stdout } = run(project, process.execPath, [vitest, 'run', 'src/models/post']);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/Tests .*passed/)]);
  });

  it('is left alone by a project without its name for the table', () => {
    expect(crudgen('drop', 'migrations-table').status).toBe(0);
    const { status, stderr } = service('migrate');
    expect([status, stderr]).toEqual([1, expect.stringMatching(/migrations/)]);
    expectOthers();
  });
});

it('the tables of an earlier project are refused', () => {
  const file = join(folder, 'taken.sql');
  writeFileSync(file, [...TABLES, ...TOOLS.typeorm, 'CREATE TABLE auth_user (id int)'].join(';\n'));
  const { status, stderr } = runCrudgen(folder, 'pull', 'taken.sql', 'taken', ...PLAIN);
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('error[reserved-table]: taken.sql has `migrations`, `auth_user`'),
  ]);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { driftOf, migrateProject } from '../../../support/drift-of.js';
import { startPostgres, type TestPostgres } from '../../../support/postgres.js';
import { edit, read, runCrudgen } from '../../../support/project-on-disk.js';
import { SCRATCH } from '../../../support/scratch.js';
import { fixture } from '../../pull/databases.js';

let server: TestPostgres;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(SCRATCH, 'drift-pulled-'));
  server = await startPostgres();
}, 60_000);

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

async function change(url: string, sql: string): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const database = new Sqlite(url.slice('sqlite:'.length));
    database.exec(sql);
    return void database.close();
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** A project that is made of a database, and has run on it. */
async function pulled(name: string, url: string, sql: string, ...flags: readonly string[]) {
  await change(url, sql);
  const plain = ['--no-install', '--no-git', '--no-web', ...flags];
  const { status, stderr } = runCrudgen(folder, 'pull', url, name, ...plain);
  if (status !== 0) throw new Error(stderr);
  const root = join(folder, name);
  if (!flags.includes('--schema')) migrateProject(root, url);
  return root;
}

const fileOf = (name: string) => `sqlite:${join(folder, `${name}.db`)}`;

describe('a project of a database that was there', () => {
  it('knows what others change in a file of SQLite later', async () => {
    const url = fileOf('music');
    const root = await pulled('music', url, fixture('music.sql'), '--exclude', 'Employees');
    const first = driftOf(root, url);
    expect(first).toMatchObject({ told: [], problems: [], exit: 0 });
    expect(first.json.unserved).toEqual(['Employees']);
    await change(
      url,
      `ALTER TABLE Artists ADD COLUMN Country text;
       CREATE TABLE Label (id integer primary key, name text);
       CREATE INDEX by_name ON Artists (Name);`,
    );
    edit(root, 'src/models/artist/artist.model.ts', (text) =>
      text.replace('length: 120', 'length: 60'),
    );
    const { told, exit } = driftOf(root, url);
    expect([told, exit]).toEqual([
      [
        expect.stringMatching(
          /^`Artists.Name` is nvarchar\(120\) in the database and varchar\(60\) in the project @ src\/models\/artist\/artist\.model\.ts:\d+ -> sync$/,
        ),
        expect.stringMatching(
          /^column `Artists.Country` is in the database alone @ src\/models\/artist\/artist\.model\.ts:\d+ -> pull$/,
        ),
        expect.stringMatching(
          /^`Artists` has the index on Name in the database alone @ src\/models\/artist\/artist\.model\.ts:\d+ -> pull$/,
        ),
        'table `Label` is in the database alone @ null:null -> pull',
      ],
      1,
    ]);
    const rest = driftOf(root, url, '--ignore', 'Artists,Label');
    expect([rest.told, rest.exit, rest.json.unserved]).toEqual([[], 0, ['Employees', 'Label']]);
    expect(driftOf(root, url, '--ignore', 'Labels')).toMatchObject({
      exit: 1,
      problems: [{ code: 'no-table', help: expect.stringContaining('Label') }],
    });
  }, 120_000);

  it('knows what others change in PostgreSQL later', async () => {
    const url = await server.createDatabase();
    const root = await pulled('school', url, fixture('school.postgres.sql'));
    expect(driftOf(root, url)).toMatchObject({ told: [], problems: [], exit: 0 });
    await change(
      url,
      `ALTER TABLE auth_user ALTER COLUMN username DROP NOT NULL;
       DROP TABLE auth_session;
       ALTER TYPE grade ADD VALUE 'd';`,
    );
    const { json, exit } = driftOf(root, url);
    const told = json.differences.map(
      ({ table, columns, mend }) => `${[table, ...columns].join('.')}: ${mend}`,
    );
    expect([told, exit]).toEqual([
      [
        'auth_user.username: undo',
        'auth_session: undo',
        'enrolment.result: pull',
        'student.grade: pull',
      ],
      1,
    ]);
    expect(json.differences.at(-1)).toMatchObject({
      message: `\`student.grade\` may be 'a', 'b', 'c, with care', 'd' in the database and 'a', 'b', 'c, with care' in the project`,
      file: 'src/models/student/student.model.ts',
      line: expect.any(Number),
    });
  }, 120_000);

  it('has its tables in the schema of its search path', async () => {
    const office = await server.createDatabase();
    const flags = ['--schema', 'office'];
    const seats = `CREATE TYPE public.span AS RANGE (SUBTYPE = integer); ALTER TABLE office.room ADD seats public.span;`;
    const sql = `${fixture('school.postgres.sql')};${seats}`;
    const other = await pulled('office', office, sql, ...flags);
    // Sessions of the project do not find the type by its name alone.
    expect(read(other, 'src/models/room/room.model.ts')).toContain(`native('public.span')`);
    const url = /^DATABASE_URL=(.*)$/m.exec(read(other, '.env'))![1]!;
    expect(url).toContain('search_path');
    migrateProject(other, url);
    expect(driftOf(other, url)).toMatchObject({ told: [], exit: 0 });
  }, 120_000);

  it('has its tables in several schemas, and those of the service in public', async () => {
    const url = await server.createDatabase();
    const more = 'CREATE TABLE office.student (id serial PRIMARY KEY, student_id bigint);';
    const flags = ['--schema', 'office,public'];
    const root = await pulled('both', url, fixture('school.postgres.sql') + more, ...flags);
    expect(read(root, '.env')).toContain(`DATABASE_URL=${url}\n`);
    expect(read(root, 'src/models/office-student/office-student.model.ts')).toContain(
      "@Entity({ name: 'student', schema: 'office' })",
    );
    migrateProject(root, url);
    expect(driftOf(root, url)).toMatchObject({ told: [], exit: 0 });
    await change(url, 'ALTER TABLE office.student ADD COLUMN note text; DROP TABLE office.room');
    expect(driftOf(root, url).told).toEqual([
      expect.stringMatching(/^table `office.room` is missing in the database @ src\/models\/room/),
      expect.stringMatching(/^column `office.student.note` is in the database alone @ .* -> pull$/),
    ]);
    const again = runCrudgen(root, 'pull', '--drop-data');
    expect(again.stdout + again.stderr).toContain('OfficeStudent.note: note:text');
    expect(driftOf(root, url).told).toEqual([]);
  }, 120_000);
});

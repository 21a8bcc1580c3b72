import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  execute,
  wholeSchema,
} from '../../templates/features/engine-tests/engine/test/database/whole-schema.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';
import { read, ROOT, run, runCrudgen } from '../support/project-on-disk.js';
import { SCRATCH } from '../support/scratch.js';

const folder = mkdtempSync(join(SCRATCH, 'pull-again-'));
const fixture = (name: string) => readFileSync(join(ROOT, 'test/fixtures/pull', name), 'utf8');
const PLAIN = ['--no-install', '--no-git'];
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()), 60_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const at = (project: string) => join(folder, project);
const crudgen = (project: string, ...args: readonly string[]) => runCrudgen(at(project), ...args);
const migrate = (project: string) =>
  run(at(project), process.execPath, ['--import', 'tsx', 'src/main.ts', 'migrate']);
const types = (project: string) =>
  run(at(project), process.execPath, [TSC, '--noEmit', '-p', 'tsconfig.json']);

/** The schema of a database without what the service has in it. */
async function schemaAt(url: string): Promise<string> {
  const { objects } = (await wholeSchema(url)) as { readonly objects: readonly unknown[] };
  const texts = objects.map((one) => JSON.stringify(one));
  return texts
    .filter((text) => !/auth_|migrations|seed_log|schema_lock|sqlite_/.test(text))
    .join('\n');
}

/** Writes a getter into the class of a model. */
function addGetter(project: string, path: string): void {
  const text = read(at(project), path);
  const getter = `\n  /** Mine. */\n  get shown(): string {\n    return 'shown';\n  }\n}\n`;
  writeFileSync(join(at(project), path), text.replace(/\}\n$/, getter));
}

const DATABASES = [
  {
    name: 'sqlite',
    url: () => Promise.resolve(`sqlite:${join(folder, 'music.db')}`),
    given: 'music.db',
    start: 'music.sql',
    renames: [
      ['Album', 'Disc'],
      ['Employee', 'title', 'position'],
    ],
    getter: 'src/models/disc/disc.model.ts',
    changes: [
      'ALTER TABLE tbl_Album ADD COLUMN ReleasedOn DATE',
      'ALTER TABLE Artists ADD COLUMN Website NVARCHAR(200)',
      'ALTER TABLE Employees DROP COLUMN HireDate',
      'ALTER TABLE Employees RENAME COLUMN Title TO Position',
      'CREATE INDEX ByName ON Artists (Name)',
      'DROP INDEX InvoicesByStatus',
      'CREATE TABLE Reviews (ReviewId INTEGER PRIMARY KEY, AlbumId INTEGER NOT NULL REFERENCES tbl_Album (AlbumId), Stars INTEGER NOT NULL CHECK (Stars BETWEEN 1 AND 5))',
      'ALTER TABLE Artists ADD COLUMN Boss INTEGER REFERENCES Employees (EmployeeId)',
      'CREATE UNIQUE INDEX OneNote ON Invoices (InvoiceDate, SoldBy)',
      'CREATE VIEW Names AS SELECT Name FROM Artists',
    ],
    rename: 'Employee.position:Position',
    told: [
      '~ Employee.position: the column Title -> Position',
      '+ Review: the table Reviews with 3 columns',
      '+ Artist.website: website:string:max=200:url:column=Website # url by its name',
      '~ Artist.name: index false -> true',
      '+ Disc.released_on: released_on:date:column=ReleasedOn',
      '- Employee.hire_date: the column HireDate is gone',
      'indexes - `status, invoice_date`',
      'not expressed: Names: no column names its rows',
    ],
  },
  {
    name: 'postgres',
    url: () => server.createDatabase(),
    given: null,
    start: 'school.postgres.sql',
    renames: [
      ['Course', 'Lesson'],
      ['Student', 'fee', 'price'],
    ],
    getter: 'src/models/lesson/lesson.model.ts',
    changes: [
      'ALTER TABLE student ADD COLUMN born_in varchar(60)',
      'ALTER TABLE student ALTER COLUMN price TYPE numeric(9,2)',
      "ALTER TABLE student ALTER COLUMN status SET DEFAULT 'out'",
      'ALTER TABLE student DROP COLUMN left_at',
      'ALTER TABLE student RENAME COLUMN age TO years',
      `ALTER TYPE grade ADD VALUE 'd'`,
      'DROP INDEX student_joined',
      'CREATE TABLE room (id serial PRIMARY KEY, name text NOT NULL, student_id uuid REFERENCES student ON DELETE CASCADE)',
      'CREATE UNIQUE INDEX room_once ON room (name)',
      'ALTER TABLE enrolment ADD COLUMN note text',
    ],
    rename: 'Student.age:years',
    told: [
      '~ Student.age: the column age -> years',
      '+ Room: the table room with 3 columns',
      '+ Student.born_in: born_in:string:max=60',
      '~ Student.price: precision 8 -> 9',
      '~ Student.grade: values',
      '+ Enrolment.note: note:text',
      '- Student.left_at: the column left_at is gone',
    ],
  },
];

describe.each(DATABASES)('pull in a project of a database of $name', (one) => {
  const project = one.name;
  let url: string;

  beforeAll(async () => {
    url = await one.url();
    await execute(url, fixture(one.start));
    expect(runCrudgen(folder, 'pull', one.given ?? url, project, ...PLAIN).status).toBe(0);
  }, 300_000);

  it('finds nothing to change where nothing has changed, and changes no file', () => {
    const kept = read(at(project), '.crudgen/database.json');
    const { status, stdout } = crudgen(project, 'pull');
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^nothing to change: /)]);
    expect(read(at(project), '.crudgen/database.json')).toBe(kept);
  });

  it('merges what somebody has changed there into what the developer has edited', async () => {
    for (const names of one.renames) {
      const command = names.length === 2 ? 'rename' : 'rename-field';
      expect(crudgen(project, 'model', command, ...names).status).toBe(0);
    }
    addGetter(project, one.getter);
    // On PostgreSQL the columns of these fields are renamed, too.
    expect(migrate(project).status).toBe(0);
    for (const change of one.changes) await execute(url, change);

    const asked = crudgen(project, 'pull', '--json');
    expect(asked.status).toBe(1);
    expect(asked.stdout).toContain('renamed-or-dropped');
    const dry = crudgen(project, 'pull', '--dry-run', '--rename', one.rename);
    expect(dry.stdout).toContain('dry run');

    const { status, stdout, stderr } = crudgen(
      project,
      'pull',
      '--rename',
      one.rename,
      '--drop-data',
    );
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('error')]);
    for (const line of one.told) expect(stdout).toContain(line);
    expect(read(at(project), one.getter)).toContain(`  /** Mine. */\n  get shown(): string {`);
    expect(types(project)).toEqual({ status: 0, stdout: '', stderr: '' });
  }, 300_000);

  it('leaves the database as it is when the service starts on it, and is done then', async () => {
    const before = await schemaAt(url);
    expect(migrate(project).stdout).toContain('applied Change');
    expect(await schemaAt(url)).toBe(before);
    expect(crudgen(project, 'pull').stdout).toMatch(/^nothing to change: /);
  }, 120_000);

  it('makes a database like it elsewhere', async () => {
    const other =
      one.name === 'sqlite' ? `sqlite:${join(folder, 'new.db')}` : await server.createDatabase();
    const env = { DATABASE_URL: other };
    const args = ['--import', 'tsx', 'src/main.ts', 'migrate'];
    const { status, stderr } = run(at(project), process.execPath, args, env);
    expect([status, stderr]).toEqual([0, '']);
    const command = [join(ROOT, 'bin/crudgen.js'), 'pull', '--dry-run'];
    const { stdout } = run(at(project), process.execPath, command, env);
    // Checks, and the values of an enum of PostgreSQL, are no part of the steps.
    const changes = stdout.split('\n').filter((line) => /^[+~-] /.test(line));
    expect(changes.filter((line) => !/: (values|min|max) /.test(line))).toEqual([]);
  }, 120_000);
});

describe('pull where tables get and lose their keys', () => {
  const project = 'keys';
  const rows = (table: string) => {
    const database = new Sqlite(join(folder, 'keys.db'), { readonly: true });
    const found = database.prepare(`SELECT * FROM ${table}`).all();
    database.close();
    return found;
  };

  it('makes records of lists and lists of records, and loses no row', async () => {
    const url = `sqlite:${join(folder, 'keys.db')}`;
    await execute(
      url,
      `CREATE TABLE log (at TEXT, message TEXT); INSERT INTO log VALUES ('now', 'on'), ('later', 'off');
       CREATE TABLE unit (code TEXT NOT NULL PRIMARY KEY, name TEXT); INSERT INTO unit VALUES ('kg', 'kilogram');
       CREATE TABLE part (id INTEGER PRIMARY KEY, name TEXT);`,
    );
    expect(runCrudgen(folder, 'pull', 'keys.db', project, ...PLAIN).status).toBe(0);
    expect(migrate(project).status).toBe(0);
    addGetter(project, 'src/models/log/log.model.ts');
    await execute(
      url,
      `CREATE TABLE kept (number INTEGER PRIMARY KEY, at TEXT, message TEXT); INSERT INTO kept (at, message) SELECT * FROM log;
       DROP TABLE log; ALTER TABLE kept RENAME TO log;
       CREATE TABLE bare (code TEXT, name TEXT); INSERT INTO bare SELECT * FROM unit; DROP TABLE unit; ALTER TABLE bare RENAME TO unit;`,
    );
    const { status, stdout, stderr } = crudgen(project, 'pull');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('~ Log: its rows are records, named by number');
    expect(stdout).toContain('~ Unit: no column names its rows any more');
    expect(read(at(project), 'src/models/log/log.model.ts')).toContain(`/** Mine. */`);
    expect(types(project)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(migrate(project).stdout).toContain('applied');
    expect([rows('log').length, rows('unit')]).toEqual([2, [{ code: 'kg', name: 'kilogram' }]]);
    expect(crudgen(project, 'pull').stdout).toMatch(/^nothing to change: /);
  }, 300_000);

  it('makes a database like it elsewhere', () => {
    const args = ['--import', 'tsx', 'src/main.ts', 'migrate'];
    const env = { DATABASE_URL: `sqlite:${join(folder, 'keys-new.db')}` };
    expect(run(at(project), process.execPath, args, env)).toMatchObject({ status: 0, stderr: '' });
    const database = new Sqlite(join(folder, 'keys-new.db'), { readonly: true });
    const columns = database.pragma('table_info(log)') as readonly { readonly name: string }[];
    database.close();
    expect(columns.map(({ name }) => name)).toEqual(['number', 'at', 'message']);
  }, 60_000);
});

describe.each(['sqlite', 'postgres'])('pull in a project of its own, on %s', (kind) => {
  const project = `own-${kind}`;
  let url: string;

  beforeAll(async () => {
    const models = join(ROOT, 'examples/clinic/models.yaml');
    const args = ['init', project, '--yes', '--models', models, '--db', kind, ...PLAIN];
    expect(runCrudgen(folder, ...args).status).toBe(0);
    url =
      kind === 'sqlite'
        ? `sqlite:${join(at(project), 'data/app.db')}`
        : await server.createDatabase();
    const env = read(at(project), '.env');
    if (kind === 'postgres')
      writeFileSync(
        join(at(project), '.env'),
        env.replace(/^DATABASE_URL=.*$/m, `DATABASE_URL=${url}`),
      );
  }, 300_000);

  it('refuses a database that its migrations have not made', () => {
    const { status, stderr } = crudgen(project, 'pull');
    expect(status).toBe(1);
    expect(stderr).toMatch(
      kind === 'sqlite' ? /error\[no-database\]/ : /error\[pending\]: .*npm run migrate/s,
    );
  });

  it('takes in what somebody has done by hand, and nothing else', async () => {
    expect(migrate(project).status).toBe(0);
    expect(crudgen(project, 'pull').stdout).toMatch(/^nothing to change: /);
    for (const change of [
      'ALTER TABLE patient ADD COLUMN phone varchar(40)',
      'CREATE INDEX by_born ON patient (born_on)',
      'ALTER TABLE doctor DROP COLUMN website',
    ])
      await execute(url, change);
    const { status, stdout } = crudgen(project, 'pull', '--drop-data');
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^- Doctor\.website: the column website is gone\n\+ Patient\.phone: phone:string:max=40\n~ Patient\.born_on: index false -> true\n/,
      ),
    ]);
    const before = await schemaAt(url);
    expect(migrate(project).stdout).toContain('applied Change');
    expect(await schemaAt(url)).toBe(before);
    expect(crudgen(project, 'pull').stdout).toMatch(/^nothing to change: /);
  }, 300_000);
});

describe('a refusal of pull in a project', () => {
  const refused = (...args: readonly string[]) => crudgen('sqlite', 'pull', ...args);

  it('is of flags that only a new project takes', () => {
    expect(refused('--spec-only')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('a project that is there takes no `--spec-only`'),
    });
    const elsewhere = runCrudgen(folder, 'pull', 'music.db', 'new', '--drop-data');
    expect(elsewhere.stderr).toContain('a new project takes no `--drop-data`');
    expect(runCrudgen(folder, 'pull').stderr).toContain('the database is missing');
  });

  it('is of a database of another kind, and of a rename that is none', () => {
    expect(refused('postgres://127.0.0.1:1/x').stderr).toContain('error[other-database]');
    expect(refused('--rename', 'Artist.name:nobody').stderr).toContain('error[bad-rename]');
  });

  it('is of a kept database that git left in conflict', () => {
    const file = join(at('sqlite'), '.crudgen/database.json');
    const kept = readFileSync(file, 'utf8');
    writeFileSync(file, `<<<<<<< ours\n${kept}`);
    expect(refused().stderr).toContain('error[bad-pulled-database]');
    writeFileSync(file, kept);
  });
});

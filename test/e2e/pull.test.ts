import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../support/postgres.js';
import { read, ROOT, run, runCrudgen } from '../support/project-on-disk.js';
import { SCRATCH } from '../support/scratch.js';

const folder = mkdtempSync(join(SCRATCH, 'pull-'));
const fixture = (name: string) => readFileSync(join(ROOT, 'test/fixtures/pull', name), 'utf8');
const bytes = (name: string) => readFileSync(join(folder, name));
const pull = (...args: readonly string[]) => runCrudgen(folder, 'pull', ...args);
const PLAIN = ['--no-install', '--no-git'];

let server: TestPostgres;
let school: string;

beforeAll(async () => {
  const database = new Sqlite(join(folder, 'music.db'));
  database.exec(fixture('music.sql'));
  database.close();
  server = await startPostgres();
  school = await server.createDatabase();
  const client = new pg.Client({ connectionString: school });
  await client.connect();
  await client.query(fixture('school.postgres.sql'));
  await client.end();
}, 60_000);

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const typesOf = (project: string) =>
  run(join(folder, project), process.execPath, [
    join(ROOT, 'node_modules/typescript/bin/tsc'),
    ...['--noEmit', '-p', 'tsconfig.json'],
  ]);

describe('a file of SQLite', () => {
  it('becomes a project that type-checks and works on it; the file stays as it is', () => {
    const before = bytes('music.db');
    const { status, stdout } = pull('music.db', 'shop', ...PLAIN);
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^music\.db: 5 tables with 29 columns became models\n {2}left out: InvoiceSums: no column names its rows[^]*created shop:/,
      ),
    ]);
    expect(bytes('music.db').equals(before)).toBe(true);
    const project = join(folder, 'shop');
    expect(read(project, '.env')).toContain('DATABASE_URL=sqlite:../music.db\n');
    expect(read(project, 'models.yaml')).toBe(fixture('music.yaml'));
    expect(typesOf('shop')).toEqual({ status: 0, stdout: '', stderr: '' });
  }, 300_000);

  it('becomes a spec alone, once', () => {
    const first = pull('music.db', 'spec', '--spec-only', '--exclude', 'InvoiceLines');
    expect(first).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('wrote spec/models.yaml'),
    });
    expect(read(folder, 'spec/models.yaml')).not.toContain('InvoiceLine:');
    expect(pull('music.db', 'spec', '--spec-only')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('there is a file `spec/models.yaml` already'),
    });
  });

  it('takes the models of a spec that its developer has changed, in the folder of the project', () => {
    expect(pull('music.db', 'reviewed', '--spec-only').stdout).toContain(
      'crudgen pull music.db reviewed --models reviewed/models.yaml',
    );
    const file = join(folder, 'reviewed/models.yaml');
    const spec = readFileSync(file, 'utf8')
      .replace('  Album:', '  Disc:')
      .replaceAll('ref=Album', 'ref=Disc');
    writeFileSync(file, spec);
    const { status, stderr } = pull(
      'music.db',
      'reviewed',
      ...PLAIN,
      '--models',
      'reviewed/models.yaml',
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(readFileSync(file, 'utf8')).toBe(spec);
    expect(read(folder, 'reviewed/src/models/disc/disc.model.ts')).toContain(
      "@Entity('tbl_Album')",
    );
    expect(read(folder, 'reviewed/.env')).toContain('DATABASE_URL=sqlite:../music.db\n');
  });

  it('is told programs, and nothing is written in a dry run', () => {
    const { status, stdout } = pull('music.db', 'dry', '--dry-run', '--json', ...PLAIN);
    const { written, pulled } = JSON.parse(stdout) as {
      written: boolean;
      pulled: {
        source: string;
        models: { name: string; not_expressed: string[] }[];
        views_left_out: { table: string }[];
      };
    };
    const views = pulled.views_left_out.map(({ table }) => table);
    expect([status, written, pulled.source, views]).toEqual([
      ...[0, false, 'music.db'],
      ['InvoiceSums'],
    ]);
    expect(pulled.models.find(({ name }) => name === 'Invoice')!.not_expressed).toEqual([
      'trigger InvoiceTouched',
    ]);
    expect(run(folder, 'ls', ['dry']).status).not.toBe(0);
  });
});

it('a dump of SQLite becomes a project with a database of its own', () => {
  writeFileSync(join(folder, 'dump.sql'), fixture('music.sql'));
  expect(pull('dump.sql', 'dumped', ...PLAIN, '--no-web').status).toBe(0);
  expect(read(folder, 'dumped/.env')).toContain('DATABASE_URL=sqlite:data/app.db\n');
});

describe('a database of PostgreSQL', () => {
  it('becomes a project that type-checks', () => {
    const { status, stderr } = pull(school, 'school', ...PLAIN);
    expect([status, stderr]).toEqual([0, '']);
    expect(read(folder, 'school/.env')).toContain(`DATABASE_URL=${school}\n`);
    expect(read(folder, 'school/models.yaml')).not.toContain(new URL(school).password + '@');
    expect(typesOf('school')).toEqual({ status: 0, stdout: '', stderr: '' });
  }, 300_000);

  it('is read in the schema that is named, which its project works in', () => {
    expect(pull(school, 'office', ...PLAIN, '--no-web', '--schema', 'office').status).toBe(0);
    expect(read(folder, 'office/models.yaml')).toContain('  Room:\n');
    expect(read(folder, 'office/.env')).toContain('options=-c%20search_path%3Doffice');
    expect(pull(school, 'other', ...PLAIN, '--schema', 'offices')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('--schema office, or --schema public'),
    });
  });
});

describe('a refusal', () => {
  const refusals: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['no file', ['nothing.db'], /error\[no-file\]: there is no file `nothing\.db`/],
    ['a folder', ['.'], /error\[no-file\]/],
    ['a text', ['text.txt'], /error\[no-database\]: `text\.txt` is no database of SQLite/],
    ['a broken file', ['broken.db'], /error\[unreadable-database\]: broken\.db cannot be read/],
    ['a dump of PostgreSQL', ['dumped.sql'], /is a dump of PostgreSQL/],
    ['a dump that attaches files', ['attach.sql'], /it attaches or copies files/],
    ['another database', ['mysql://root@localhost/x'], /error\[no-database\]: `mysql`/],
    [
      'no server',
      ['postgres://me:geheim@127.0.0.1:1/x'],
      /x on 127\.0\.0\.1 cannot be read: .*ECONNREFUSED/,
    ],
    ['no table of that name', ['music.db', '--tables', 'Artist'], /no table `Artist`\n.*Artists/],
    [
      'tables of the service',
      ['taken.sql'],
      /error\[reserved-table\]: taken\.sql has `migrations`/,
    ],
    [
      'keys that SQLite refuses',
      ['keys.sql'],
      /error\[foreign-key-mismatch\]: .*`price \(currency_name\) to currency \(name\)`/,
    ],
    ['a schema of SQLite', ['music.db', '--schema', 'public'], /only PostgreSQL has schemas/],
  ];

  beforeAll(() => {
    writeFileSync(join(folder, 'text.txt'), 'Dear diary');
    writeFileSync(join(folder, 'broken.db'), `SQLite format 3\0${'x'.repeat(5000)}`);
    writeFileSync(
      join(folder, 'dumped.sql'),
      'SET statement_timeout = 0;\nCREATE TABLE x (id int);',
    );
    writeFileSync(join(folder, 'taken.sql'), fixture('odd.sql'));
    writeFileSync(join(folder, 'keys.sql'), fixture('unique.sql'));
    writeFileSync(join(folder, 'attach.sql'), "ATTACH 'y.db' AS y;\nCREATE TABLE y.x (id int);");
  });

  it.each(refusals)('of %s', (_, args, why) => {
    const { status, stderr } = pull(...args.slice(0, 1), 'refused', ...args.slice(1), ...PLAIN);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(why);
    expect(stderr).not.toMatch(/geheim|\bat .*:\d+:\d+/);
    expect(run(folder, 'ls', ['refused']).status).not.toBe(0);
  });

  it('of a folder that is not empty', () => {
    mkdirSync(join(folder, 'full'));
    writeFileSync(join(folder, 'full/notes.txt'), '');
    expect(pull('music.db', 'full', ...PLAIN).stderr).toContain('error[not-empty]');
  });
});

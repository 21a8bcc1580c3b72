import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
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

describe('a Prisma schema', () => {
  it('becomes a spec, which names what has no table', () => {
    writeFileSync(join(folder, 'blog.prisma'), fixture('blog.prisma'));
    const { status, stdout } = pull('blog.prisma', 'blog', '--spec-only', '--no-install');
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(/^blog\.prisma: 4 tables with 12 columns/),
    ]);
    expect(stdout).toContain('line 39, view Readers {: a Prisma schema does not have the SQL');
    const spec = read(join(folder, 'blog'), 'models.yaml');
    for (const field of [
      'email: string=120:required:unique:email',
      'role: enum=reader,editor:required:default=reader',
      'rate: exact=30,10:required:help=What a thousand readers pay.',
      'links: list=text',
      'joined_at: datetime:required:default=now',
      'writer_id: ref=Writer:required:on_delete=cascade',
    ])
      expect(spec).toContain(`${field}`);
  }, 60_000);

  it('is a folder, where it has several files, and names the file of what has no table', () => {
    const blog = fixture('blog.prisma');
    const at = blog.indexOf('model Post');
    mkdirSync(join(folder, 'prisma/models'), { recursive: true });
    writeFileSync(join(folder, 'prisma/schema.prisma'), blog.slice(0, at));
    writeFileSync(join(folder, 'prisma/models/post.prisma'), blog.slice(at));
    const { status, stdout } = pull('prisma', 'parted', '--spec-only', '--no-install');
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(/^prisma: 4 tables with 12 columns/),
    ]);
    expect(stdout).toContain('models/post.prisma, line 17, view Readers {: a Prisma schema');
    const specs = ['blog', 'parted'].map((name) => read(join(folder, name), 'models.yaml'));
    const [whole, parted] = specs.map((text) => text.slice(text.indexOf('\nmodels:')).split('\n'));
    expect(parted!.toSorted()).toEqual(whole!.toSorted());
  }, 60_000);

  it('of another database is refused', () => {
    writeFileSync(join(folder, 'my.prisma'), 'datasource db {\n  provider = "mysql"\n}\n');
    expect(pull('my.prisma', 'my')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/error\[no-database\]: `my\.prisma` is of mysql/) as string,
    });
  }, 60_000);
});

describe('a file of SQLite', () => {
  it('becomes a project that type-checks and works on it; the file stays as it is', () => {
    const before = bytes('music.db');
    const { status, stdout } = pull('music.db', 'shop', '--yes', ...PLAIN);
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

describe('a dump of PostgreSQL', () => {
  it('becomes a project for a database that its developer loads it into', () => {
    writeFileSync(join(folder, 'school.sql.gz'), gzipSync(fixture('school.postgres.sql')));
    const { status, stdout } = pull('school.sql.gz', 'loaded', ...PLAIN, '--schema', 'office');
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining(
        '  gunzip -c ../school.sql.gz | psql postgres://app@localhost:5432/app\n',
      ),
    ]);
    expect(read(folder, 'loaded/.env')).toContain(
      'DATABASE_URL=postgres://app:app@localhost:5432/app?options=-c%20search_path%3Doffice\n',
    );
    expect(read(folder, 'loaded/models.yaml')).toContain('  Room:\n');
  });

  it('names the statements that could not be read', () => {
    writeFileSync(
      join(folder, 'place.sql'),
      'CREATE EXTENSION postgis;\nCREATE TABLE place (id int PRIMARY KEY, spot geometry(Point,4326));',
    );
    const { status, stdout } = pull('place.sql', 'place', '--spec-only', '--json');
    const { pulled, spec } = JSON.parse(stdout) as {
      pulled: { skipped: { line: number; text: string; why: string }[] };
      spec: string;
    };
    const why = 'PGlite lacks the extension, and knows of geometry only the names';
    expect([status, pulled.skipped]).toEqual([
      0,
      [{ line: 1, text: 'CREATE EXTENSION postgis', why }],
    ]);
    expect(spec).toContain(`# not expressed: line 1, CREATE EXTENSION postgis: ${why}\n`);
    expect(spec).toContain('native=geometry');
  });

  it('is not compared with a project: its rows, and so its migrations, are not read', () => {
    expect(runCrudgen(join(folder, 'loaded'), 'drift', '../school.sql.gz')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is a dump, of which crudgen reads no rows'),
    });
  });

  it('is merged into a project, in which nothing has changed', () => {
    const { status, stdout } = runCrudgen(join(folder, 'loaded'), 'pull', '../school.sql.gz');
    expect([status, stdout]).toEqual([0, expect.stringContaining('nothing to change')]);
  });
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
    ['a folder without a schema', ['hollow'], /error\[no-(file|database)\]: .*hollow/],
    ['a text', ['text.txt'], /error\[no-database\]: `text\.txt` is no database of SQLite/],
    ['a broken file', ['broken.db'], /error\[unreadable-database\]: broken\.db cannot be read/],
    [
      'a dump of several databases',
      ['all.sql'],
      /`all\.sql` has several databases: `shop`, `office`\n.*pg_dump office > dump\.sql/,
    ],
    [
      'a dump without tables',
      ['empty.sql'],
      /`empty\.sql` is a dump of PostgreSQL without a table/,
    ],
    ['a packed dump', ['packed.dump'], /pg_restore -f dump\.sql packed\.dump/],
    ['a broken file of gzip', ['broken.sql.gz'], /`broken\.sql\.gz` cannot be read: /],
    [
      'a dump of which no table can be read',
      ['unread.sql'],
      /error\[no-tables\].*\n.*line 2, CREATE TABLE x \(id int REFERENCES y\): relation "y" does not exist/,
    ],
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
      /error\[reserved-table\]: taken\.sql has `migrations`, `auth_user`/,
    ],
    [
      'keys that SQLite refuses',
      ['keys.sql'],
      /error\[foreign-key-mismatch\]: .*`price \(currency_name\) to currency \(name\)`/,
    ],
    ['a schema of SQLite', ['music.db', '--schema', 'public'], /only PostgreSQL has schemas/],
  ];

  beforeAll(() => {
    mkdirSync(join(folder, 'hollow'));
    writeFileSync(join(folder, 'text.txt'), 'Dear diary');
    writeFileSync(join(folder, 'broken.db'), `SQLite format 3\0${'x'.repeat(5000)}`);
    const table = 'CREATE TABLE x (id int);\n';
    writeFileSync(
      join(folder, 'all.sql'),
      `\\connect template1\n\\connect shop\n${table}\\connect office\n${table}`,
    );
    writeFileSync(join(folder, 'empty.sql'), 'SET statement_timeout = 0;\n');
    writeFileSync(join(folder, 'packed.dump'), 'PGDMP\0CREATE TABLE');
    writeFileSync(join(folder, 'broken.sql.gz'), gzipSync(table.repeat(500)).subarray(0, 40));
    writeFileSync(
      join(folder, 'unread.sql'),
      'SET statement_timeout = 0;\nCREATE TABLE x (id int REFERENCES y);',
    );
    const user = 'CREATE TABLE auth_user (id int);';
    writeFileSync(join(folder, 'taken.sql'), fixture('odd.sql') + user);
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

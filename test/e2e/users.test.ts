import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  crudgen,
  makeFolder,
  query,
  run,
  runService,
  tryCrudgen,
  typeErrors,
} from './evolution/project.js';

const MODELS = `models:
  User:
    fields:
      bio: text
      following: refs=User:as=followers
      company: ref=Company
  Company:
    fields:
      name: string:required:unique
`;
const SEED = `import { defineSeed } from '#engine';
import { Company } from '../models/company/company.model.js';

export const companies = defineSeed('companies', async ({ upsert, as }) => {
  await upsert(Company, ['name'], { name: 'Acme' });
  await (await as('admin'))(Company).create({ name: 'Umbrella' });
});

export const broken = defineSeed('broken', async ({ system }) => {
  await system(Company).create({ name: 'Half' });
  throw new Error('no more');
});
`;
const URL = 'sqlite:data/app.db';
const ENV = { DATABASE_URL: URL };

const folder = makeFolder('users');
const app = join(folder, 'app');
const path = (name: string) => join(app, name);
const read = (name: string) => readFileSync(path(name), 'utf8');
const edit = (name: string, change: (text: string) => string) =>
  writeFileSync(path(name), change(read(name)));
const main = (...args: readonly string[]) => runService(app, args, ENV);
const newest = () =>
  read(
    `src/database/migrations/${readdirSync(path('src/database/migrations'))
      .filter((name) => /^\d{14}/.test(name))
      .sort()
      .at(-1)}`,
  );

beforeAll(async () => {
  writeFileSync(join(folder, 'models.yaml'), MODELS);
  const flags = ['--yes', '--no-install', '--no-git', '--models', 'models.yaml'];
  await crudgen(folder, 'init', 'app', ...flags);
  symlinkSync(join(import.meta.dirname, '../../node_modules'), path('node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(
  'users have fields of the project, read again as they are, and with their pages',
  { timeout: 240_000 },
  async () => {
    expect(typeErrors(app)).toBe('');
    expect(typeErrors(app, 'web')).toBe('');
    const { name, fields } = JSON.parse(await crudgen(app, 'model', 'show', 'User', '--json')) as {
      name: string;
      fields: { name: string }[];
    };
    expect([name, fields.map((field) => field.name)]).toEqual([
      'User',
      ['bio', 'following', 'company_id'],
    ]);
    expect(await crudgen(app, 'sync')).toContain('nothing to change');
    expect(await crudgen(app, 'doctor')).not.toContain('error');
    expect(read('web/src/pages/user/user.form.tsx')).toContain('<LongTextInput source="bio" />');
  },
);

it('a field is added, renamed and taken away; login fields are not', async () => {
  expect(main('migrate').status).toBe(0);
  await crudgen(app, 'model', 'add-field', 'User', 'image:string:url');
  expect(newest()).toContain("addColumn('auth_user', 'image'");
  await crudgen(app, 'model', 'rename-field', 'User', 'image', 'picture');
  expect(newest()).toContain("renameColumn('auth_user', 'image', 'picture')");
  await crudgen(app, 'model', 'remove-field', 'User', 'picture', '--drop-data');
  expect(newest()).toContain("dropColumn('auth_user', 'picture')");
  expect(read('src/models/user/user.model.ts')).not.toContain('picture');
  for (const args of [
    ['remove-field', 'User', 'email', '--drop-data'],
    ['rename-field', 'User', 'email', 'mail'],
    ['rename-field', 'User', 'bio', 'status'],
    ['add-field', 'User', 'password_hash:string'],
  ]) {
    const { status, stderr } = await tryCrudgen(app, 'model', ...args);
    expect([status, stderr]).toEqual([1, expect.stringContaining('is a login field')]);
  }
  const required = await tryCrudgen(app, 'model', 'add-field', 'User', 'level:integer:required');
  expect(required.stderr).toContain('the first administrator could not be created');
  expect((await tryCrudgen(app, 'model', 'remove', 'User')).stderr).toContain('cannot be removed');
  expect((await tryCrudgen(app, 'model', 'add', 'User', 'x:text')).stderr).toContain(
    'crudgen model add-field User x:text',
  );
  expect(main('migrate').status).toBe(0);
  const columns = await query(app, URL, "SELECT name FROM pragma_table_info('auth_user')");
  const names = columns.map(({ name }) => name);
  expect(names).toContain('bio');
  expect(names).toContain('email');
  expect(names).not.toContain('picture');
});

it('a field that a developer writes by hand is understood', async () => {
  edit('src/models/user/user.model.ts', (text) =>
    text.replace(
      "  @Column('text', { nullable: true })\n  bio",
      "  @Column('varchar', { length: 40, default: 'new' })\n  rank!: string;\n\n  @Column('text', { nullable: true })\n  bio",
    ),
  );
  await crudgen(app, 'sync');
  expect(newest()).toContain("addColumn('auth_user', 'rank'");
  expect(read('web/src/pages/user/user.list.tsx')).toContain('source="rank"');
  expect(await crudgen(app, 'sync')).toContain('nothing to change');
});

it('seeds run once, in order, all of each or nothing', async () => {
  writeFileSync(path('src/seeds/companies.ts'), SEED);
  edit('src/seeds/seeds.ts', (text) =>
    text
      .replace("'#engine';", "'#engine';\nimport { broken, companies } from './companies.js';")
      .replace('= [];', '= [companies, broken];'),
  );
  const names = async () =>
    (await query(app, URL, 'SELECT name FROM company ORDER BY id')).map(({ name }) => name);
  for (const _ of [1, 2]) {
    const { status, stderr } = main('seed');
    expect(status).toBe(1);
    expect(stderr).toContain('the seed broken failed, and left nothing behind');
    expect(stderr).toContain('no more');
    expect(await names()).toEqual(['Acme', 'Umbrella']);
  }
  edit('src/seeds/seeds.ts', (text) => text.replace('[companies, broken]', '[companies]'));
  expect(main('seed').stdout).not.toContain('seeded');
  expect(main('seed').status).toBe(0);
});

it('the console has the entities, and users with their rules', () => {
  const lines = [
    '(await crud(User).count())',
    "(await (await as('admin'))(Company).count({ name: 'Acme' }))",
    "await as('nobody')",
  ];
  const ran = run(
    app,
    'sh',
    ['-c', `printf '%s\\n' "$LINES_" | node --import tsx src/main.ts console`],
    { ...ENV, LINES_: lines.join('\n') },
  );
  expect(ran.stdout.split('\n').slice(0, 2)).toEqual(['1', '1']);
  expect(ran.stdout).toContain('there is no active user named nobody');
});

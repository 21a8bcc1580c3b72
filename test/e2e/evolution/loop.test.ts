import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copiesOf, readBaseStore } from '../../../src/disk/base-store.js';
import { startPostgres, type TestPostgres } from '../../support/postgres.js';
import { changeCopies } from '../../support/store-of.js';
import {
  crudgen,
  edit,
  filesOf,
  makeFolder,
  migrate,
  npm,
  query,
  read,
  serving,
  SPEC,
  tryCrudgen,
  typeErrors,
} from './project.js';

const MINUTES = 60_000;
const ROWS = 1500;
const SQLITE = 'sqlite:data/loop.db';
const folder = makeFolder('loop');
const project = join(folder, 'shop');
const urls: Record<string, string> = { sqlite: SQLITE };
const marks = new Map<string, string>();
let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
  urls['postgres'] = await postgres.createDatabase();
  // What an older crudgen had in every engine, so that the upgrade adds nothing where its owner has lines.
  const features = ['fair-reads', 'replicas', 'uploads', 'workers'].flatMap((name) => [
    '--with',
    name,
  ]);
  await crudgen(folder, 'init', 'shop', '--models', SPEC, ...features, '--no-install', '--no-git');
  for (const url of Object.values(urls)) {
    migrate(project, url);
    await fill(url);
  }
}, 4 * MINUTES);

afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Rows in every table of the models, with references and text that is not ASCII. */
async function fill(url: string): Promise<void> {
  const into = (count: number, sql: string) =>
    query(
      project,
      url,
      `WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${count}) ${sql}`,
    );
  await into(100, "INSERT INTO team_member (name, email) SELECT 'Zoë ' || n, 'z' || n FROM s");
  await into(200, "INSERT INTO project (name, owner_id) SELECT 'P' || n, 1 + n % 100 FROM s");
  await into(
    ROWS,
    `INSERT INTO task (title, project_id, planned_work_hours)
     SELECT 'Título ' || n, 1 + n % 200, n / 4.0 FROM s`,
  );
}

/** A line of its owner's in every file that can hold one. */
function editEverything(): void {
  edit(project, 'src/models/task/task.model.ts', (text) =>
    text
      .replace(/'([^'"\n]*)'/g, '"$1"')
      .replace(
        /\n}\s*$/,
        '\n\n  isLate(today: string): boolean {\n    return (this.due_date ?? "9") < today;\n  }\n}\n',
      ),
  );
  for (const path of filesOf(project)) {
    if (/\.gen\.|^\.env|package-lock|\/migrations\/|\.svg$/.test(path)) continue;
    const mark = `mine in ${path}`;
    const line = /\.[jt]sx?$/.test(path)
      ? `// ${mark}`
      : /\.md$/.test(path)
        ? mark
        : /\.html$/.test(path)
          ? `<!-- ${mark} -->`
          : /\.json$/.test(path)
            ? null
            : `# ${mark}`;
    if (line === null) continue;
    edit(project, path, (text) => (path.length % 2 ? `${text}${line}\n` : `${line}\n${text}`));
    marks.set(path, line);
  }
  edit(project, 'package.json', (text) =>
    text.replace('"private": true', '"private": true,\n  "homepage": "https://shop.example"'),
  );
}

/** The project as an older crudgen would have left it: files that were otherwise, one more and one less. */
function makeOlder(): void {
  const old = (path: string, change: (text: string) => string) => {
    edit(project, path, change);
    changeCopies(project, { [path]: change(copies.get(path)!) });
  };
  const copies = copiesOf(readBaseStore(project));
  old('package.json', (text) => text.replace(/"express": "[^"]+"/, '"express": "5.0.0"'));
  old(
    'engine/http/health.ts',
    (text) => `${text}\n/** Gone in the next version. */\nexport const OLD_HEALTH = 1;\n`,
  );
  const legacy = 'engine/http/legacy.ts';
  writeFileSync(join(project, legacy), 'export const legacy = 1;\n');
  rmSync(join(project, '.editorconfig'));
  changeCopies(project, { [legacy]: 'export const legacy = 1;\n', '.editorconfig': null });
}

/** Work goes on in a project that is laid out as now; what an older one refuses is not of this loop. */
function sayOlder(): void {
  for (const place of ['', '.crudgen/base/'])
    edit(project, `${place}crudgen.json`, (text) =>
      text.replace(/"version": "[^"]+"/, '"version": "0.2.9"'),
    );
}

describe('a project whose owner edits every file', () => {
  it(
    'goes on: models, fields, renames of both, endpoints, a newer crudgen',
    { timeout: 4 * MINUTES },
    async () => {
      makeOlder();
      editEverything();
      await crudgen(
        project,
        'model',
        'add',
        'Label',
        'name:string:required',
        'project:ref=Project',
      );
      await crudgen(
        project,
        'model',
        'add-field',
        'Task',
        'code:string:required',
        'labels:refs=Label',
        '--backfill',
        'none',
      );
      await crudgen(project, 'model', 'rename-field', 'Task', 'title', 'headline');
      await crudgen(project, 'endpoint', 'add', 'Task', 'POST', '/:id/archive', '--action', 'edit');
      await crudgen(project, 'model', 'rename', 'TeamMember', 'Person');
      await crudgen(project, 'model', 'remove-field', 'Task', 'actual_work_hours', '--drop-data');
      sayOlder();
      const dry = await crudgen(project, 'upgrade', '--dry-run');
      expect(dry).toContain('5.0.0');
      expect(read(project, 'crudgen.json')).toContain('0.2.9');
      await crudgen(project, 'upgrade');
    },
  );

  it('loses no line of the owner', () => {
    const lost = [...marks].filter(([path, line]) => {
      const now = path.replaceAll('team-member', 'person');
      return !existsSync(join(project, now)) || !read(project, now).includes(line);
    });
    expect(lost).toEqual([]);
    expect(read(project, 'src/models/task/task.model.ts')).toContain('isLate(today: string)');
    expect(read(project, 'package.json')).toContain('https://shop.example');
  });

  it('has what the newer crudgen writes, and its version', () => {
    expect(read(project, 'crudgen.json')).not.toContain('0.2.9');
    expect(read(project, 'package.json')).not.toContain('"express": "5.0.0"');
    expect(read(project, 'engine/http/health.ts')).not.toContain('OLD_HEALTH');
    expect(existsSync(join(project, '.editorconfig'))).toBe(true);
  });

  it('has nothing left to do, and nothing wrong', async () => {
    expect(await crudgen(project, 'sync')).toContain('nothing to change');
    expect(await crudgen(project, 'upgrade')).toContain('nothing to change');
    expect(await tryCrudgen(project, 'doctor')).toMatchObject({ status: 0 });
  });

  it('type-checks, builds and passes its own tests', { timeout: 6 * MINUTES }, () => {
    expect(typeErrors(project)).toBe('');
    expect(typeErrors(project, 'web')).toBe('');
    expect(npm(project, 'run', 'build')).toMatch(/built in/);
    expect(npm(project, 'test')).toMatch(/Tests .*\d+ passed/);
  });

  it.each(['sqlite', 'postgres'])(
    'migrates %s full of rows and serves them all',
    async (name) => {
      const url = urls[name]!;
      migrate(project, url);
      const count = async (sql: string) => Number((await query(project, url, sql))[0]!['n']);
      expect(await count('SELECT count(*) AS n FROM task')).toBe(ROWS);
      expect(await count("SELECT count(*) AS n FROM task WHERE headline = 'Título ' || id")).toBe(
        ROWS,
      );
      expect(await count("SELECT count(*) AS n FROM task WHERE code = 'none'")).toBe(ROWS);
      expect(await count('SELECT count(*) AS n FROM project WHERE owner_id IS NOT NULL')).toBe(200);
      expect(await count("SELECT count(*) AS n FROM person WHERE name = 'Zoë ' || id")).toBe(100);
      const total = await serving(project, url, async (address) => {
        const headers = { 'content-type': 'application/json' };
        const body = JSON.stringify({ username: 'admin', password: 'admin' });
        const login = await fetch(`${address}/auth/login`, { method: 'POST', headers, body });
        const { access_token: token } = (await login.json()) as { access_token: string };
        const signed = { authorization: `Bearer ${token}` };
        const archived = await fetch(`${address}/task/7/archive`, {
          method: 'POST',
          headers: signed,
        });
        expect(await archived.json()).toMatchObject({ id: 7, headline: 'Título 7', code: 'none' });
        expect((await fetch(`${address}/label`, { headers: signed })).status).toBe(200);
        expect(await (await fetch(`${address}/admin/`)).text()).toContain('mine in web/index.html');
        const list = await fetch(`${address}/task?_start=0&_end=1`, { headers: signed });
        return Number(list.headers.get('x-total-count'));
      });
      expect(total).toBe(ROWS);
    },
    4 * MINUTES,
  );
});

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MORE_FEATURES,
  editEverything,
  makeOlder,
  sayOlder,
  CHANGES,
} from '../../support/edited-shop.js';
import { startPostgres, type TestPostgres } from '../../support/postgres.js';
import {
  crudgen,
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
let marks: ReadonlyMap<string, string>;
let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
  urls['postgres'] = await postgres.createDatabase();
  await crudgen(
    folder,
    'init',
    'shop',
    '--models',
    SPEC,
    ...MORE_FEATURES,
    '--no-install',
    '--no-git',
  );
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

describe('a project whose owner edits every file', () => {
  it(
    'goes on: models, fields, renames of both, endpoints, a newer crudgen',
    { timeout: 4 * MINUTES },
    async () => {
      makeOlder(project);
      marks = editEverything(project);
      for (const command of CHANGES) await crudgen(project, ...command);
      sayOlder(project);
      const dry = await crudgen(project, 'upgrade', '--dry-run');
      expect(dry).toContain('5.0.0');
      expect(read(project, 'crudgen.json')).toContain('0.5.9');
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
    expect(read(project, 'crudgen.json')).not.toContain('0.5.9');
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

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelMatrix } from '../../src/project/open/access-matrix.js';
import type { Explanation } from '../../src/cli/show-explanation.js';
import { placedExample } from '../support/placed-example.js';
import { SCRATCH } from '../support/scratch.js';

const ROOT = join(import.meta.dirname, '../..');
let clinic: string;
let folder: string;
let database: string;

function run(args: readonly string[], url = `sqlite:${database}`) {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, DATABASE_URL: url };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: clinic,
    encoding: 'utf8',
    env: { ...env, VITEST: undefined },
  });
  return { status, stdout, stderr };
}

const crudgen = (args: readonly string[], url?: string) =>
  run([join(ROOT, 'bin/crudgen.js'), 'access', ...args], url);

beforeAll(async () => {
  clinic = await placedExample('clinic');
  folder = mkdtempSync(join(SCRATCH, 'access-'));
  database = join(folder, 'app.db');
  const seeded = run([
    '--import',
    'tsx',
    join(ROOT, 'templates/tools/seed-fake.ts'),
    '--fake',
    '3',
    '--seed',
    '3',
    '--today',
    '2026-11-25',
  ]);
  expect(seeded.stderr).toBe('');
  const file = new Database(database);
  file.exec('DELETE FROM auth_user_tenants');
  file.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('crudgen access', () => {
  it('shows the matrix, with the roles of the database', () => {
    const { models, roles_from } = JSON.parse(crudgen(['show', '--json']).stdout) as {
      models: ModelMatrix[];
      roles_from: string;
    };
    expect(roles_from).toBe('database');
    expect(models.map(({ model }) => model)).toContain('Invoice');
    const { status, stdout } = crudgen(['show', 'Appointment']);
    expect(status).toBe(0);
    expect(stdout).toContain('custom code: only the service can decide');
  });

  it('shows the matrix without a database, and makes none', () => {
    const missing = join(folder, 'missing.db');
    const { status, stdout, stderr } = crudgen(['show', 'Invoice'], `sqlite:${missing}`);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr:
        'the database does not exist yet; showing the preset roles as the code defines them\n',
    });
    expect(stdout).toContain('margin');
    expect(existsSync(missing)).toBe(false);
    const refused = crudgen(['explain', 'admin', 'list', 'Note'], `sqlite:${missing}`);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('help: create it with: crudgen seed');
    expect(existsSync(missing)).toBe(false);
  });

  it('explains an allowed and a denied case, and changes nothing', () => {
    const before = readFileSync(database);
    const allowed = crudgen(['explain', 'admin', 'show', 'Invoice', '1', '--json']);
    expect((JSON.parse(allowed.stdout) as Explanation).answer.status).toBe(200);
    const denied = crudgen(['explain', 'admin', 'show', 'Patient', '1']);
    expect(denied.status).toBe(0);
    expect(denied.stdout).toContain("no   tenant('tenant_id')  the user has no active tenants");
    expect(denied.stdout).toContain('answer  404');
    expect(readFileSync(database).equals(before)).toBe(true);
  });

  it.each([
    [['adnim', 'show', 'Note'], 1, 'did you mean `admin`?'],
    [['admin', 'show', 'Noet'], 1, 'did you mean `Note`?'],
    [['admin', 'shwo', 'Note'], 2, 'did you mean `show`?'],
    [['admin', 'show', 'Note', 'x'], 1, '`x` is not an id'],
    [['admin', 'show'], 2, 'error[usage]'],
  ])('refuses %j', (args, code, said) => {
    const { status, stderr } = crudgen(['explain', ...args]);
    expect(status).toBe(code);
    expect(stderr).toContain(said);
  });
});

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  crudgen,
  makeFolder,
  migrate,
  query,
  tryCrudgen,
  typeErrors,
} from './evolution/project.js';

const SPEC = `models:
  Task:
    fields:
      title: string:required
      code: string
      status: string
      points: integer
      size: string
`;
const URL = 'sqlite:data/app.db';
const ROWS = `INSERT INTO task (title, code, status, points, size, created_at, updated_at) VALUES
  ('a', 'x', 'todo', 1, '1', 0, 0), ('b', 'x', 'odd', 20, '2', 0, 0), ('c', NULL, NULL, 30, '3', 0, 0)`;

let folder: string;
let project: string;
const MINUTES = 60_000;

const change = async (...args: string[]) =>
  await tryCrudgen(project, 'model', 'change-field', 'Task', ...args);

beforeAll(async () => {
  folder = makeFolder('change-field');
  project = join(folder, 'shop');
  writeFileSync(join(folder, 'models.yaml'), SPEC);
  const flags = ['--no-install', '--no-git', '--without', 'admin'];
  await crudgen(folder, 'init', 'shop', '--models', 'models.yaml', ...flags);
  await crudgen(project, 'seed');
  await query(project, URL, ROWS);
}, 4 * MINUTES);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('fields of a table with rows', () => {
  it('are changed with a word on rows that a new rule refuses', async () => {
    const { status, stderr } = await change(
      'status:values=todo,done:enforce',
      'points:max=25',
      '--dry-run',
    );
    expect(status).toBe(0);
    expect(stderr).toContain('`status` has a value that is no longer allowed in 1 row of `Task`');
    expect(stderr).toContain(
      `UPDATE "task" SET "status" = 'todo' WHERE "status" NOT IN ('todo', 'done')`,
    );
    expect(stderr).toContain('`points` is out of bounds in 1 row of `Task`');
    expect((await change('code:unique', '--dry-run')).stderr).toContain(
      '2 rows of `Task` share a `code` with other rows',
    );
    expect((await change('points:max=30:min=1', '--dry-run')).stderr).toBe('');
  });

  it('may become shorter where all values fit, and else it says how many do not', async () => {
    expect((await change('status:max=4', '--dry-run')).stderr).toBe('');
    const refused = await change('status:max=3');
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringMatching(
        /`task\.status` shrinks from 255 to 3 characters, .*; 1 row with such a value/,
      ),
    ]);
  });

  it('keep their values', { timeout: 4 * MINUTES }, async () => {
    const asked = await change('size:integer');
    expect(asked.status).toBe(1);
    expect(asked.stderr).toMatch(/changes from string to integer: .*; 3 rows with a value/);
    const done = await change(
      'title:text',
      'code:required:max=40',
      'points:decimal=6,1:default=2',
      'size:integer:index',
      ...['--backfill', 'code=none', '--drop-data'],
    );
    expect([done.status, done.stdout]).toEqual([
      0,
      expect.stringContaining('changed Task.title:text:required'),
    ]);
    expect(typeErrors(project)).toBe('');
    migrate(project, URL);
    const rows = await query(
      project,
      URL,
      'SELECT title, code, points, size FROM task ORDER BY id',
    );
    expect(rows).toEqual([
      { title: 'a', code: 'x', points: 1, size: 1 },
      { title: 'b', code: 'x', points: 20, size: 2 },
      { title: 'c', code: 'none', points: 30, size: 3 },
    ]);
    expect(await crudgen(project, 'sync')).toContain('nothing to change');
    expect(await crudgen(project, 'doctor')).not.toContain('error');
  });
});

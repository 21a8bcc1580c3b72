import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { crudgen, makeFolder, migrate, query, SPEC, tryCrudgen } from './project.js';

const MINUTES = 60_000;
const ROWS = 100_000;
const URL = 'sqlite:data/app.db';
const folder = makeFolder('rename');
const project = join(folder, 'shop');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const count = async (where: string) =>
  Number((await query(project, URL, `SELECT count(*) AS n FROM ${where}`))[0]!['n']);

it('renames a field of 100,000 rows and keeps every one', { timeout: 4 * MINUTES }, async () => {
  await crudgen(folder, 'init', 'shop', '--models', SPEC, '--no-install', '--no-git', '--no-web');
  migrate(project, URL);
  await query(
    project,
    URL,
    `WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${ROWS})
     INSERT INTO task (title, priority) SELECT 'task ' || n, 'high' FROM s`,
  );
  expect(await count('task')).toBe(ROWS);

  const refused = await tryCrudgen(project, 'model', 'remove-field', 'Task', 'title');
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr).toContain('100,000 rows with a value');
  expect(refused.stderr).toContain('--drop-data');

  const said = await crudgen(
    project,
    'model',
    'rename-field',
    'Task',
    'title',
    'headline',
    '--sql',
  );
  expect(said).toContain('ALTER TABLE "task" RENAME COLUMN "title" TO "headline"');
  // The migration has not run yet: its rows still have the old name.
  const lost = await tryCrudgen(project, 'model', 'remove-field', 'Task', 'headline');
  expect(lost.stderr).toContain('`task.headline` is dropped; 100,000 rows with a value');
  await crudgen(project, 'model', 'add-field', 'Task', 'rank:integer');
  const fresh = await tryCrudgen(project, 'model', 'remove-field', 'Task', 'rank');
  expect(fresh.stderr).toContain('`task.rank` is dropped; it is not in the database yet');
  migrate(project, URL);
  expect(await count('task')).toBe(ROWS);
  expect(await count("task WHERE headline = 'task ' || id")).toBe(ROWS);
});

import { expect, it } from 'vitest';
import { modelAdd } from '../../../src/cli/commands/model-add.js';
import { modelTrash } from '../../../src/cli/commands/model-trash.js';
import { sync } from '../../../src/cli/commands/sync.js';
import type { Refusal } from '../../../src/problem.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const FILE = 'src/models/task/task.model.ts';

const change = (name: string, options = {}) =>
  modelTrash(project.context({ args: ['model', 'trash', name] }), name, options);
const codesOf = (...args: Parameters<typeof change>) =>
  change(...args).then(
    () => [],
    ({ problems }: Refusal) => problems.map(({ code }) => code),
  );
const MIGRATIONS = 'src/database/migrations';
const newest = () =>
  project
    .files(MIGRATIONS)
    .filter((name) => /^\d/.test(name))
    .at(-1)!;

it('a model gets a trash with its feature, its column and a time, and loses it again', async () => {
  expect(await change('Task')).toBe(0);
  expect(project.read(FILE)).toMatch(/@Model\(\{[^}]*trash: true/);
  expect(project.read(FILE)).toContain('@DeleteDateColumn({ type: DATETIME, precision: 3 })');
  expect(project.read('src/features.gen.ts')).toContain("from '#engine/trash'");
  expect(await change('Task', { keep: '90d' })).toBe(0);
  expect(project.read(FILE)).toMatch(/trash: '90d'/);
  expect(await change('Task', { keep: '90d' })).toBe(0);
  expect(await change('Task', { off: true })).toBe(1);
  expect(await change('Task', { off: true, dropData: true })).toBe(0);
  expect(project.read(FILE)).not.toMatch(/trash|deleted_at/);
  expect(project.read(`${MIGRATIONS}/${newest()}`)).toContain(
    'DELETE FROM "task" WHERE "deleted_at" IS NOT NULL',
  );
});

it('a wrong time, and models that cannot have one, are refused', async () => {
  expect(await codesOf('Task', { keep: '3 weeks' })).toEqual(['invalid-trash']);
  expect(await codesOf('User')).toEqual(['no-trash']);
  expect(await codesOf('Task', { keep: '90d', off: true })).toEqual(['usage']);
});

it('rows that are deleted with those of a trash need one, too: by command, and by hand', async () => {
  expect(await change('Project')).toBe(0);
  const [name, field] = ['Note', 'project:ref=Project:on_delete=cascade'];
  const args = ['model', 'add', name, field];
  const added = modelAdd(project.context({ args }), name, [field], {});
  await expect(added).rejects.toMatchObject({ problems: [{ code: 'no-trash' }] });
  const cascade = (text: string) =>
    text.replace(
      /(project\) => project\.tasks, \{ onDelete: )'SET NULL'/,
      (_, before: string) => `${before}'CASCADE'`,
    );
  project.edit(FILE, cascade);
  const migrations = newest();
  const failed: unknown = await sync(project.context(), {}).catch((error: unknown) => error);
  expect((failed as Refusal).problems).toMatchObject([
    {
      message: 'rows of `Task` are deleted with those of `Project` by `project`, and have no trash',
      help: "give `Task` a column with `@DeleteDateColumn`, so that its rows go to the trash, too, or write another `onDelete` than 'CASCADE'",
    },
  ]);
  expect(newest()).toBe(migrations);
  project.edit(FILE, (text) =>
    text
      .replace('CreateDateColumn,', 'CreateDateColumn,\n  DeleteDateColumn,')
      .replace(
        /(export class Task \{)/,
        '$1\n  @DeleteDateColumn({ type: DATETIME, precision: 3 })\n  deleted_at!: Date | null;\n',
      ),
  );
  expect(await sync(project.context(), {})).toBe(0);
  expect(project.read(`${MIGRATIONS}/${newest()}`)).toContain("addColumn('task', 'deleted_at'");
});

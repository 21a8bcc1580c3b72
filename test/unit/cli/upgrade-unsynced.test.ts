import { expect, it } from 'vitest';
import { sync } from '../../../src/cli/commands/sync.js';
import { upgrade } from '../../../src/cli/commands/upgrade.js';
import { useProject } from './project.js';

const MODEL = 'src/models/task/task.model.ts';
const project = useProject('task-manager');

const upgraded = async () => expect(await upgrade(project.context())).toBe(0);
const codesOfSync = () =>
  sync(project.context(), {}).then(
    () => [],
    ({ problems }: { problems: { code: string }[] }) => problems.map(({ code }) => code),
  );

it('an upgrade leaves it to sync to ask whether a column was renamed', async () => {
  project.edit(MODEL, (text) => text.replace('title!:', 'caption!:'));
  const edited = project.read(MODEL);
  await upgraded();
  expect(project.read(MODEL)).toBe(edited);
  expect(await codesOfSync()).toEqual(['renamed-or-dropped']);
  expect(await sync(project.context(), { rename: ['Task.title:caption'] })).toBe(0);
  expect(project.migration()).toContain("renameColumn('task', 'title', 'caption')");
  expect(project.read(MODEL)).toBe(edited);
  expect(await codesOfSync()).toEqual([]);
});

it('an upgrade leaves it to sync to ask whether a table was renamed', async () => {
  project.edit(MODEL, (text) => text.replace("@Entity('task')", "@Entity('errand')"));
  await upgraded();
  expect(await codesOfSync()).toEqual(['renamed-or-dropped']);
  expect(await sync(project.context(), { rename: ['task:errand'] })).toBe(0);
  expect(project.migration()).toContain("renameTable('task', 'errand')");
});

it('a model whose class was deleted before an upgrade has a table to drop after it', async () => {
  for (const kind of ['model', 'test']) project.remove(`src/models/task/task.${kind}.ts`);
  await upgraded();
  expect(await sync(project.context(), {})).toBe(1);
  expect(await sync(project.context(), { dropData: true })).toBe(0);
  expect(project.migration()).toContain("dropTable('task')");
  expect(project.files('.crudgen/base/src/models')).not.toContain('task');
});

it('a second upgrade has nothing to change', async () => {
  project.edit(MODEL, (text) => text.replace('title!:', 'caption!:'));
  await upgraded();
  const copy = project.read(`.crudgen/base/${MODEL}`);
  await upgraded();
  expect(project.read(`.crudgen/base/${MODEL}`)).toBe(copy);
  expect(await codesOfSync()).toEqual(['renamed-or-dropped']);
});

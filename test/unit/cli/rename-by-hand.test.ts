import { expect, it } from 'vitest';
import { modelAdd } from '../../../src/cli/commands/model-add.js';
import { renameModelField } from '../../../src/cli/commands/model-fields.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { partAdd } from '../../../src/cli/commands/part-add.js';
import { PART_KINDS } from '../../../src/model/model.js';
import { useProject } from './project.js';

const MODEL = 'src/models/task/task.model.ts';
const project = useProject('task-manager');
const rename = () =>
  renameModelField(project.context(), 'Task', 'description', 'summary', { dropData: false });

it('a rename that its owner has made already is brought along once', async () => {
  project.edit(MODEL, (text) => text.replace('description!:', 'summary!:'));
  const edited = project.read(MODEL);
  expect(await rename()).toBe(0);
  expect(project.migration()).toContain("renameColumn('task', 'description', 'summary')");
  expect(project.read(MODEL)).toBe(edited);
  const migrations = project.files('src/database/migrations');
  expect(await rename()).toBe(0);
  expect(project.files('src/database/migrations')).toEqual(migrations);
});

it('a class that its developer has renamed is referred to by a new model, and brought along afterwards', async () => {
  for (const kind of PART_KINDS) expect(await partAdd(project.context(), kind, 'Task')).toBe(0);
  for (const kind of ['model', 'test', ...PART_KINDS])
    project.edit(`src/models/task/task.${kind}.ts`, (text) => text.replace(/\bTask\b/g, 'Errand'));
  const args = ['model', 'add', 'Widget', 'own:ref=Errand:as=widgets'];
  expect(
    await modelAdd(project.context({ args }), 'Widget', ['own:ref=Errand:as=widgets'], {}),
  ).toBe(0);
  expect(project.read('web/src/pages/task/task.resource.ts')).toContain("widgets: 'Widgets'");
  expect(await sync(project.context(), {})).toBe(0);
  expect(project.read('web/src/pages/resources.ts')).toContain('errandResource');
  for (const kind of PART_KINDS) {
    const name = `errand${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    const own = name.replace('errand', 'task');
    expect(project.read('src/models/models.gen.ts')).toContain(
      `import { ${own} as ${name} } from './task/task.${kind}.js';`,
    );
  }
  const before = project.files('src/models/task');
  expect(await sync(project.context(), {})).toBe(0);
  expect(project.files('src/models/task')).toEqual(before);
});

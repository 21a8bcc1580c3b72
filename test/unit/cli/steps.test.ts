import { expect, it } from 'vitest';
import { addModelFields } from '../../../src/cli/commands/model-fields.js';
import { changeModelField } from '../../../src/cli/commands/model-change-field.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const TASK = 'src/models/task/task.model.ts';

const add = (...fields: string[]) => addModelFields(project.context(), 'Task', fields, {});
const change = (...fields: string[]) => changeModelField(project.context(), 'Task', fields, {});

const STATE = 'stage:enum=new,open,over:default=new:steps=new/open,open/over,over/new@Admin';

/** The file on one line. */
const flat = (path: string) => project.read(path).replace(/\s+/g, ' ');

it('writes the steps of an enum into its entity, its form and its facts', async () => {
  expect(await add(STATE)).toBe(0);
  expect(flat(TASK)).toContain("steps: ['new/open', 'open/over', 'over/new@Admin']");
  expect(project.read('src/features.gen.ts')).toContain('#engine/steps');
  const form = project.read('web/src/pages/task/task.form.tsx');
  expect(form).toContain('<StepInput source="stage"');
  expect(form).toContain("import { StepInput } from '#ui/steps/step-input';");
  expect(flat('web/src/pages/task/task.facts.gen.ts')).toContain(
    "steps: [ { to: 'new' }, { from: 'new', to: 'open' }, { from: 'open', to: 'over' }, { from: 'over', to: 'new', roles: ['Admin'] }, ]",
  );
  expect(flat('src/models/task/task.test.ts')).not.toContain("'over'");
  expect(await sync(project.context(), {})).toBe(0);
});

it('reads steps that a developer writes into the entity', async () => {
  await add('stage:enum=new,open,over');
  const before = project.files('src/database/migrations');
  project.write(
    TASK,
    project
      .read(TASK)
      .replace("['new', 'open', 'over']", "['new', 'open', 'over'], steps: ['/new', 'new/open']"),
  );
  expect(await sync(project.context(), {})).toBe(0);
  expect(project.read('src/features.gen.ts')).toContain('#engine/steps');
  // No table changes.
  expect(project.files('src/database/migrations')).toEqual(before);
});

it('leaves no trace when its steps go', async () => {
  await add('stage:enum=new,open,over:default=new');
  const [entity, form] = [project.read(TASK), project.read('web/src/pages/task/task.form.tsx')];
  expect(await change('stage:steps=new/open')).toBe(0);
  expect(project.read(TASK)).not.toBe(entity);
  expect(await change('stage:-steps')).toBe(0);
  expect(project.read(TASK)).toBe(entity);
  expect(project.read('web/src/pages/task/task.form.tsx')).toBe(form);
  expect(project.read('src/features.gen.ts')).not.toContain('#engine/steps');
});

it('refuses a change that takes a value away which a step names, unless the steps change, too', async () => {
  await add(STATE);
  const fewer = 'stage:enum=new,open';
  await expect(change(fewer)).rejects.toThrow(
    'the steps of `Task.stage`: `open/over` names `over`, which is none of its values',
  );
  const both = [`${fewer}:steps=new/open`];
  expect(await changeModelField(project.context(), 'Task', both, { dropData: true })).toBe(0);
  expect(flat(TASK)).toContain("steps: ['new/open']");
});

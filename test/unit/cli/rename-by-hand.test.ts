import { expect, it } from 'vitest';
import { renameModelField } from '../../../src/cli/commands/model-fields.js';
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

import { expect, it } from 'vitest';
import { addFeature, dropFeature } from '../../../src/cli/commands/features.js';
import { renderExample } from '../../golden/example.js';
import { useProject } from './project.js';

const RESOURCE = 'web/src/pages/task/task.resource.ts';
const INPUTS = "  inputs: page(() => import('./task.form'), 'TaskInputs'),";
const project = useProject(renderExample('task-manager', ['admin', 'dashboard']));

it('the cells of models that are there already are edited with the feature, and no longer without it', async () => {
  const own = "tasks: 'My tasks'";
  project.edit(RESOURCE, (text) => text.replace(/messages: \{\n/, `messages: {\n    // ${own}\n`));
  expect(project.read(RESOURCE)).not.toContain('inputs:');
  expect(await addFeature(project.context(), ['in-place'])).toBe(0);
  expect(project.read(RESOURCE)).toContain(INPUTS);
  expect(project.read(RESOURCE)).toContain(own);
  expect(await dropFeature(project.context(), ['in-place'], { dropData: true })).toBe(0);
  expect(project.read(RESOURCE)).not.toContain('inputs:');
});

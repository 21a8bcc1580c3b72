import { expect, it } from 'vitest';
import { addFeature, dropFeature } from '../../../src/cli/commands/features.js';
import { addModelFields, renameModelField } from '../../../src/cli/commands/model-fields.js';
import { upgrade } from '../../../src/cli/commands/upgrade.js';
import { renderExample } from '../../golden/example.js';
import { useProject } from './project.js';

const RESOURCE = 'web/src/pages/task/task.resource.ts';
const project = useProject(renderExample('task-manager', ['admin', 'dashboard', 'views']));

/** The views in the resource file. */
const views = (): string => {
  const [, list = ''] = /\n {2}views: \[([^]*?)\n {2}\],/.exec(project.read(RESOURCE)) ?? [];
  return list.replaceAll(/\s+/g, ' ').trim();
};
const OVERDUE =
  "{ name: 'overdue', label: 'Overdue', filter: { due_date__within: 'overdue', status__ne: ['done'] }, },";

it('views follow the model until their developer edits them', async () => {
  expect(views()).toContain(OVERDUE);
  expect(await renameModelField(project.context(), 'Task', 'due_date', 'deadline', {})).toBe(0);
  expect(views()).toContain("filter: { deadline__within: 'overdue', status__ne: ['done'] }");
});

it('an edit of views survives new fields, renames and an upgrade', async () => {
  const own = "{ name: 'soon', label: 'Soon', filter: { due_date__within: 'next_7_days' } },";
  project.edit(RESOURCE, (text) =>
    text.replace('  views: [', `  views: [\n    ${own}`).replace("'Overdue'", "'Late'"),
  );
  const edited = views();
  expect(edited).toMatch(/^\{ name: 'soon'.*label: 'Late'/);
  const fields = ['rank:integer'];
  expect(await addModelFields(project.context(), 'Task', fields, {})).toBe(0);
  expect(views()).toBe(edited);
  expect(project.read(RESOURCE)).toContain("rank: 'Rank',");
  expect(await upgrade(project.context())).toBe(0);
  expect(views()).toBe(edited);
});

it('they come and go with the feature', async () => {
  expect(await dropFeature(project.context(), ['views'], { dropData: true })).toBe(0);
  expect(project.read(RESOURCE)).not.toContain('views');
  expect(await addFeature(project.context(), ['views'])).toBe(0);
  expect(views()).toContain(OVERDUE);
});

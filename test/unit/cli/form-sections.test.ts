import { expect, it } from 'vitest';
import { addModelFields } from '../../../src/cli/commands/model-fields.js';
import { changeModelField } from '../../../src/cli/commands/model-change-field.js';
import { searchAddField, searchAddModel } from '../../../src/cli/commands/search.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const TASK = 'src/models/task/task.model.ts';
const FORM = 'web/src/pages/task/task.form.tsx';

const add = (...fields: string[]) => addModelFields(project.context(), 'Task', fields, {});
const change = (...fields: string[]) => changeModelField(project.context(), 'Task', fields, {});

/** The file on one line. */
const flat = (path: string) => project.read(path).replace(/\s+/g, ' ');

it('writes sections and conditions into the entity and the form, and takes them back', async () => {
  await add('kind:enum=bug,idea', 'seen_in:string');
  const [entity, form] = [project.read(TASK), project.read(FORM)];
  expect(await change('seen_in:section=Plan:show_if=kind=bug')).toBe(0);
  expect(flat(TASK)).toContain("@Field({ section: 'Plan', showIf: 'kind=bug' })");
  expect(flat(FORM)).toMatch(
    /<Section title="Plan"> <ShowIf field="kind" is={\['bug'\]}> <TextInput source="seen_in" \/> <\/ShowIf> <\/Section>/,
  );
  expect(await sync(project.context(), {})).toBe(0);
  expect(await change('seen_in:-section:-show_if')).toBe(0);
  expect(project.read(TASK)).toBe(entity);
  expect(project.read(FORM)).toBe(form);
});

it('keeps what a developer has rearranged when a field is added', async () => {
  await add('planned_on:date:section=Plan', 'effort:integer:section=Plan');
  project.write(
    FORM,
    project
      .read(FORM)
      .replace('<Section title="Plan">', '<Section title="When and how long">')
      .replace(
        '<DateInput source="planned_on" />',
        '<DateInput source="planned_on" label="When" />',
      ),
  );
  expect(await add('risk:string:section=Plan', 'cost_center:string')).toBe(0);
  const edited = flat(FORM);
  expect(edited).toContain('<Section title="When and how long">');
  expect(edited).not.toContain('title="Plan"');
  expect(edited).toContain('<DateInput source="planned_on" label="When" />');
  expect(edited).toMatch(
    /<NumberInput source="effort"[^>]*\/> <TextInput source="risk" \/> <\/Section>/,
  );
  expect(edited).toContain('<TextInput source="cost_center" />');
});

it('searches by a field of another record, and refuses one that is not there', async () => {
  const fields = () =>
    (JSON.parse(project.read('config/search.json')) as { fields: string[] }).fields;
  expect(await searchAddModel(project.context(), 'Task', { fields: ['project.name'] })).toBe(0);
  expect(fields()).toContain('Task.project.name');
  await expect(searchAddField(project.context(), 'Task.project.nam')).rejects.toThrow();
  await expect(searchAddField(project.context(), 'project.name')).rejects.toThrow();
});

it('warns of a searched field that only some may read, by its name or through a reference', async () => {
  const warned = () =>
    project.said().flatMap(({ code, message }) => (code === 'restricted-search' ? message : []));
  await addModelFields(project.context(), 'Project', ['margin_note:string:read=Admin'], {});
  expect(await searchAddField(project.context(), 'title')).toBe(0);
  expect(warned()).toEqual([]);
  expect(await searchAddField(project.context(), 'Task.project.margin_note')).toBe(0);
  expect(await searchAddField(project.context(), 'margin_note')).toBe(0);
  const sentence =
    'everybody who signs in is told by `/config/search` that there is `Project.margin_note`, which only Admin may read';
  expect(warned()).toEqual([sentence, sentence]);
  // What is searched already is no news.
  expect(await searchAddField(project.context(), 'margin_note')).toBe(0);
  expect(warned()).toHaveLength(2);
});

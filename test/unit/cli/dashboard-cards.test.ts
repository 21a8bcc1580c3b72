import { beforeEach, expect, it } from 'vitest';
import { modelAdd } from '../../../src/cli/commands/model-add.js';
import {
  addModelFields,
  removeModelField,
  renameModelField,
} from '../../../src/cli/commands/model-fields.js';
import { renameWholeModel } from '../../../src/cli/commands/model-rename.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { useProject } from './project.js';

const RESOURCE = 'web/src/pages/task/task.resource.ts';
const project = useProject('task-manager');

/** The cards in the resource file of a model. */
const cards = (model = 'task') => {
  const text = project.read(`web/src/pages/${model}/${model}.resource.ts`);
  const [, list] = /dashboard: \[([^]*?)\],\n {2}list:/.exec(text)!;
  const line = list!.replaceAll(/\s+/g, ' ').replace(/,? $/, '').trim();
  return line === '' ? [] : line.split(/, (?=(?:bars|due|figure|series)\()/);
};
const own = (from: string, to: string) =>
  project.edit(RESOURCE, (text) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  });
const GONE = { dropData: true };

beforeEach(() =>
  expect(cards()).toEqual([
    "figure('created_at')",
    "bars('status')",
    "due('due_date', { done: { status: ['done'] } })",
    "series('created_at')",
  ]),
);

it('cards take a renamed field along, with what their developer has changed in them', async () => {
  own("['done']", "['done', 'given_up']");
  own("series('created_at')", "series('created_at', { title: 'All of them' })");
  expect(await renameModelField(project.context(), 'Task', 'due_date', 'deadline', {})).toBe(0);
  expect(await renameModelField(project.context(), 'Task', 'status', 'state', {})).toBe(0);
  expect(cards()).toEqual([
    "figure('created_at')",
    "bars('state')",
    "due('deadline', { done: { state: ['done', 'given_up'] } })",
    "series('created_at', { title: 'All of them' })",
  ]);
  expect(project.said().filter(({ code }) => code === 'old-name')).toEqual([]);
});

it('a card of their own with the old name is told of', async () => {
  own("series('created_at')", "series('due_date')");
  expect(await renameModelField(project.context(), 'Task', 'due_date', 'deadline', {})).toBe(0);
  expect(cards()).toContain("series('due_date')");
  expect(project.said().filter(({ code }) => code === 'old-name')).toMatchObject([
    { help: expect.stringMatching(/^see web\/src\/pages\/task\/task\.resource\.ts:\d+$/) },
  ]);
});

it('a card goes with its field, unless its developer has changed it', async () => {
  expect(await removeModelField(project.context(), 'Task', 'status', GONE)).toBe(0);
  expect(cards()).toEqual(["figure('created_at')", "due('due_date')", "series('created_at')"]);
  expect(project.read(RESOURCE)).toContain('import { due, figure, page, series, type Model');
  own("due('due_date')", "due('due_date', { title: 'Soon' })");
  const before = project.read(RESOURCE);
  expect(await removeModelField(project.context(), 'Task', 'due_date', GONE)).toBe(3);
  expect(project.read(RESOURCE)).toBe(before);
});

it('cards stay when a field gets a name by which none would be chosen', async () => {
  expect(await renameModelField(project.context(), 'Task', 'status', 'progress', {})).toBe(0);
  expect(await renameModelField(project.context(), 'Task', 'due_date', 'day', {})).toBe(0);
  expect(cards()).toEqual([
    "figure('created_at')",
    "bars('progress')",
    "due('day', { done: { progress: ['done'] } })",
    "series('created_at')",
  ]);
  expect(await addModelFields(project.context(), 'Task', ['rank:integer'], {})).toBe(0);
  expect(cards()).toContain("bars('progress')");
});

it('cards follow a field that is renamed by hand, and a class', async () => {
  const entity = 'src/models/task/task.model.ts';
  project.edit(entity, (text) => text.replace(/\bstatus([!?:])/, 'progress$1'));
  expect(project.read(entity)).toContain('progress');
  expect(await sync(project.context(), { rename: ['Task.status:progress'] })).toBe(0);
  expect(cards()).toContain("bars('progress')");
  expect(await renameWholeModel(project.context(), 'Task', 'Errand', {})).toBe(0);
  expect(cards('errand')).toContain("due('due_date', { done: { progress: ['done'] } })");
});

it('a new model brings cards, and takes those of no other', async () => {
  const add = (name: string, ...fields: string[]) =>
    modelAdd(project.context(), name, fields, { timestamps: true });
  expect(await add('Label', 'name:string')).toBe(0);
  expect(cards('label')).toEqual(["figure('created_at')"]);
  expect(cards('team-member')).toEqual([]);
  expect(await add('Sticker', 'label:ref=Label', 'due_on:date', 'status:enum=new,done')).toBe(0);
  expect(cards('sticker')).toContain("bars('status')");
  expect(cards('label')).toEqual(["figure('created_at')"]);
  expect(await addModelFields(project.context(), 'TeamMember', ['hired_on:date'], {})).toBe(0);
  expect(cards('team-member')).toEqual([]);
});

it('a new field changes no cards, and leaves those of the developer', async () => {
  own("    bars('status'),\n", "    bars('priority'),\n");
  expect(await addModelFields(project.context(), 'Task', ['total:decimal=12,2'], {})).toBe(0);
  expect(await renameModelField(project.context(), 'Task', 'status', 'progress', {})).toBe(0);
  expect(cards()).toEqual([
    "figure('created_at')",
    "bars('priority')",
    "due('due_date', { done: { progress: ['done'] } })",
    "series('created_at')",
  ]);
  const before = project.read(RESOURCE);
  expect(await sync(project.context(), {})).toBe(0);
  expect(project.read(RESOURCE)).toBe(before);
});

it('a list that is all its developer’s stays', async () => {
  project.edit(RESOURCE, (text) =>
    text.replace(/dashboard: \[[^]*?\],\n {2}list:/, 'dashboard: taskCards,\n  list:'),
  );
  expect(await renameModelField(project.context(), 'Task', 'status', 'progress', {})).toBe(0);
  expect(await addModelFields(project.context(), 'Task', ['rank:integer'], {})).toBe(0);
  expect(project.read(RESOURCE)).toContain('dashboard: taskCards,');
});

/** The place of a model in the menu's file. */
const place = (model: string) => {
  const text = project.read('web/src/pages/resources.ts');
  const [, entry] = new RegExp(`model: '${model}',([^]*?)load:`).exec(text)!;
  return /dashboard: '(\w+)'/.exec(entry!)?.[1] ?? null;
};

it('a model keeps its place, whatever others refer to it and its fields are called', async () => {
  const add = (name: string, ...fields: string[]) =>
    modelAdd(project.context(), name, fields, { timestamps: true });
  expect(await add('Label', 'name:string')).toBe(0);
  expect(await add('Sticker', 'label:ref=Label', 'due_on:date')).toBe(0);
  expect([place('Label'), place('Task')]).toEqual([null, 'first']);
  expect(await renameModelField(project.context(), 'Task', 'status', 'progress', {})).toBe(0);
  expect(place('Task')).toBe('first');
  project.edit('web/src/pages/resources.ts', (text) =>
    text.replace("dashboard: 'first'", "dashboard: 'last'"),
  );
  expect(await add('Shelf', 'name:string')).toBe(0);
  expect([place('Task'), place('Shelf')]).toEqual(['last', null]);
});

it('a spec names the cards of its models, which a second run does not ask for again', async () => {
  const spec = `models:
  Bill:
    dashboard: [{ bars: customer, title: By customer }]
    fields: { customer: string, due_on: date }
`;
  project.write('bill.yaml', spec);
  const add = () => modelAdd(project.context(), undefined, [], { from: 'bill.yaml' });
  expect(await add()).toBe(0);
  expect(cards('bill')).toEqual(["bars('customer', { title: 'By customer' })"]);
  const before = project.read('web/src/pages/bill/bill.resource.ts');
  expect(await add()).toBe(0);
  expect(project.read('web/src/pages/bill/bill.resource.ts')).toBe(before);
});

import { beforeEach, expect, it } from 'vitest';
import {
  addModelFields,
  removeModelField,
  renameModelField,
} from '../../../src/cli/commands/model-fields.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { useProject } from './project.js';

const RESOURCE = 'web/src/pages/task/task.resource.ts';
const project = useProject('task-manager');

/** The cards in the resource file of tasks. */
const cards = () => {
  const [, list = ''] = /dashboard: \[([^]*?)\],\n {2}list:/.exec(project.read(RESOURCE)) ?? [];
  const line = list.replaceAll(/\s+/g, ' ').replace(/,? $/, '').trim();
  return line.split(/, (?=(?:bars|due|figure|series)\()/);
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
  expect(cards()).toEqual(["figure('created_at')", "due('due_date')"]);
  expect(project.read(RESOURCE)).toContain('import { due, figure, page, type ModelDefinition }');
  own("due('due_date')", "due('due_date', { title: 'Soon' })");
  const before = project.read(RESOURCE);
  expect(await removeModelField(project.context(), 'Task', 'due_date', GONE)).toBe(3);
  expect(project.read(RESOURCE)).toBe(before);
});

it('a new field brings its cards, and leaves those of the developer', async () => {
  own("    bars('status'),\n", "    bars('priority'),\n");
  expect(await addModelFields(project.context(), 'Task', ['total:decimal=12,2'], {})).toBe(0);
  expect(cards()).toEqual([
    "figure('created_at', { sum: 'total' })",
    "figure('created_at')",
    "bars('priority')",
    "due('due_date', { done: { status: ['done'] } })",
    "series('created_at', { sum: 'total' })",
  ]);
  const before = project.read(RESOURCE);
  expect(await sync(project.context(), {})).toBe(0);
  expect(project.read(RESOURCE)).toBe(before);
});

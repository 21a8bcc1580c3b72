import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { changeModelField } from '../../../src/cli/commands/model-change-field.js';
import {
  addModelFields,
  removeModelField,
  renameModelField,
} from '../../../src/cli/commands/model-fields.js';
import { modelBoard, modelCalendar } from '../../../src/cli/commands/model-layout.js';
import { sync } from '../../../src/cli/commands/sync.js';
import type { Refusal } from '../../../src/problem.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const RESOURCE = 'web/src/pages/task/task.resource.ts';
const ENTITY = 'src/models/task/task.model.ts';

const context = () => project.context({ args: ['model', 'board', 'Task'] });
const board = (field?: string, off = false) => modelBoard(context(), 'Task', field, { off });
const calendar = (from?: string, to?: string, off = false) =>
  modelCalendar(context(), 'Task', from, to, { off });
const codesOf = (asked: Promise<unknown>) =>
  asked.then(
    () => [],
    ({ problems }: Refusal) => problems.map(({ code }) => code),
  );

const isThere = (path: string) => existsSync(join(project.root(), path));

/** The file on one line. */
const flat = (path = RESOURCE) => project.read(path).replace(/\s+/g, ' ');
const edit = (from: string, to: string) => {
  const text = project.read(RESOURCE);
  expect(text).toContain(from);
  project.write(RESOURCE, text.replace(from, to));
};

it('a board comes with its feature, and goes without a trace', async () => {
  const [resource, entity] = [project.read(RESOURCE), project.read(ENTITY)];
  expect(await board('status')).toBe(0);
  expect(flat()).toContain("import { board } from '#ui/board';");
  expect(flat()).toMatch(/layouts: \[ ?board\('status', \{ fields: \['due_date', .*\] \}\),? ?\],/);
  expect(project.read('web/src/features.gen.ts')).toContain("from '#ui/board'");
  expect(isThere('ui/layouts/drag.ts')).toBe(true);
  expect(isThere('ui/calendar/feature.tsx')).toBe(false);
  expect(project.read(ENTITY)).toBe(entity);
  const said = project.read(RESOURCE);
  expect(await sync(project.context(), {})).toBe(0);
  expect(await board('status')).toBe(0);
  expect(project.read(RESOURCE)).toBe(said);
  expect(await board(undefined, true)).toBe(0);
  expect(project.read(RESOURCE)).toBe(resource);
  expect(isThere('ui/layouts/drag.ts')).toBe(false);
  expect(project.read('web/src/features.gen.ts')).not.toContain('#ui/board');
});

it('board and calendar stand beside each other, each with its own feature', async () => {
  await calendar('due_date');
  await board('project');
  expect(flat()).toMatch(
    /layouts: \[ ?board\('project_id', .*calendar\('due_date', \{ state: 'status', fields: \[ ?'project_id'/,
  );
  expect(await board(undefined, true)).toBe(0);
  expect(flat()).toMatch(/layouts: \[ ?calendar\('due_date', \{ state: 'status', fields: \[/);
  expect(isThere('ui/layouts/drag.ts')).toBe(true);
  expect(isThere('ui/board/feature.tsx')).toBe(false);
});

it('what a developer makes of a layout survives new fields and names', async () => {
  await board('status');
  edit("fields: ['due_date'", "fields: ['title', 'due_date'");
  await addModelFields(project.context(), 'Task', ['fee:decimal=12,2'], {});
  expect(flat()).toContain("fields: ['title', 'due_date'");
  await renameModelField(project.context(), 'Task', 'status', 'state', {});
  expect(flat()).toContain("board('state', { fields: ['title', 'due_date'");
  expect(await sync(project.context(), {})).toBe(0);
  expect(flat()).toContain("board('state', { fields: ['title', 'due_date'");
});

it('a layout leaves with its field', async () => {
  await board('status');
  await removeModelField(project.context(), 'Task', 'status', { dropData: true });
  expect(project.read(RESOURCE)).not.toContain("'#ui/board'");
  expect(isThere('ui/board/feature.tsx')).toBe(false);
});

it('a field keeps a type that fits its layouts', async () => {
  const change = (...texts: string[]) =>
    codesOf(changeModelField(project.context(), 'Task', texts, {}));
  await calendar('due_date');
  expect(await change('due_date:string')).toEqual(['bad-layout']);
  expect(await change('due_date:datetime')).toEqual([]);
  // A developer may write a layout of any field.
  await board('status');
  edit("board('status'", "board('title'");
  expect(await change('title:max=150')).toEqual([]);
  await board(undefined, true);
  await calendar(undefined, undefined, true);
  expect(await change('due_date:date')).toEqual([]);
});

it('a field that no longer suits what a layout shows of it is left out, and that is said', async () => {
  await addModelFields(project.context(), 'Task', ['amount:decimal=12,2', 'position:integer'], {});
  await board('status');
  expect(flat()).toMatch(/sum: 'amount',.*place: 'position'/);
  const texts = ['amount:string', 'position:unique'];
  expect(await changeModelField(project.context(), 'Task', texts, {})).toBe(0);
  expect(flat()).toMatch(/board\('status', \{ fields: \[/);
  expect(flat()).not.toContain("place: 'position'");
  const said = project.said().filter(({ code }) => code === 'layout-field');
  expect(said.map(({ message }) => message.replace(/:.*/, ''))).toEqual([
    'the board of `Task` can no longer use `amount`',
    'the board of `Task` can no longer use `position`',
  ]);
});

it('layouts of fields that do not fit, and of models of the service, are refused', async () => {
  expect(await codesOf(board('title'))).toEqual(['bad-layout']);
  expect(await codesOf(board('stage'))).toEqual(['bad-layout']);
  expect(await codesOf(calendar('status'))).toEqual(['bad-layout']);
  expect(await codesOf(calendar('due_date', 'title'))).toEqual(['bad-layout']);
  expect(await codesOf(board())).toEqual(['usage']);
  expect(await codesOf(board('status', true))).toEqual(['usage']);
  expect(await codesOf(modelBoard(context(), 'User', 'status', {}))).toEqual(['bad-layout']);
});

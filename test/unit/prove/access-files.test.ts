import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AccessFiles } from '../../../templates/tools/prove/report/access-files.js';
import { clauseOf, type RulePart } from '../../../templates/tools/prove/report/deciding-rule.js';
import { SCRATCH } from '../../support/scratch.js';

const TASK = `import { custom, defineAccess, owner } from '#engine';

// No rows: [owner('created_by_id')] here.
export const taskAccess = defineAccess<Task>({
  roles: { '*': ['list'] },
  rows: [
    owner('created_by_id'),
    custom((user, where) => where.eq('assignee_id', user.id)),
    /* custom(() => nothing), */
    custom<Task>((user, where) => where.isNull('assignee_id')),
    shared,
    ...others,
    owner('reviewer_id', {
      write: false,
    }),
  ],
  fields: {
    price: { read: ['Admin'] },
    'vat-id': {
      read: [],
    },
  },
});
`;
const NOTE = `export const notes = defineAccess<Note>({
  roles: { Viewer: ['list'], '*': [] },
  rows: [owner('author_id'), allFor('Admin')],
});
export const tags = defineAccess<Tag>({});
`;
const FILES = {
  'src/models/task/task.access.ts': TASK,
  'src/rules/all.ts': NOTE,
  'src/models/task/task.model.ts': 'export class Task {}\n',
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(SCRATCH, 'place-'));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const place = (model: string, clause: string) => new AccessFiles(folder).placeOf(model, clause);

it.each([
  ['roles', 'roles', 5],
  ['the exception of a role', 'roles.*', 5],
  ['all row rules', 'rows', 6],
  ['a row rule', 'rows[0]', 7],
  ['a second rule', 'rows[1]', 8],
  ['a rule after a comment', 'rows[2]', 10],
  ['a rule from elsewhere', 'rows[3]', 11],
  ['a rule that may be any of a list, as the list', 'rows[5]', 6],
  ['a field', 'fields.price', 18],
  ['a layer of a field', 'fields.vat-id.read', 20],
  ['a condition, as its rule', 'rows[1].and[0].parent(project)', 8],
  ['a clause that is not there', 'gives.Manager', 4],
  ['no clause in particular', '', 4],
] as const)('names the line of %s', (_, clause, line) => {
  expect(place('Task', clause)).toBe(`src/models/task/task.access.ts:${line}`);
});

it('tells clauses on one line apart by their columns', () => {
  expect(place('Note', 'rows')).toBe('src/rules/all.ts:3');
  expect(place('Note', 'rows[0]')).toBe('src/rules/all.ts:3:10');
  expect(place('Note', 'rows[1]')).toBe('src/rules/all.ts:3:30');
  expect(place('Note', 'roles.*')).toBe('src/rules/all.ts:2:30');
});

it('finds no rules of a model without any', () => {
  expect(place('Tag', 'rows')).toBe('src/rules/all.ts:5');
  expect(place('Stamp', '')).toBeNull();
});

it.each([
  [null, ''],
  [{ model: 'Task', part: 'roles' }, 'roles'],
  [{ model: 'Task', part: 'row', index: 2 }, 'rows[2]'],
  [{ model: 'Task', part: 'field', field: 'price' }, 'fields.price'],
] as const)('writes the rule %j as the path of its clause', (rule: RulePart | null, clause) => {
  expect(clauseOf(rule)).toBe(clause);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RowRule } from '../../../templates/service/engine/model/access-rules.js';
import type { ModelInfo } from '../../../templates/service/engine/model/model-info.js';
import { AccessFiles, type RulePart } from '../../../templates/tools/prove/report/place.js';
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
  ],
  fields: {
    price: { read: ['Admin'] },
  },
});
`;
const FILES = {
  'src/models/task/task.access.ts': TASK,
  'src/rules/all.ts': 'export const notes = defineAccess<Note>({});\n',
  'src/models/task/task.model.ts': 'export class Task {}\n',
};
const where = () => ({ op: 'all' }) as const;
const ROWS: readonly RowRule[] = [
  { kind: 'owner', field: 'created_by_id', write: true, preset: true, byName: false },
  { kind: 'custom', where },
  { kind: 'custom', where },
  { kind: 'tenant', field: 'tenant_id' },
];

let folder: string;
const cwd = process.cwd();
beforeAll(() => {
  folder = mkdtempSync(join(SCRATCH, 'place-'));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(cwd);
  rmSync(folder, { recursive: true, force: true });
});

const model = (name: string) => ({ name, access: { rows: ROWS } }) as unknown as ModelInfo;
const place = (name: string, rule: RulePart | null) => new AccessFiles().placeOf(model(name), rule);

it.each([
  ['roles', { model: 'Task', part: 'roles' }, 5],
  ['all row rules', { model: 'Task', part: 'rows' }, 6],
  ['a row rule', { model: 'Task', part: 'row', index: 0 }, 7],
  ['the first of two custom rules', { model: 'Task', part: 'row', index: 1 }, 8],
  ['the second one, past a comment', { model: 'Task', part: 'row', index: 2 }, 10],
  ['a rule from elsewhere, as the list with it', { model: 'Task', part: 'row', index: 3 }, 6],
  ['a field', { model: 'Task', part: 'field', field: 'price' }, 14],
  ['no rule in particular', null, 4],
] as const)('names the line of %s', (_, rule, line) => {
  expect(place('Task', rule)).toBe(`src/models/task/task.access.ts:${line}`);
});

it('finds rules wherever they are, and none of a model without them', () => {
  expect(place('Note', { model: 'Note', part: 'rows' })).toBe('src/rules/all.ts:1');
  expect(place('Tag', null)).toBeNull();
});

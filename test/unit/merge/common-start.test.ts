import { expect, it } from 'vitest';
import { mergeBranches, mergeCopies } from '../../../src/merge/merge-branches.js';

const PATH = 'src/models/task/task.access.ts';
const access = (names: string, rules: string) => `import { ${names} } from '#engine';
import type { Task } from './task.model.js';

/** Who may do what with tasks. */
export const taskAccess = defineAccess<Task>({
${rules}
});
`;
const ours = access(
  'defineAccess, owner',
  "  rows: [owner('user_id')],\n  fields: { one: { read: ['Admin'] } },",
);
const theirs = access(
  'defineAccess',
  "  // Only they.\n  roles: { '*': [] },\n  fields: { other: { write: ['Admin'] } },",
);

it.each([
  ['files', mergeBranches],
  ['kept copies', mergeCopies],
])('the first rules of a model in two branches are all in one object: %s', (_, merge) => {
  const both = access(
    'defineAccess, owner',
    "  // Only they.\n  roles: { '*': [] },\n  rows: [owner('user_id')],\n  fields: { one: { read: ['Admin'] }, other: { write: ['Admin'] } },",
  );
  expect(merge(PATH, { base: '', mine: ours, next: theirs })).toBe(both);
  expect(merge(PATH, { base: '', mine: theirs, next: ours })).toBe(both);
});

it.each([
  ['a field', "  fields: { one: { read: ['Manager'] } },"],
  ['rows', "  rows: [tenant('tenant_id')],"],
  ['what is computed', '  ...ofAll,'],
])('nobody chooses where both have a rule for the same: %s', (_, rules) => {
  for (const [mine, next] of [
    [ours, access('defineAccess, tenant', rules)],
    [access('defineAccess, tenant', rules), ours],
  ] as const)
    expect(mergeBranches(PATH, { base: '', mine, next })).toBeNull();
});

it('nor between rules of two classes, or other files', () => {
  const other = theirs.replaceAll('Task', 'Errand');
  expect(mergeBranches(PATH, { base: '', mine: ours, next: other })).toBeNull();
  const [one, two] = ['one', 'two'].map((name) => `export const ${name} = 1;\nrun(${name});\n`);
  expect(mergeBranches('src/own.ts', { base: '', mine: one!, next: two! })).toBeNull();
});

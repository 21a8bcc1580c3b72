import { expect, it } from 'vitest';
import { readRowRules } from '../../../src/code/read-row-rules.js';

const ACCESS = `
import { OWNER } from '../../columns.js';
export const taskAccess = defineAccess<Task>({ rows: [owner(OWNER)] });
`;

const project = (columns: string) =>
  new Map([
    ['src/models/task/task.access.ts', ACCESS],
    ['src/columns.ts', columns],
  ]);

it('follows the imports of each project, although both have the text of the rules', () => {
  const [one, other] = ['author', 'editor'].map((name) =>
    project(`export const OWNER = '${name}';`),
  );
  const text = 'owner(OWNER)';
  expect(readRowRules(one!).get('Task')).toEqual([{ kind: 'owner', field: 'author', text }]);
  expect(readRowRules(other!).get('Task')).toEqual([{ kind: 'owner', field: 'editor', text }]);
  expect(readRowRules(one!).get('Task')).toEqual([{ kind: 'owner', field: 'author', text }]);
});

it('leaves a field that nothing declares as the code that it is', () => {
  const files = new Map([['src/models/task/task.access.ts', ACCESS]]);
  expect(readRowRules(files).get('Task')).toEqual([
    { kind: 'code', field: null, text: 'owner(OWNER)' },
  ]);
});

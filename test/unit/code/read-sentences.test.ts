import { expect, it } from 'vitest';
import { readSentences } from '../../../src/code/read-sentences.js';

const read = (code: string, more: readonly [string, string][] = []) =>
  readSentences(new Map([['src/models/task/task.access.ts', code], ...more])).map(
    ({ model, text, at }) => [model, text, at.line],
  );

it('finds the sentences of access files with their lines', () => {
  const code = `
export const taskAccess = defineAccess<Task>({
  sentences: [
    'never: a Viewer edits Task',
    \`only: the owner reads Task\`,
  ],
});
`;
  expect(read(code)).toEqual([
    ['Task', 'never: a Viewer edits Task', 4],
    ['Task', 'only: the owner reads Task', 5],
  ]);
  const other: [string, string] = [
    'src/other.ts',
    "defineAccess<Task>({ sentences: ['never: x'] })",
  ];
  expect(read('export const taskAccess = defineAccess<Task>({ rows: [] });', [other])).toEqual([]);
});

it('follows constants, and names sentences that are computed', () => {
  const shared: [string, string] = [
    'src/shared.ts',
    "export const ALL = ['never: a Viewer edits Task'];",
  ];
  const code = (list: string) =>
    `import { ALL } from '../../shared.js';\nexport const taskAccess = defineAccess<Task>({ ${list} });\n`;
  expect(read(code('sentences: ALL'), [shared])).toEqual([
    ['Task', 'never: a Viewer edits Task', 2],
  ]);
  expect(read(code('sentences: ALL.map(String)'), [shared])).toEqual([['Task', null, 2]]);
  expect(read(code('sentences: [ALL[0], `never: ${ALL}`]'), [shared])).toEqual([
    ['Task', null, 2],
    ['Task', null, 2],
  ]);
  expect(read(code('get sentences() { return ALL; }'), [shared])).toEqual([['Task', null, 2]]);
});

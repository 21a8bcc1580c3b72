import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isCode } from '../../../src/code/typescript.js';
import { isSound } from '../../../src/merge/is-sound.js';
import { renderExample } from '../../golden/example.js';
import { readCases } from '../../merge/read-case.js';

const alone = (path: string, text: string) => isSound(path, { merged: text, mine: '', next: '' });

it.each([
  ['a name twice', 'const a = 1;\nconst a = 2;\n'],
  ['a function twice', 'function a() {}\nfunction a() {}\n'],
  ['an import twice', "import { a } from './a.js';\nimport { a } from './b.js';\n"],
  ['a name before it is there', 'const b = a;\nconst a = 1;\nexport { b };\n'],
  ['an export where none can be', 'export /** x */ export const a = 1;\n'],
  ['types of types', "import type { A, type B } from './a.js';\nexport type C = A | B;\n"],
  ['half of a statement', 'const a = ;\n'],
])('a text with %s is not sound', (_, text) => {
  expect(alone('a.ts', text)).toBe(false);
});

it('what a side has itself is no fault of the merge', () => {
  const twice = 'const a = 1;\nconst a = 2;\n';
  expect(isSound('a.ts', { merged: twice, mine: twice, next: '' })).toBe(true);
  expect(isSound('a.yaml', { merged: twice, mine: '', next: '' })).toBe(true);
});

it('every file that a model has a part in is sound, and so is what merges are expected to give', () => {
  const files = [...renderExample('task-manager')].filter(
    ([path]) => isCode(path) && !/^(?:engine|ui)\//.test(path),
  );
  expect(files.length).toBeGreaterThan(45);
  expect(files.filter(([path, text]) => !alone(path, text)).map(([path]) => path)).toEqual([]);
  const cases = readCases(join(import.meta.dirname, '../../merge'));
  const broken = cases.flatMap(({ name, mine, next, expected }) =>
    [...expected].flatMap(([path, text]) =>
      isSound(path, { merged: text, mine: mine.get(path) ?? '', next: next.get(path) ?? '' })
        ? []
        : [`${name}: ${path}`],
    ),
  );
  expect(broken).toEqual([]);
});

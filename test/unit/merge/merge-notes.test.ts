import { expect, it } from 'vitest';
import { mergeText } from '../../../src/merge/merge-text.js';

const merge = (base: string, mine: string, next: string) => {
  const [was, own, wanted] = [base, mine, next].map((note) => `${note}a();\n`);
  return mergeText('a.ts', { base: was!, mine: own!, next: wanted! }).settled.keepMine;
};

it.each([
  ['that crudgen changed', '// one\n', '// one\n', '// two\n', '// two\n'],
  ['that crudgen added', '', '', '// two\n', '// two\n'],
  ['that its owner changed', '// one\n', '// own\n', '// one\n', '// own\n'],
  ['that its owner took out', '// one\n', '', '// two\n', ''],
  ['of which both changed the same line', '// one\n', '// own\n', '// two\n', '// own\n'],
  [
    'of which both changed other lines',
    '/**\n * one\n * two\n * three\n */\n',
    '/**\n * own\n * two\n * three\n */\n',
    '/**\n * one\n * two\n * 3\n */\n',
    '/**\n * own\n * two\n * 3\n */\n',
  ],
])('a comment %s', (_, base, mine, next, note) => {
  expect(merge(base, mine, next)).toBe(`${note}a();\n`);
});

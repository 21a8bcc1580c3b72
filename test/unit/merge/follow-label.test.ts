import { expect, it } from 'vitest';
import { mergeText } from '../../../src/merge/merge-text.js';

const labels = (text: string) => `export const labels = { ${text} };\n`;
const merge = (base: string, mine: string, next: string) => {
  const { merged, settled } = mergeText('a.ts', {
    base: labels(base),
    mine: labels(mine),
    next: labels(next),
  });
  return [settled.keepMine, merged.overlaps.length];
};

it('a text that its owner has written in other words goes under the new name', () => {
  expect(merge("number: 'Number'", "number: 'No.'", "reference: 'Reference'")).toEqual([
    labels("reference: 'No.'"),
    0,
  ]);
});

it.each([
  ['what is no text', 'number: 1', 'number: 2', 'reference: 3'],
  ['one of several', "a: 'A', b: 'B'", "a: 'own', b: 'other'", "c: 'C', d: 'D'"],
])('%s is an overlap', (_, base, mine, next) => {
  expect(merge(base, mine, next)[1]).toBeGreaterThan(0);
});

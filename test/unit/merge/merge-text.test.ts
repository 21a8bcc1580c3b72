import { expect, it } from 'vitest';
import { isSameText, mergeText, wholly } from '../../../src/merge/merge-text.js';

it.each([
  ['a.ts', "f('a');", 'f(\n  "a",\n)\n', true],
  ['a.ts', 'f();', 'g();', false],
  ['a.ts', 'f(;', 'f( ;', false],
  ['a.json', '{"a":1}', '{ "a": 1 } // note', true],
  ['a.yaml', 'a: 1\n', 'a:  1\n', false],
  ['a.md', 'a\n', '\uFEFFa  \r\n\r\n', true],
])('%s says the same: %j and %j: %s', (path, a, b, same) => {
  expect(isSameText(path, a, b)).toBe(same);
});

it('what cannot be read by its structure merges by lines', () => {
  const [base, mine, next] = ['a(;\n\nb\n', 'a(;\n\nown\n', 'A(;\n\nb\n'];
  expect(mergeText('a.ts', { base, mine, next }).settled.keepMine).toBe('A(;\n\nown\n');
});

it('the last resort is one overlap over all', () => {
  const whole = wholly({ base: null, mine: 'a\n', next: 'b\n' });
  expect(whole.overlaps).toEqual([
    {
      start: 0,
      end: 2,
      yours: 'a\n',
      crudgen: 'b\n',
      was: null,
      splices: [{ at: 0, remove: 2, insert: 'b\n' }],
    },
  ]);
});

import { expect, it } from 'vitest';
import { differencesOf, settle, type Merged } from '../../../src/merge/overlap.js';

const mine = 'a = 1;\nb = 2;\nc = 3;\n';
const at = mine.indexOf('2');
const both: Merged = {
  mine,
  splices: [{ at: 0, remove: 1, insert: 'A' }],
  overlaps: [
    {
      start: at,
      end: at + 1,
      yours: '2',
      crudgen: '4',
      was: '0',
      splices: [{ at, remove: 1, insert: '4' }],
    },
  ],
};

it('a merge is settled by one side, by the other, or by markers around the lines that differ', () => {
  expect(settle(both)).toEqual({
    keepMine: 'A = 1;\nb = 2;\nc = 3;\n',
    takeTheirs: 'A = 1;\nb = 4;\nc = 3;\n',
    marked: 'A = 1;\n<<<<<<< yours\nb = 2;\n=======\nb = 4;\n>>>>>>> crudgen\nc = 3;\n',
  });
});

it('edits that contradict each other settle nothing', () => {
  const twice = [0, 1].map((at) => ({ at, remove: 3, insert: 'x' }));
  expect(settle({ mine, splices: twice, overlaps: [] })).toBeNull();
});

it('a difference inside a line is shown with its line', () => {
  expect(differencesOf(both)).toEqual([
    { line: 2, yours: 'b = 2;', crudgen: 'b = 4;', was: 'b = 0;' },
  ]);
});

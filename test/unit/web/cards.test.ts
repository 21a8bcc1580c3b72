import { expect, test } from 'vitest';
import { isInLabels } from '../../../templates/features/admin/ui/components/list/cards';

const rows = [
  { id: 1, _label: 'WO-1 Oil', number: 'WO-1', title: 'Oil', note: 'O', hours: 1, by: 'Oil' },
  { id: 2, _label: 'WO-2', number: 'WO-2', title: '', note: null, hours: null, by: 'Kim' },
];

test('the labels of records have what is a whole part of each of them', () => {
  expect(isInLabels('number', rows)).toBe(true);
  expect(isInLabels('title', rows)).toBe(true);
  expect(isInLabels('_label', rows)).toBe(true);
});

test('neither a part of a word, nor a number, nor what one label has by chance, nor nothing', () => {
  expect(isInLabels('note', rows)).toBe(false);
  expect(isInLabels('hours', rows)).toBe(false);
  expect(isInLabels('by', rows)).toBe(false);
  expect(isInLabels('missing', rows)).toBe(false);
});

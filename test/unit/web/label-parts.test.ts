import { expect, test } from 'vitest';
import { labelParts } from '../../../templates/features/layouts/ui/layouts/label-parts';
import type { FieldFact } from '../../../templates/features/admin/ui/application';

const FACTS: readonly FieldFact[] = [
  { source: 'number', type: 'string', unique: true },
  { source: 'title', type: 'string' },
];

test.each([
  ['a number before it', 'A-1 Repair exhaust', { name: 'Repair exhaust', number: 'A-1' }],
  ['no number', 'Repair exhaust', { name: 'Repair exhaust' }],
  ['the number alone', 'A-1', { name: 'A-1' }],
  ['a word that begins like the number', 'A-12 Repair', { name: 'A-12 Repair' }],
])('a label with %s', (_what, label, parts) => {
  expect(labelParts({ id: 1, _label: label, number: 'A-1', title: null }, FACTS)).toEqual(parts);
});

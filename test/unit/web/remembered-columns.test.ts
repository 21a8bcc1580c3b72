import { expect, test } from 'vitest';
import { recalled } from '../../../templates/features/import/ui/import/remembered';

const fields = [{ name: 'number' }, { name: 'name' }, { name: 'city' }];
const KNOWN = {
  Kundennummer: { field: 'number' },
  Ort: { field: 'city', by: 'name' },
  Bemerkung: { field: null },
  Gone: { field: 'gone' },
  Name: { field: 'city' },
};

test('columns that nothing is guessed for go where those of an earlier file went', () => {
  const columns = [
    { header: 'Kundennummer' },
    { header: 'Name', field: 'name' },
    { header: 'Ort' },
    { header: 'Bemerkung' },
    { header: 'Gone' },
    { header: 'toString' },
  ];
  expect(recalled({ columns, fields }, KNOWN)).toEqual([
    { header: 'Kundennummer', field: 'number' },
    { header: 'Name', field: 'name' },
    { header: 'Ort', field: 'city', by: 'name' },
    { header: 'Bemerkung', field: null },
    { header: 'Gone' },
    { header: 'toString' },
  ]);
});

test('a field that a column has already, and a file that nothing is known of, stay as they are', () => {
  const taken = [{ header: 'Stadt', field: 'city' }, { header: 'Ort' }];
  expect(recalled({ columns: taken, fields }, KNOWN)).toBeNull();
  expect(recalled({ columns: [{ header: 'Other' }], fields }, KNOWN)).toBeNull();
});

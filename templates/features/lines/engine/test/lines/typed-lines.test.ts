import { expect, test } from 'vitest';
import type { Records } from '../../model/records.js';
import type { Invoice } from './invoices.js';

/** Is compiled, and never run. */
export const writes = (invoices: Records<Invoice>) => [
  invoices.create({ number: 'R1', items: [{ text: 'a', marks: [1] }] }),
  invoices.update(1, {
    items: [
      { id: 1, quantity: 2 },
      { id: 2, _delete: true },
    ],
  }),
  // @ts-expect-error -- no such field of a line
  invoices.create({ number: 'R1', items: [{ name: 'a' }] }),
  // @ts-expect-error -- a text for a number
  invoices.update(1, { items: [{ id: 1, quantity: '2' }] }),
];

test('lines that are written are typed by their entity', () => {
  expect(writes).toBeTypeOf('function');
});

import type { FieldFact } from '#ui';

/** What filters, export, bulk edit, search and charts know of orders. */
export const orderFields: readonly FieldFact[] = [
  { source: 'number', type: 'string', required: true },
  { source: 'customer', type: 'string', required: true },
  {
    source: 'status',
    type: 'string',
    values: ['pending', 'confirmed', 'shipped', 'cancelled'],
    required: true,
  },
  { source: 'total', type: 'decimal' },
  { source: 'placed_at', type: 'datetime' },
  { source: 'notes', type: 'text' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

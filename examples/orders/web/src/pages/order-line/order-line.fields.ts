import type { FieldFact } from '#ui';

/** What filters, export, bulk edit, search and charts know of order lines. */
export const orderLineFields: readonly FieldFact[] = [
  { source: 'order_id', type: 'ref', reference: 'order', relation: 'order', required: true },
  { source: 'position', type: 'integer', required: true },
  { source: 'product', type: 'string', required: true },
  { source: 'quantity', type: 'integer', required: true },
  { source: 'unit_price', type: 'decimal', required: true },
];

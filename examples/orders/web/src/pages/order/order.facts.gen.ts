// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { FieldFact, ModelFacts } from '#ui';

/** What filters, export, bulk edit, search and charts know about orders. */
export const orderFields: readonly FieldFact[] = [
  { source: 'number', type: 'string', required: true, unique: true },
  { source: 'customer', type: 'string', required: true },
  {
    source: 'status',
    type: 'string',
    values: ['pending', 'confirmed', 'shipped', 'cancelled'],
    required: true,
  },
  { source: 'total', type: 'decimal', digits: 2, unit: 'EUR' },
  { source: 'placed_at', type: 'datetime' },
  { source: 'notes', type: 'text' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** What the entity says of orders; `order.resource.ts` adds labels and pages. */
export const orderFacts: ModelFacts = {
  timestamps: true,
  parent: null,
  history: true,
  fields: orderFields,
  lines: [{ source: 'lines', reference: 'order_line', target: 'order_id' }],
};

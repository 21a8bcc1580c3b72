// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { FieldFact, ModelFacts } from '#ui';

/** What filters, export, bulk edit, search and charts know about order lines. */
export const orderLineFields: readonly FieldFact[] = [
  {
    source: 'order_id',
    type: 'ref',
    reference: 'order',
    relation: 'order',
    required: true,
    onDelete: 'cascade',
  },
  { source: 'position', type: 'integer', required: true },
  { source: 'article_id', type: 'ref', reference: 'article', relation: 'article' },
  { source: 'product', type: 'string', required: true },
  { source: 'quantity', type: 'integer', required: true },
  { source: 'unit_price', type: 'decimal', required: true, digits: 2, unit: 'EUR' },
];

/** What the entity says of order lines; `order-line.resource.ts` adds labels and pages. */
export const orderLineFacts: ModelFacts = {
  timestamps: false,
  parent: null,
  history: true,
  fields: orderLineFields,
};

import { type FieldFact, page, type ModelDefinition } from '#ui';

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
  { source: 'product', type: 'string', required: true },
  { source: 'quantity', type: 'integer', required: true },
  { source: 'unit_price', type: 'decimal', required: true },
];

/** Order lines in the back-office: labels and pages; name and icon are in `../resources.ts`. */
export const orderLineResource: ModelDefinition = {
  timestamps: false,
  parent: null,
  messages: {
    fields: {
      order_id: 'Order',
      position: 'Position',
      product: 'Product',
      quantity: 'Quantity',
      unit_price: 'Unit price',
    },
  },
  list: page(() => import('./order-line.list'), 'OrderLineList'),
  show: page(() => import('./order-line.show'), 'OrderLineShow'),
  create: page(() => import('./order-line.form'), 'OrderLineCreate'),
  edit: page(() => import('./order-line.form'), 'OrderLineEdit'),
  fields: orderLineFields,
};

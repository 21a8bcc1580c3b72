import { type FieldFact, page, type ModelDefinition } from '#ui';

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
  { source: 'total', type: 'decimal' },
  { source: 'placed_at', type: 'datetime' },
  { source: 'notes', type: 'text' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** Orders in the back-office: labels and pages; name and icon are in `../resources.ts`. */
export const orderResource: ModelDefinition = {
  timestamps: true,
  parent: null,
  messages: {
    fields: {
      number: 'Number',
      customer: 'Customer',
      status: 'Status',
      total: 'Total',
      placed_at: 'Placed at',
      notes: 'Notes',
      created_at: 'Created at',
      updated_at: 'Updated at',
      lines: 'Lines',
    },
  },
  list: page(() => import('./order.list'), 'OrderList'),
  show: page(() => import('./order.show'), 'OrderShow'),
  create: page(() => import('./order.form'), 'OrderCreate'),
  edit: page(() => import('./order.form'), 'OrderEdit'),
  fields: orderFields,
};

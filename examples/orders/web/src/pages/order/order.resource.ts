import { bars, figure, page, series, type ModelDefinition } from '#ui';
import { orderFacts } from './order.facts.gen';

/** Orders in the back-office: labels, pages and dashboard; name and icon are in `../resources.ts`. */
export const orderResource: ModelDefinition = {
  ...orderFacts,
  messages: {
    fields: {
      number: 'Number',
      customer: 'Customer',
      status: 'Status',
      total: 'Total',
      placed_at: 'Placed at',
      notes: 'Notes',
      confirmation: 'Confirmation',
      created_at: 'Created at',
      updated_at: 'Updated at',
      lines: 'Lines',
    },
  },
  dashboard: [
    figure('placed_at', { sum: 'total', filter: { status: ['pending', 'confirmed', 'shipped'] } }),
    figure('placed_at'),
    bars('status'),
    series('placed_at', { sum: 'total', filter: { status: ['pending', 'confirmed', 'shipped'] } }),
  ],
  list: page(() => import('./order.list'), 'OrderList'),
  show: page(() => import('./order.show'), 'OrderShow'),
  create: page(() => import('./order.form'), 'OrderCreate'),
  edit: page(() => import('./order.form'), 'OrderEdit'),
};

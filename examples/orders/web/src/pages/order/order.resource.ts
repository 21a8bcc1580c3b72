import Icon from '@mui/icons-material/ShoppingCartOutlined';
import { type AppResource, facts, page } from '#ui';

/** Orders in the back-office: address, icon, texts and pages. */
export const orderResource: AppResource = {
  name: 'order',
  model: 'Order',
  icon: Icon,
  timestamps: true,
  parent: null,
  messages: {
    name: 'Order |||| Orders',
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
  create: page(() => import('./order.create'), 'OrderCreate'),
  edit: page(() => import('./order.edit'), 'OrderEdit'),
  fields: facts(() => import('./order.fields'), 'orderFields'),
};

import Icon from '@mui/icons-material/ListAltOutlined';
import { type AppResource, facts, page } from '#ui';

/** Order lines in the back-office: address, icon, texts and pages. */
export const orderLineResource: AppResource = {
  name: 'order_line',
  model: 'OrderLine',
  icon: Icon,
  timestamps: false,
  parent: null,
  messages: {
    name: 'Order line |||| Order lines',
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
  create: page(() => import('./order-line.create'), 'OrderLineCreate'),
  edit: page(() => import('./order-line.edit'), 'OrderLineEdit'),
  fields: facts(() => import('./order-line.fields'), 'orderLineFields'),
};

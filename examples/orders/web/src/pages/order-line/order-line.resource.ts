import { page, type ModelDefinition } from '#ui';
import { orderLineFacts } from './order-line.facts.gen';

/** Order lines in the back-office: labels, pages and dashboard; name and icon are in `../resources.ts`. */
export const orderLineResource: ModelDefinition = {
  ...orderLineFacts,
  messages: {
    fields: {
      order_id: 'Order',
      position: 'Position',
      article_id: 'Article',
      product: 'Product',
      quantity: 'Quantity',
      unit_price: 'Unit price',
    },
  },
  dashboard: [],
  list: page(() => import('./order-line.list'), 'OrderLineList'),
  show: page(() => import('./order-line.show'), 'OrderLineShow'),
  create: page(() => import('./order-line.form'), 'OrderLineCreate'),
  edit: page(() => import('./order-line.form'), 'OrderLineEdit'),
};

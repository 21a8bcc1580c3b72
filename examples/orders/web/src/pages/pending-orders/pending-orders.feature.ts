import PendingIcon from '@mui/icons-material/PendingActionsOutlined';
import { page, type UiFeature } from '#ui';

/** A page without a model, with an entry in the menu: orders that wait to be confirmed. */
export const pendingOrders: UiFeature = {
  name: 'pending_orders',
  menu: { to: '/pending-orders', icon: PendingIcon, label: 'pending_orders.title' },
  pages: [
    { path: '/pending-orders', page: page(() => import('./pending-orders'), 'PendingOrders') },
  ],
  texts: {
    en: {
      title: 'Pending orders',
      waiting: '%{smart_count} order is waiting |||| %{smart_count} orders are waiting',
      none: 'No order is waiting',
      confirm: 'Confirm',
      confirm_one: 'Confirm %{name}',
      confirmed: '%{name} is confirmed',
      may_not: 'Your roles do not let you confirm orders',
    },
  },
};

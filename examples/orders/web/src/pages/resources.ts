import ArticleOutlinedIcon from '@mui/icons-material/ArticleOutlined';
import ListAltOutlinedIcon from '@mui/icons-material/ListAltOutlined';
import ShoppingCartOutlinedIcon from '@mui/icons-material/ShoppingCartOutlined';
import { type AppResource, definition } from '#ui';

/** Every model, in the order of the menu, which is yours to change; what else there is of one comes with its pages. */
export const resources: readonly AppResource[] = [
  {
    name: 'order',
    model: 'Order',
    label: 'Order |||| Orders',
    icon: ShoppingCartOutlinedIcon,
    dashboard: 'first',
    load: definition(() => import('./order/order.resource'), 'orderResource'),
  },
  {
    name: 'order_line',
    model: 'OrderLine',
    label: 'Order line |||| Order lines',
    icon: ListAltOutlinedIcon,
    dashboard: 'last',
    load: definition(() => import('./order-line/order-line.resource'), 'orderLineResource'),
  },
  {
    name: 'article',
    model: 'Article',
    label: 'Article |||| Articles',
    icon: ArticleOutlinedIcon,
    dashboard: 'last',
    load: definition(() => import('./article/article.resource'), 'articleResource'),
  },
];

import type { AppResource } from '#ui';
import { orderResource } from './order/order.resource';
import { orderLineResource } from './order-line/order-line.resource';

/** Every model of this application. */
export const resources: readonly AppResource[] = [orderResource, orderLineResource];

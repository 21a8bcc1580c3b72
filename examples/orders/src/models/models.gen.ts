// Written by crudgen and rewritten with every change of the models: edits are lost.
import { modelModule, type ModelModule } from '#engine';
import { orderAccess } from './order/order.access.js';
import { Order } from './order/order.model.js';
import { orderRoutes } from './order/order.routes.js';
import { orderLineAccess } from './order-line/order-line.access.js';
import { OrderLine } from './order-line/order-line.model.js';
import { orderLineRoutes } from './order-line/order-line.routes.js';
import { userAccess } from './user/user.access.js';
import { User } from './user/user.model.js';
import { userRoutes } from './user/user.routes.js';

/** Every model of the project, by class name. */
export const models: readonly ModelModule[] = [
  modelModule({ entity: Order, access: orderAccess, routes: orderRoutes }),
  modelModule({ entity: OrderLine, access: orderLineAccess, routes: orderLineRoutes }),
  modelModule({ entity: User, access: userAccess, routes: userRoutes }),
];

// Written by crudgen and rewritten with every change of the models: edits are lost.
import { modelModule, type ModelModule } from '#engine';
import { Article } from './article/article.model.js';
import { Order } from './order/order.model.js';
import { orderRoutes } from './order/order.routes.js';
import { OrderLine } from './order-line/order-line.model.js';
import { userAccess } from './user/user.access.js';
import { User } from './user/user.model.js';

/** Every model of the project, by class name. */
export const models: readonly ModelModule[] = [
  modelModule({ entity: Article }),
  modelModule({ entity: Order, routes: orderRoutes }),
  modelModule({ entity: OrderLine }),
  modelModule({ entity: User, access: userAccess }),
];

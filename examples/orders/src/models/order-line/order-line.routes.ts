import { defineRoutes } from '#engine';
import { OrderLine } from './order-line.model.js';

/** Custom endpoints of order lines; they take precedence over `/{id}`. */
export const orderLineRoutes = defineRoutes(OrderLine, () => {
  // `crudgen endpoint add OrderLine POST /:id/archive --action edit` writes the first one.
});

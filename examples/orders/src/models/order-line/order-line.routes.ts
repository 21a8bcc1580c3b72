import { defineRoutes } from '#engine';
import { OrderLine } from './order-line.model.js';

/** Endpoints of order lines beside the generated ones; they win over `/{id}`. */
export const orderLineRoutes = defineRoutes(OrderLine, () => {
  // `crudgen endpoint add OrderLine POST /:id/archive --action edit` writes the first one.
});

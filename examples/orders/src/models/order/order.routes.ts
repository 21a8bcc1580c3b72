import { defineRoutes, whereOf } from '#engine';
import { Order } from './order.model.js';

/** Endpoints of orders beside the generated ones; they win over `/{id}`. */
export const orderRoutes = defineRoutes(Order, (route) => {
  /**
   * @openapi
   * /order/pending:
   *   get:
   *     tags: [Order]
   *     summary: List pending orders
   *     description: Pages, sorts and filters as the list of orders does.
   *     operationId: listPendingOrders
   *     parameters:
   *       - $ref: '#/components/parameters/_start'
   *       - $ref: '#/components/parameters/_end'
   *       - $ref: '#/components/parameters/Order._sort'
   *       - $ref: '#/components/parameters/_order'
   *     responses:
   *       '200': { $ref: '#/components/responses/Order.page' }
   */
  route.get('/pending', 'list', ({ records, query }) =>
    records.list(query, whereOf<Order>().eq('status', 'pending')),
  );

  /**
   * @openapi
   * /order/{order_id}/confirm:
   *   post:
   *     tags: [Order]
   *     summary: Confirm an order
   *     operationId: confirmOrder
   *     parameters:
   *       - name: order_id
   *         in: path
   *         required: true
   *         schema: { $ref: '#/components/schemas/id' }
   *     responses:
   *       '200':
   *         description: The order, whose status is `confirmed` now
   *         content:
   *           application/json:
   *             schema: { $ref: '#/components/schemas/Order' }
   *       '404': { $ref: '#/components/responses/NotFound' }
   */
  route.post('/:order_id/confirm', 'edit', ({ records, id }) =>
    records.update(id('order_id'), { status: 'confirmed' }),
  );
});

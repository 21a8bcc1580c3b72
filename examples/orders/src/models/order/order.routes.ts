import { defineRoutes } from '../../crud/define-routes.js';
import { whereOf } from '../../crud/where-builder.js';
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
   *       - { name: _start, in: query, schema: { type: integer, minimum: 0, default: 0 } }
   *       - { name: _end, in: query, schema: { type: integer, minimum: 0, default: 25 } }
   *       - { name: _sort, in: query, schema: { type: string } }
   *       - { name: _order, in: query, schema: { type: string, enum: [ASC, DESC] } }
   *     responses:
   *       '200':
   *         description: A page of orders whose status is `pending`
   *         headers:
   *           x-total-count: { schema: { type: integer } }
   *           content-range: { schema: { type: string } }
   *         content:
   *           application/json:
   *             schema: { type: array, items: { $ref: '#/components/schemas/Order' } }
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
   *         schema: { type: integer }
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

import { defineRoutes } from '#engine';
import { Task } from './task.model.js';

/** Endpoints of tasks beside the generated ones; they win over `/{id}`. */
export const taskRoutes = defineRoutes(Task, (route) => {
  /**
   * @openapi
   * /task/{task_id}/complete:
   *   post:
   *     tags: [Task]
   *     summary: Complete a task
   *     operationId: completeTask
   *     parameters:
   *       - name: task_id
   *         in: path
   *         required: true
   *         schema: { $ref: '#/components/schemas/id' }
   *     responses:
   *       '200':
   *         description: The task, whose status is `done` now
   *         content:
   *           application/json:
   *             schema: { $ref: '#/components/schemas/Task' }
   *       '404': { $ref: '#/components/responses/NotFound' }
   */
  route.post('/:task_id/complete', 'edit', ({ records, id }) =>
    records.update(id('task_id'), { status: 'done' }),
  );
});

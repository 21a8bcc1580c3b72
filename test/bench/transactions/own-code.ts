import type { StartOptions } from '../../contract/harness.js';

const ROUTES = `
import { defineRouter, type OwnRouter } from '#engine';
import { Task } from '../models/task/task.model.js';

/** The code of a developer: it waits for somebody who does not answer, or reads and then writes. */
const own = defineRouter('/own', { auth: 'signed-in' }, (route) => {
  route.post('/hang', ({ transaction }) =>
    transaction(async ({ crud }) => {
      await crud(Task).create({ title: 'never committed' });
      await new Promise(() => undefined);
    }),
  );

  route.post('/count/:id', async ({ transaction, id }) =>
    transaction(async ({ crud }) => {
      const { actual_work_hours: count } = await crud(Task).get(id('id'));
      await crud(Task).update(id('id'), { actual_work_hours: (count ?? 0) + 1 });
    }),
  );

  route.post('/move/:from/:to', async ({ transaction, id }) =>
    transaction(async ({ crud }) => {
      const from = await crud(Task).get(id('from'));
      const to = await crud(Task).get(id('to'));
      await crud(Task).update(from.id, { actual_work_hours: (from.actual_work_hours ?? 0) - 1 });
      await crud(Task).update(to.id, { actual_work_hours: (to.actual_work_hours ?? 0) + 1 });
    }),
  );
});

export const routers: readonly OwnRouter[] = [own];
`;

const HOOKS = `
import { conflict, defineHooks } from '#engine';
import { Task } from './task.model.js';

/** A task is a coupon: it has room for as many subtasks as it has planned hours. */
export const taskHooks = defineHooks(Task, {
  beforeSave: async ({ operation, values, system }) => {
    if (operation !== 'create' || !values.parent_task_id) return;
    const parent = await system(Task).get(values.parent_task_id);
    const used = parent.actual_work_hours ?? 0;
    if (used >= (parent.planned_work_hours ?? 0)) throw conflict('This coupon is used up.');
    await system(Task).update(parent.id, { actual_work_hours: used + 1 });
  },
});
`;

/** The task manager with code of its developer's that opens transactions. */
export const OWN_CODE: Pick<StartOptions, 'example' | 'files'> = {
  example: 'task-manager',
  files: { 'src/routes/routes.ts': ROUTES, 'src/models/task/task.hooks.ts': HOOKS },
};

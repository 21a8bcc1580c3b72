import { databaseOf } from '../database/scoped-data-source.js';
import type { NumericId } from '../fields/record-id.js';
import { defineAccess } from '../model/access-rules.js';
import { defineRoutes } from '../model/define-routes.js';
import { modelModule } from '../model/model-module.js';
import type { RouteContext } from '../model/route-context.js';
import { conflict } from '../problem/problem.js';
import { BackgroundJob } from './background-job.model.js';
import { type Queue, queueIn } from './queue.js';

const noRoles = { write: [] } as const;

/** Administrators see every job, and may delete it. Nobody writes one: the endpoints below are the only other operations. */
const access = defineAccess<BackgroundJob>({
  roles: { Admin: ['list', 'show', 'edit', 'delete', 'field'], '*': [] },
  fields: {
    ...{
      name: noRoles,
      payload: noRoles,
      status: noRoles,
      attempts: noRoles,
      max_attempts: noRoles,
    },
    ...{ run_at: noRoles, scheduled_at: noRoles, error: noRoles },
    ...{ started_at: noRoles, finished_at: noRoles },
  },
});

const routes = defineRoutes(BackgroundJob, (route) => {
  route.post('/:id/retry', 'edit', (context) =>
    change(context, 'Only a failed or cancelled job can be retried.', (queue, id) =>
      queue.retry(id),
    ),
  );

  route.post('/:id/cancel', 'edit', (context) =>
    change(context, 'Only a waiting or running job can be cancelled.', (queue, id) =>
      queue.cancel(id),
    ),
  );
});

/** Changes a job, and returns it afterwards; 404 and 409 where that is impossible. */
async function change(
  { id, records, dataSource }: RouteContext<BackgroundJob>,
  refused: string,
  work: (queue: Queue, id: NumericId) => Promise<boolean>,
) {
  const job = id('id');
  await records.get(job);
  if (!(await work(queueIn(databaseOf(dataSource)), job))) throw conflict(refused);
  return records.get(job);
}

/** Jobs as a model of the service. */
export const backgroundJobs = modelModule({ entity: BackgroundJob, access, routes });

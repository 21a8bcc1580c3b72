import { type DataSource, LessThan } from 'typeorm';
import { z } from 'zod';
import { deleteInBatches } from '../database/delete-in-batches.js';
import { databaseOf } from '../database/scoped-data-source.js';
import { defineJob } from '../jobs/define-job.js';
import { QUEUED } from './deliver.js';
import { WebhookDelivery } from './webhook-delivery.model.js';

/** Milliseconds for which a delivery is left to its job, and to what handles the job's failure. */
const MARGIN = 3_600_000;

const JOB_ENDED =
  'The job of the delivery ended first: it timed out, was cancelled, or its worker died.';

/** The hourly job that cleans up deliveries: deletes finished ones older than so many seconds. */
export const cleanJob = (keep: number) =>
  defineJob(
    'clean-webhooks',
    z.object({}),
    async ({ dataSource }) => {
      await endLost(dataSource);
      await deleteOld(dataSource, keep);
    },
    { cron: { expression: '23 * * * *', timeZone: 'UTC' } },
  );

const before = (age: number): Date => new Date(Date.now() - age);

/** Deliveries without a job that will send them have failed, even if their job could not record it. */
async function endLost(dataSource: DataSource): Promise<void> {
  // As a list, not a subquery per delivery: there may be many of both while an endpoint is down.
  const delivery = `payload ->> 'delivery'`;
  const open = `name = :name AND status IN ('waiting', 'running', 'cancelling') AND ${delivery} IS NOT NULL`;
  const sent = `SELECT CAST(${delivery} AS TEXT) FROM background_job WHERE ${open}`;
  await dataSource
    .createQueryBuilder()
    .update(WebhookDelivery)
    .set({ status: 'failed', error: JOB_ENDED })
    .where({ status: 'pending', created_at: LessThan(before(MARGIN)) })
    .andWhere(`CAST(id AS TEXT) NOT IN (${sent})`, { name: QUEUED.name })
    .execute();
}

const deleteOld = (dataSource: DataSource, keep: number): Promise<void> =>
  deleteInBatches(databaseOf(dataSource), {
    table: 'webhook_delivery',
    column: 'created_at',
    before: before(keep * 1000),
    condition: "status <> 'pending'",
  });

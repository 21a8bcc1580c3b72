import { In, LessThan, Not } from 'typeorm';
import { z } from 'zod';
import { defineJob } from '../jobs/define-job.js';
import { WebhookDelivery } from './webhook-delivery.model.js';

/** Rows that one statement deletes, so that nobody waits long for it. */
const BATCH = 1000;

/** The job that deletes, every hour, deliveries older than so many seconds that wait for nothing any more. */
export const cleanJob = (keep: number) =>
  defineJob(
    'clean-webhooks',
    z.object({}),
    async ({ dataSource }) => {
      const deliveries = dataSource.getRepository(WebhookDelivery);
      const created_at = LessThan(new Date(Date.now() - keep * 1000));
      const where = { status: Not('pending' as const), created_at };
      for (let found = BATCH; found === BATCH;) {
        const rows = await deliveries.find({ select: { id: true }, where, take: BATCH });
        found = rows.length;
        if (found > 0) await deliveries.delete({ id: In(rows.map(({ id }) => id)) });
      }
    },
    { cron: { expression: '23 * * * *', timeZone: 'UTC' } },
  );

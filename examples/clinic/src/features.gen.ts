// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { AbsentFeatures, Feature } from '#engine';
import { backup } from '#engine/backup';
import { dashboard } from '#engine/dashboard';
import { idempotency } from '#engine/idempotency';

/** The parts that this service could do without. */
export const features: readonly Feature[] = [backup, dashboard, idempotency];

/** The settings of parts that it does not have: with one of them it does not start. */
export const absentFeatures: AbsentFeatures = {
  jobs: ['JOBS', 'JOBS_CONCURRENCY', 'JOBS_LEASE', 'JOBS_KEEP'],
  mail: ['MAIL_URL', 'MAIL_FROM'],
  metrics: ['METRICS_PORT', 'METRICS_HOST', 'METRICS_TOKEN', 'SLOW_QUERY_MS'],
  replicas: ['DATABASE_REPLICA_URLS', 'DATABASE_REPLICA_MAX_LAG'],
  webhooks: ['WEBHOOKS_PRIVATE_NETWORKS', 'WEBHOOKS_HTTP', 'WEBHOOKS_KEEP'],
  workers: ['WORKERS'],
};

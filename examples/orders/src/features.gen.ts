// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { AbsentFeatures, Feature } from '#engine';
import { backup } from '#engine/backup';
import { client } from '#engine/client';
import { dashboard } from '#engine/dashboard';
import { files } from '#engine/files';
import { history } from '#engine/history';
import { dataImport } from '#engine/import';
import { lines } from '#engine/lines';
import { sessions } from '#engine/sessions';
import { uploads } from '#engine/uploads';

/** The parts that this service could do without. */
export const features: readonly Feature[] = [
  backup,
  client,
  dashboard,
  files,
  history,
  dataImport,
  lines,
  sessions,
  uploads,
];

/** Whether it has the back-office. */
export const hasBackOffice: boolean = true;

/** What parts that it does not have would bring: with one of their settings it does not start. */
export const absentFeatures: AbsentFeatures = {
  'api-keys': { settings: ['API_KEY_MAX_AGE'], commands: ['api-key'] },
  idempotency: { settings: ['IDEMPOTENCY_KEEP'] },
  invitations: { settings: ['INVITATION_TTL'] },
  jobs: { settings: ['JOBS', 'JOBS_CONCURRENCY', 'JOBS_LEASE', 'JOBS_KEEP'], commands: ['worker'] },
  live: { settings: ['LIVE_EVERY'] },
  mail: { settings: ['MAIL_URL', 'MAIL_FROM'] },
  metrics: { settings: ['METRICS_PORT', 'METRICS_HOST', 'METRICS_TOKEN', 'SLOW_QUERY_MS'] },
  oidc: { settings: ['OIDC_PROVIDERS'] },
  passkeys: { settings: ['PASSKEY_RP_ID', 'PASSKEY_ORIGINS'] },
  'password-reset': { settings: ['PASSWORD_RESET_TTL'] },
  privacy: { commands: ['privacy'] },
  replicas: { settings: ['DATABASE_REPLICA_URLS', 'DATABASE_REPLICA_MAX_LAG'] },
  'security-log': { settings: ['SECURITY_LOG_KEEP'] },
  series: { settings: ['SERIES_TIME_ZONE'] },
  sums: { commands: ['sums'] },
  trash: { settings: ['TRASH_KEEP'] },
  'two-factor': {
    settings: ['TWO_FACTOR_ROLES', 'TWO_FACTOR_GRACE', 'AUTH_SECRET_FORMER'],
    commands: ['two-factor'],
  },
  webhooks: { settings: ['WEBHOOKS_PRIVATE_NETWORKS', 'WEBHOOKS_HTTP', 'WEBHOOKS_KEEP'] },
  workers: { settings: ['WORKERS'] },
};

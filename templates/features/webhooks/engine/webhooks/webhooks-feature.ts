import type { BlockList } from 'node:net';
import type { Database } from '../database/database.js';
import type { FeatureWithJobs } from '../jobs/feature-jobs.js';
import type { ServiceParts } from '../service/project.js';
import { duration, flag, type SettingReader } from '../settings/setting-values.js';
import { cleanJob } from './clean.js';
import { deliverJob } from './deliver.js';
import { webhookDeliveries } from './delivery-module.js';
import { webhookEndpoints } from './endpoint-module.js';
import type { Message, Send } from './message.js';
import { networksOf } from './networks.js';
import { networkSend } from './send.js';
import { watchModels } from './webhooks.js';

/** The settings of webhooks. */
export interface WebhookSettings {
  /** Non-public networks that messages may be sent to. */
  readonly own: BlockList;
  /** Whether production may also send to `http://`. */
  readonly http: boolean;
  /** Seconds for which deliveries are kept. */
  readonly keep: number;
  /** Nothing is sent; for tests. */
  readonly inMemory?: true;
}

/** The settings of webhooks. */
export const readSettings = (read: SettingReader['read']): WebhookSettings => ({
  own: read('WEBHOOKS_PRIVATE_NETWORKS', '', (text) =>
    networksOf(text.split(',').flatMap((one) => one.trim() || [])),
  ),
  http: read('WEBHOOKS_HTTP', '0', flag),
  keep: read('WEBHOOKS_KEEP', '30d', duration),
});

/** Notifies endpoints elsewhere of writes, each as far as the user that it acts as may see them. */
export const webhooks: FeatureWithJobs<WebhookSettings> = {
  name: 'webhooks',
  models: [webhookEndpoints, webhookDeliveries],
  readSettings,
  testSettings: { own: networksOf([]), http: true, keep: 60, inMemory: true },
  watch: watchModels,
  jobsFor: (parts, settings) => [deliverJob(sendFor(parts, settings)), cleanJob(settings.keep)],
};

function sendFor(
  { settings, database }: ServiceParts,
  { own, http, inMemory }: WebhookSettings,
): Send {
  if (inMemory) return memorySend(database);
  return networkSend({ httpsOnly: settings.production && !http, own });
}

const inMemory = new WeakMap<Database, Message[]>();

/** Keeps messages for `sentWebhooks`. */
const memorySend =
  (database: Database): Send =>
  async (message) => {
    inMemory.set(database, [...(inMemory.get(database) ?? []), message]);
    return { status: 204, body: '' };
  };

/** The messages that the jobs of a test service have sent, the oldest first; its `parts` are those that `runJobs` takes. */
export const sentWebhooks = ({ database }: Pick<ServiceParts, 'database'>): readonly Message[] =>
  inMemory.get(database) ?? [];

import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { readAccount } from '../auth/directory.js';
import { databaseOf } from '../database/scoped-data-source.js';
import type { NumericId } from '../fields/record-id.js';
import { defineJob, GiveUp, type Job } from '../jobs/define-job.js';
import { safeMessage } from '../database/serialize-error.js';
import { WebhookDelivery } from './webhook-delivery.model.js';
import { WebhookEndpoint } from './webhook-endpoint.model.js';
import type { Answer, Send } from './message.js';
import { signedHeaders } from './sign.js';

const payload = z.object({ delivery: z.int() });

/** About a day, starting at half a minute. */
const RETRIES = 12;

/** The queued job that sends a delivery to its endpoint. */
export const QUEUED = { name: 'deliver-webhook', schema: payload, attempts: RETRIES + 1 };

const GONE_STATUS = 410;

/** The error of a delivery whose user is missing. */
export const USER_MISSING = 'The user that the endpoint acts as is inactive or deleted.';

/** The job that sends deliveries; its concurrency leaves room for other jobs. */
export const deliverJob = (send: Send): Job<typeof payload> =>
  defineJob(
    QUEUED.name,
    payload,
    async ({ payload: { delivery: id }, attempt, signal, dataSource }) => {
      const delivery = await findDelivery(dataSource, id);
      if (delivery?.payload == null || delivery.status === 'delivered') return;
      const outcome = await tryToDeliver(delivery, send, signal, dataSource);
      // Another attempt follows, so this one must not count as the last.
      signal.throwIfAborted();
      await note(dataSource, delivery, outcome, attempt >= QUEUED.attempts);
      if (outcome.error !== null)
        throw outcome.isFinal ? new GiveUp(outcome.error) : new Error(outcome.error);
    },
    { retries: RETRIES, backoff: '30s', concurrency: 5 },
  );

/** The outcome of an attempt. */
interface Outcome {
  readonly answer: Answer | null;
  /** Null if the message was accepted. */
  readonly error: string | null;
  /** Whether retrying is pointless. */
  readonly isFinal: boolean;
}

const findDelivery = (dataSource: DataSource, id: NumericId) =>
  dataSource
    .getRepository(WebhookDelivery)
    .createQueryBuilder('delivery')
    .innerJoinAndSelect('delivery.endpoint', 'endpoint')
    .addSelect(['endpoint.secret', 'endpoint.former_secret', 'endpoint.former_until'])
    .where({ id })
    .getOne();

async function tryToDeliver(
  { event_id, payload: body, endpoint }: WebhookDelivery,
  send: Send,
  signal: AbortSignal,
  dataSource: DataSource,
): Promise<Outcome> {
  const final = (error: string): Outcome => ({ answer: null, error, isFinal: true });
  const { url, active, user_id } = endpoint!;
  if (!active) return final('The endpoint is switched off.');
  const database = databaseOf(dataSource);
  const user = await database.read((session) => readAccount(user_id, session, database));
  if (!user?.active) return final(USER_MISSING);
  const now = new Date();
  const signed = signedHeaders(event_id, now, body!, secretsOf(endpoint!, now));
  const headers = { 'content-type': 'application/json', 'user-agent': 'webhooks', ...signed };
  try {
    const answer = await send({ url, headers, body: body! }, signal);
    const isTaken = answer.status >= 200 && answer.status < 300;
    const error = isTaken ? null : `The endpoint answered ${answer.status}.`;
    return { answer, error, isFinal: answer.status === GONE_STATUS };
  } catch (error) {
    return { answer: null, error: safeMessage(error), isFinal: false };
  }
}

const secretsOf = (endpoint: WebhookEndpoint, now: Date): readonly string[] => {
  const { secret, former_secret: former, former_until: until } = endpoint;
  return former !== null && until !== null && until > now ? [secret, former] : [secret];
};

async function note(
  dataSource: DataSource,
  { id, attempts, endpoint }: WebhookDelivery,
  { answer, error, isFinal }: Outcome,
  isLast: boolean,
): Promise<void> {
  const status = error === null ? 'delivered' : isFinal || isLast ? 'failed' : 'pending';
  await dataSource.getRepository(WebhookDelivery).update(id, {
    ...{ status, error, attempts: attempts + 1, last_attempt_at: new Date() },
    ...{ response_status: answer?.status ?? null, response_body: answer?.body ?? null },
  });
  if (answer?.status !== GONE_STATUS) return;
  const { id: gone, url } = endpoint!;
  const off = { active: false, switched_off: `The endpoint answered ${GONE_STATUS} Gone.` };
  await dataSource.getRepository(WebhookEndpoint).update({ id: gone, url }, off);
}

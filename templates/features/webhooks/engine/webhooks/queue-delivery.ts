import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { NumericId } from '../fields/record-id.js';
import { enqueue, type EnqueueFrom } from '../jobs/enqueue.js';
import { USER_MISSING, QUEUED } from './deliver.js';
import { WebhookDelivery } from './webhook-delivery.model.js';

/** A transaction that reports something, as a hook or an endpoint has it. */
export type Transaction = { readonly manager: EntityManager } & EnqueueFrom;

/** Stores a message for an endpoint, to be sent after the commit; returns the id of its row. */
export async function queueDelivery(
  tx: Transaction,
  endpoint_id: NumericId,
  type: string,
  data: object,
): Promise<NumericId> {
  const payload = JSON.stringify({ type, timestamp: new Date().toISOString(), data });
  const row = { endpoint_id, type, payload, event_id: randomUUID() };
  const { identifiers } = await tx.manager.insert(WebhookDelivery, row);
  const delivery = Number(identifiers[0]!['id']);
  await queueAgain(tx, delivery);
  return delivery;
}

/** Queues an existing message for sending. */
export const queueAgain = (tx: Transaction, delivery: NumericId): Promise<NumericId> =>
  enqueue(tx, QUEUED, { delivery });

/** Records an event that could not be sent because its user is missing. */
export async function noteUnsent({ manager }: Transaction, endpoint_id: NumericId, type: string) {
  const row = { endpoint_id, type, payload: null, event_id: randomUUID() };
  await manager.insert(WebhookDelivery, { ...row, status: 'failed', error: USER_MISSING });
}

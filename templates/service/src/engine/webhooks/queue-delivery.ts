import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { enqueue, type EnqueueFrom } from '../jobs/enqueue.js';
import { NOBODY, QUEUED } from './deliver.js';
import { WebhookDelivery } from './webhook-delivery.model.js';

/** A transaction that something is to be told of, as a hook or an endpoint has it. */
export type Transaction = { readonly manager: EntityManager } & EnqueueFrom;

/** Writes a message for an endpoint, to be sent when the transaction is committed; gives the id of its row. */
export async function queueDelivery(
  tx: Transaction,
  endpoint_id: number,
  type: string,
  data: object,
): Promise<number> {
  const payload = JSON.stringify({ type, timestamp: new Date().toISOString(), data });
  const row = { endpoint_id, type, payload, event_id: randomUUID() };
  const { identifiers } = await tx.manager.insert(WebhookDelivery, row);
  const delivery = Number(identifiers[0]!['id']);
  await queueAgain(tx, delivery);
  return delivery;
}

/** Has a message that is there be sent. */
export const queueAgain = (tx: Transaction, delivery: number): Promise<number> =>
  enqueue(tx, QUEUED, { delivery });

/** Writes down that there was something to tell, and nobody to tell it as. */
export async function noteUnsent({ manager }: Transaction, endpoint_id: number, type: string) {
  const row = { endpoint_id, type, payload: null, event_id: randomUUID() };
  await manager.insert(WebhookDelivery, { ...row, status: 'failed', error: NOBODY });
}

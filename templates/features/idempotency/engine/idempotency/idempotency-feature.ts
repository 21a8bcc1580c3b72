import type { Feature } from '../service/project.js';
import { duration } from '../settings/setting-values.js';
import { describedWrites } from './described-writes.js';
import { writeOnce } from './write-once.js';

/** The settings of requests that are done once. */
export interface IdempotencySettings {
  /** Seconds for which a request is known. */
  readonly keep: number;
}

/** Requests with an `Idempotency-Key` write once. */
export const idempotency: Feature<IdempotencySettings> = {
  name: 'idempotency',
  readSettings: (read) => ({ keep: read('IDEMPOTENCY_KEEP', '1d', duration) }),
  testSettings: { keep: 86_400 },
  writes: { ...describedWrites, create: (parts, { keep }) => writeOnce(parts, keep * 1000) },
  headers: { sent: ['idempotency-key'], read: ['idempotency-replayed'] },
};

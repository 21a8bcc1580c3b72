import { LockTimeout } from '../fair-lock.js';
import { DatabaseOutage, driverErrorOf, type Outage } from '../outage.js';

/** SQLSTATEs by what they begin with, the longer ones first. */
const OUTAGES: readonly (readonly [code: string, outage: Outage])[] = [
  // A write that met another one; a lock that is not given; a statement that was cancelled, mostly by its time limit.
  ...(['40001', '40P01', '55P03', '57014'] as const).map((code) => [code, 'busy'] as const),
  // No slot for another connection, no memory.
  ...(['53200', '53300', '53400'] as const).map((code) => [code, 'busy'] as const),
  ['53100', 'full'],
  ['25006', 'read-only'],
  // Data or an index that cannot be read.
  ['XX001', 'damaged'],
  ['XX002', 'damaged'],
  // The connection; the server shuts down, starts or has lost its disk; it lets us in no more.
  ...(['08', '57P', '58', '28', '3D'] as const).map((code) => [code, 'unavailable'] as const),
];

/** What an error of PostgreSQL (or TypeORM's around it) says of the server. */
export function outage(error: unknown): Outage | null {
  const cause = driverErrorOf(error);
  if (cause instanceof LockTimeout) return 'busy';
  if (cause instanceof DatabaseOutage) return cause.outage;
  // A connection that fails has no words of the server. Elsewhere the same may come from other services.
  if (cause !== error && isLost(cause)) return 'unavailable';
  const { code } = (cause ?? {}) as { code?: unknown };
  // Node's own codes, such as EPIPE, have five characters, too.
  if (typeof code !== 'string' || !isServerError(cause)) return null;
  return OUTAGES.find(([beginning]) => code.startsWith(beginning))?.[1] ?? null;
}

/** What connecting or a statement has thrown, as an outage where no server has said it. */
export function asOutage(error: unknown): unknown {
  if (isServerError(error) || !(error instanceof Error)) return error;
  if (error.message === POOL_IS_FULL)
    return new DatabaseOutage('busy', 'no connection of the pool became free in time', error);
  return isLost(error)
    ? new DatabaseOutage('unavailable', `the database: ${error.message}`, error)
    : error;
}

/** In the words of the pool, which has no code for it. */
const POOL_IS_FULL = 'timeout exceeded when trying to connect';
const LOST_WORDS =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout expired)/;
const LOST_CODES = new Set(
  (
    'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH EHOSTDOWN ' +
    'ENETUNREACH ENETDOWN ENOENT ERR_STREAM_DESTROYED'
  ).split(' '),
);

function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message } = error as { code?: unknown; message: string };
  return LOST_WORDS.test(message) || (typeof code === 'string' && LOST_CODES.has(code));
}

const isServerError = (error: unknown): boolean =>
  typeof (error as { severity?: unknown } | null)?.severity === 'string';

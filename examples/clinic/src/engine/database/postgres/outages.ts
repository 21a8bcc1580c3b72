import { LockTimeout } from '../fair-lock.js';
import { DatabaseOutage, driverErrorOf, type Outage } from '../outage.js';

/** SQLSTATE prefixes, the longer ones first. */
const OUTAGES: readonly (readonly [code: string, outage: Outage])[] = [
  // A write conflict; a lock timeout; a cancelled statement, mostly by its time limit.
  ...(['40001', '40P01', '55P03', '57014'] as const).map((code) => [code, 'busy'] as const),
  // No connection slot left, or no memory.
  ...(['53200', '53300', '53400'] as const).map((code) => [code, 'busy'] as const),
  ['53100', 'full'],
  ['25006', 'read-only'],
  // Corrupt data or a corrupt index.
  ['XX001', 'damaged'],
  ['XX002', 'damaged'],
  // The connection; the server is shutting down, is starting or has lost its disk; it no longer accepts our login.
  ...(['08', '57P', '58', '28', '3D'] as const).map((code) => [code, 'unavailable'] as const),
];

/** What an error of PostgreSQL (or TypeORM's wrapper) says about the server. */
export function outage(error: unknown): Outage | null {
  const cause = driverErrorOf(error);
  if (cause instanceof LockTimeout) return 'busy';
  if (cause instanceof DatabaseOutage) return cause.outage;
  // A failed connection carries no server error. Elsewhere the same error may come from other services.
  if (cause !== error && isLost(cause)) return 'unavailable';
  const { code } = (cause ?? {}) as { code?: unknown };
  // Node's own codes, such as EPIPE, can have five characters, too.
  if (typeof code !== 'string' || !isServerError(cause)) return null;
  return OUTAGES.find(([beginning]) => code.startsWith(beginning))?.[1] ?? null;
}

/** An error of connecting or of a statement, as an outage where the server itself has not reported one. */
export function asOutage(error: unknown): unknown {
  if (isServerError(error) || !(error instanceof Error)) return error;
  if (error.message === POOL_IS_FULL)
    return new DatabaseOutage('busy', 'no connection of the pool became free in time', error);
  return isLost(error)
    ? new DatabaseOutage('unavailable', `the database: ${error.message}`, error)
    : error;
}

/** The pool's message, since it has no code for it. */
const POOL_IS_FULL = 'timeout exceeded when trying to connect';
const LOST_MESSAGES =
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
  return LOST_MESSAGES.test(message) || (typeof code === 'string' && LOST_CODES.has(code));
}

const isServerError = (error: unknown): boolean =>
  typeof (error as { severity?: unknown } | null)?.severity === 'string';

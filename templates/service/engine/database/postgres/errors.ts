import { OUT_OF_RANGE } from '../query-dialect.js';
import type { Violation } from '../dialect.js';
import { LockTimeout } from '../fair-queue.js';
import { DatabaseOutage, driverErrorOf, type Outage } from '../outage.js';
import { PlanOutdated } from './kept-statements.js';

interface ServerError {
  readonly code?: unknown;
  readonly constraint?: string;
  readonly schema?: string;
  readonly table?: string;
  readonly column?: string;
  readonly detail?: string;
  readonly message?: string;
}

/** Codes of conflicting writes: the transaction failed as a whole and may be retried. */
const COLLISIONS: readonly unknown[] = ['40001', '40P01'];

/** What an error of PostgreSQL (or TypeORM's wrapper) means; null when the caller did not cause it. */
export function violation(error: unknown): Violation | null {
  const { code, constraint, schema, table, column, detail, message } = causeOf(error);
  switch (code) {
    case '23505':
      return {
        ...{ kind: 'unique', constraint: constraint ?? null },
        columnsOf: () => columnsOf(detail ?? ''),
      };
    // ON DELETE RESTRICT has its own code since PostgreSQL 18; the last is a cascade too deep for the server's stack.
    case '23503':
    case '23001':
    case '54001':
      return { kind: 'foreign-key' };
    case '23502':
      return {
        kind: 'not-null',
        columnOf: (name) =>
          name === table || name === `${schema}.${table}` ? (column ?? null) : null,
      };
    case '23514':
      return { kind: 'check', constraint: constraint ?? null };
    case OUT_OF_RANGE:
      return { kind: 'out-of-range' };
    case '23P01':
      return { kind: 'exclusion', constraint: constraint ?? null };
    // A value can exceed only this program limit of several.
    case '54000': {
      const [, index] = /^index row size .* index "(.+)"$/.exec(message ?? '') ?? [];
      return index === undefined ? null : { kind: 'too-wide', index };
    }
    default:
      return isUnread(code) ? { kind: 'unread' } : null;
  }
}

const DIVISION_BY_ZERO = '22012';

/** Data exceptions, but a division by zero; some types have a syntax, and extensions may report only an internal error. */
const isUnread = (code: unknown): boolean =>
  (typeof code === 'string' && code.startsWith('22') && code !== DIVISION_BY_ZERO) ||
  code === '42601' ||
  code === 'XX000';

/** Whether this transaction was aborted because of a conflict with another one, or one with what the server has kept. */
export const isCollision = (error: unknown): boolean =>
  error instanceof PlanOutdated ||
  COLLISIONS.includes(causeOf(error).code) ||
  (error instanceof Error && error.cause !== undefined && isCollision(error.cause));

const causeOf = (error: unknown): ServerError => (driverErrorOf(error) ?? {}) as ServerError;

/** `Key (number, "order")=(1, 2) already exists.`, in whatever language. */
function columnsOf(detail: string): string[] {
  const list = /\((.+?)\)=\(/.exec(detail)?.[1] ?? '';
  const names: readonly string[] = list.match(/"(?:[^"]|"")+"|[^",\s][^",]*/g) ?? [];
  return names.map((name) =>
    name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name,
  );
}

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

/** The outage of the server that an error of PostgreSQL (or TypeORM's wrapper) tells of. */
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

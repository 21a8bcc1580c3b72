import type { Violation } from '../dialect.js';
import { LockTimeout } from '../fair-queue.js';
import { DatabaseOutage, driverErrorOf, type Outage } from '../outage.js';

/** What an error of SQLite (or TypeORM's wrapper) means; null when the caller did not cause it. */
export function violation(error: unknown): Violation | null {
  const { code, message } = (driverErrorOf(error) ?? {}) as { code?: unknown; message?: string };
  // A cascade over more than a thousand levels.
  if (message === 'too many levels of trigger recursion') return { kind: 'foreign-key' };
  switch (code) {
    case 'SQLITE_CONSTRAINT_UNIQUE':
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
    case 'SQLITE_CONSTRAINT_ROWID':
      return unique(message ?? '');
    case 'SQLITE_CONSTRAINT_FOREIGNKEY':
      return { kind: 'foreign-key' };
    case 'SQLITE_CONSTRAINT_NOTNULL':
      return notNull(message ?? '');
    case 'SQLITE_CONSTRAINT_CHECK':
      return { kind: 'check', constraint: checkOf(message ?? '') };
    default:
      return null;
  }
}

/** SQLite's primary codes; extended ones, such as SQLITE_IOERR_WRITE, begin with them. */
const OUTAGES: readonly (readonly [code: RegExp, outage: Outage])[] = [
  [/^SQLITE_(BUSY|LOCKED)/, 'busy'],
  [/^SQLITE_FULL/, 'full'],
  [/^SQLITE_READONLY/, 'read-only'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'damaged'],
  [/^SQLITE_(IOERR|CANTOPEN|PROTOCOL|NOLFS)/, 'unavailable'],
];

/** The outage of the file that an error of SQLite (or TypeORM's wrapper) tells of. */
export function outage(error: unknown): Outage | null {
  const cause = driverErrorOf(error);
  if (cause instanceof LockTimeout) return 'busy';
  if (cause instanceof DatabaseOutage) return cause.outage;
  const { code } = (cause ?? {}) as { code?: unknown };
  if (typeof code !== 'string') return null;
  return OUTAGES.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}

/** `UNIQUE constraint failed: task.number, task.tenant_id`, or `... failed: index 'name'` for an index on expressions. */
function unique(message: string): Violation {
  const constraint = /index '(.+)'$/.exec(message)?.[1] ?? null;
  return { kind: 'unique', constraint, columnsOf: (table) => columnsOf(message, table) };
}

/** `CHECK constraint failed: stay_nights`; a check without a name is told by its expression. */
function checkOf(message: string): string | null {
  const name = message.slice(message.indexOf(': ') + 2);
  return /^\w+$/.test(name) ? name : null;
}

/** `NOT NULL constraint failed: task.title`. */
const notNull = (message: string): Violation => ({
  kind: 'not-null',
  columnOf: (table) => columnsOf(message, table)[0] ?? null,
});

/** The columns of a table that a message names; none where it names those of another one. */
function columnsOf(message: string, table: string): string[] {
  const named = message.slice(message.indexOf(': ') + 2);
  const lead = `${table}.`;
  return named.startsWith(lead) ? named.slice(lead.length).split(`, ${lead}`) : [];
}

import { LockTimeout } from '../fair-lock.js';
import type { Violation } from '../dialect.js';
import { isBusy } from './pool.js';

/** What an error of SQLite (or TypeORM's around it) means; null when it is not the caller's doing. */
export function violation(error: unknown): Violation | null {
  const cause = (error as { driverError?: unknown } | null)?.driverError ?? error;
  if (cause instanceof LockTimeout || isBusy(cause)) return { kind: 'busy' };
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: string };
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
      return { kind: 'not-null', column: columnsOf(message ?? '')[0] ?? '' };
    default:
      return null;
  }
}

/** `UNIQUE constraint failed: task.number, task.tenant_id`, or `... failed: index 'name'` for an index on expressions. */
function unique(message: string): Violation {
  const index = /index '(.+)'$/.exec(message)?.[1];
  if (index !== undefined) return { kind: 'unique', constraint: index, columns: [] };
  return { kind: 'unique', constraint: null, columns: columnsOf(message) };
}

const columnsOf = (message: string): string[] =>
  message
    .slice(message.indexOf(': ') + 2)
    .split(', ')
    .map((name) => name.slice(name.indexOf('.') + 1));

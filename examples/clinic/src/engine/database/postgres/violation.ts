import type { Violation } from '../dialect.js';

interface ServerError {
  readonly code?: unknown;
  readonly constraint?: string;
  readonly column?: string;
  readonly detail?: string;
}

/** Codes of a write that met another one: it failed whole and may be tried again. */
const COLLISIONS: readonly unknown[] = ['40001', '40P01'];
/** Lock not available, too many connections, statement cancelled (mostly by its time limit). */
const BUSY: readonly unknown[] = [...COLLISIONS, '55P03', '53300', '57014'];

/** What an error of PostgreSQL (or TypeORM's around it) means; null when it is not the caller's doing. */
export function violation(error: unknown): Violation | null {
  const { code, constraint, column, detail } = causeOf(error);
  switch (code) {
    case '23505':
      return { kind: 'unique', constraint: constraint ?? null, columns: columnsOf(detail ?? '') };
    // ON DELETE RESTRICT has a code of its own since PostgreSQL 18; the last is a cascade too deep for the server's stack.
    case '23503':
    case '23001':
    case '54001':
      return { kind: 'foreign-key' };
    case '23502':
      return { kind: 'not-null', column: column ?? '' };
    default:
      return BUSY.includes(code) ? { kind: 'busy' } : null;
  }
}

/** Whether two transactions met and this one was chosen to give way. */
export const isCollision = (error: unknown): boolean => COLLISIONS.includes(causeOf(error).code);

function causeOf(error: unknown): ServerError {
  const cause = (error as { driverError?: unknown } | null)?.driverError ?? error;
  return (cause ?? {}) as ServerError;
}

/** `Key (number, "order")=(1, 2) already exists.`, in whatever language. */
function columnsOf(detail: string): string[] {
  const list = /\((.+?)\)=\(/.exec(detail)?.[1] ?? '';
  const names = list === '' ? [] : list.split(', ');
  return names.map((name) =>
    name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name,
  );
}

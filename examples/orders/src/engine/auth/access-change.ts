import type { Session } from '../database/session.js';

/** What tells a process that others have changed users, roles or sessions. */
export interface AccessChange {
  /** Differs whenever users or roles have changed. */
  readonly version: string;
  /** The newest session that was ended; later ones have higher numbers. */
  readonly endedSession: number;
}

/**
 * Marks, inside the transaction that does it, a change of users or roles, so that every replica drops what it remembers.
 * Holds the mark's row until the commit: such changes come one after another.
 */
export async function markAccessChange(session: Session): Promise<void> {
  await session.run(
    { sql: 'UPDATE auth_change SET version = version + 1', name: 'auth_change_mark' },
    [],
  );
}

/** Asked by every process before it uses what it remembers from more than a moment ago. */
export async function readAccessChange(session: Session): Promise<AccessChange> {
  const [row] = await session.rows(
    {
      sql: 'SELECT version, (SELECT MAX(id) FROM auth_ended_session) FROM auth_change',
      name: 'auth_change_read',
    },
    [],
  );
  return { version: String(row?.[0]), endedSession: Number(row?.[1] ?? 0) };
}

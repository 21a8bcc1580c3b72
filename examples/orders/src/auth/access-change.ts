import type { Session } from '../database/database.js';

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

/** Differs whenever users or roles have changed. */
export async function readAccessChange(session: Session): Promise<string> {
  const [row] = await session.rows(
    { sql: 'SELECT version FROM auth_change', name: 'auth_change_read' },
    [],
  );
  return String(row?.[0]);
}

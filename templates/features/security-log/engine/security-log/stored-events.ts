import { In, type EntityManager } from 'typeorm';
import { usersOf } from '../auth/entities.js';
import type { Database } from '../database/database.js';
import { deleteInBatches } from '../database/delete-in-batches.js';
import type { NumericId } from '../fields/record-id.js';
import { SecurityLogEntry } from './security-log-entry.model.js';

/** What is to be stored; users are named as they are called by then. */
export type NewEntry = Omit<SecurityLogEntry, 'id' | 'username' | 'actor'>;

/** Stores events in one transaction; those of a source that is stored already are counted there. */
export const storeEvents = (database: Database, entries: readonly NewEntry[]): Promise<void> =>
  database.write(async (session) => {
    const { manager } = session.runner();
    const names = await namesOf(entries, manager);
    for (const entry of entries) await store(entry, names, manager);
  });

async function store(
  entry: NewEntry,
  names: ReadonlyMap<NumericId, string>,
  manager: EntityManager,
): Promise<void> {
  const { source, user_id, actor_id, times, last_at } = entry;
  const named = {
    username: nameOf(user_id, names) ?? usernameIn(entry),
    actor: nameOf(actor_id, names),
  };
  // Another process may be the first: whoever is, all of them count.
  await manager
    .createQueryBuilder()
    .insert()
    .into(SecurityLogEntry)
    .values({ ...entry, ...named, times: 0 })
    .orIgnore()
    .updateEntity(false)
    .execute();
  const entries = manager.getRepository(SecurityLogEntry);
  await entries.update({ source }, { times: () => `times + ${Number(times)}`, last_at });
}

const nameOf = (id: NumericId | null, names: ReadonlyMap<NumericId, string>): string | null =>
  id === null ? null : (names.get(id) ?? null);

/** Of users who are gone, their events tell it. */
const usernameIn = ({ facts }: NewEntry): string | null =>
  typeof facts['username'] === 'string' ? facts['username'].slice(0, 255) : null;

async function namesOf(
  entries: readonly NewEntry[],
  manager: EntityManager,
): Promise<ReadonlyMap<NumericId, string>> {
  const ids = new Set(
    entries.flatMap(({ user_id, actor_id }) => [user_id ?? [], actor_id ?? []].flat()),
  );
  if (ids.size === 0) return new Map();
  const where = { id: In([...ids]) };
  const users = await usersOf(manager).find({ select: { id: true, username: true }, where });
  return new Map(users.map(({ id, username }) => [id, username]));
}

/** Removes the events whose last occurrence was before a time. */
export const removeOld = (database: Database, before: Date): Promise<void> =>
  deleteInBatches(database, { table: 'security_log_entry', column: 'last_at', before });

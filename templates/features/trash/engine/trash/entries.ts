import { SYSTEM_USER } from '../access/policy.js';
import type { Dialect } from '../database/dialect.js';
import { namedStatements } from '../database/named-statements.js';
import type { RecordId } from '../fields/record-id.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Work } from '../records/scope.js';

/** Records of one model that go to the trash, or come back, with another one. */
export interface Gone {
  readonly model: ModelInfo;
  readonly ids: readonly RecordId[];
}

/** What is known of a record in the trash, beside the moment that it has itself. */
export interface TrashEntry {
  readonly id: number;
  readonly key: string;
  /** The user who deleted it; null for the service itself. */
  readonly actor: { readonly id: number; readonly username: string } | null;
  /** The record with which it went. */
  readonly root: { readonly id: number; readonly model: string; readonly key: string } | null;
}

/** The number of rows that are inserted, or looked for, together. */
const CHUNK = 500;

type Reading = Pick<Work, 'core' | 'session'>;

/** Keeps who has deleted a record, and what went with it, in the order in which it comes back. */
export async function keepEntries(
  key: RecordId,
  along: readonly Gone[],
  { core, model, session, ...work }: Work,
): Promise<void> {
  const { id: actorId, username } = actorOf(work);
  const { insert, insertAlong } = statementsOf(core.dialect);
  const [[root] = []] = await session.rows(insert, [model.name, String(key), actorId, username]);
  const rows = along.flatMap((gone) => gone.ids.map((id) => [gone.model.name, String(id)]));
  for (let at = 0; at < rows.length; at += CHUNK)
    await session.run(insertAlong, [
      root,
      actorId,
      username,
      JSON.stringify(rows.slice(at, at + CHUNK)),
    ]);
}

/** The user who asked for the deletion, whether the service or the user has done it in the end. */
function actorOf({ user, context }: Pick<Work, 'user' | 'context'>): {
  readonly id: number | null;
  readonly username: string | null;
} {
  const asking = context.origin?.().user ?? (user.id === SYSTEM_USER.id ? null : user);
  return { id: asking?.id ?? null, username: asking?.username ?? null };
}

/** The entries of records of a model by their keys: a key that was given again has the last one. */
export async function entriesOf(
  model: ModelInfo,
  keys: readonly string[],
  { core, session }: Reading,
): Promise<ReadonlyMap<string, TrashEntry>> {
  const { find } = statementsOf(core.dialect);
  const entries = new Map<string, TrashEntry>();
  for (let at = 0; at < keys.length; at += CHUNK) {
    const some = JSON.stringify(keys.slice(at, at + CHUNK));
    for (const row of await session.rows(find, [model.name, some])) {
      const [id, key, actorId, actor, root, rootModel, rootKey] = row;
      entries.set(String(key), {
        id: Number(id),
        key: String(key),
        actor: actorId === null ? null : { id: Number(actorId), username: String(actor) },
        root:
          root === null
            ? null
            : { id: Number(root), model: String(rootModel), key: String(rootKey) },
      });
    }
  }
  return entries;
}

/** The records that went with the one of an entry, by model, in the order in which they come back. */
export async function keysAlong(
  { id }: TrashEntry,
  { core, session }: Reading,
): Promise<readonly { readonly model: string; readonly keys: readonly string[] }[]> {
  const { along } = statementsOf(core.dialect);
  const groups: { model: string; keys: string[] }[] = [];
  for (const [model, key] of await session.rows(along, [id])) {
    if (groups.at(-1)?.model !== model) groups.push({ model: String(model), keys: [] });
    groups.at(-1)!.keys.push(String(key));
  }
  return groups;
}

/** Forgets a record that is no longer in the trash, and what went with it. */
export async function forgetEntries(
  key: RecordId,
  { core, model, session }: Pick<Work, 'core' | 'model' | 'session'>,
): Promise<void> {
  const { forgetAlong, forget } = statementsOf(core.dialect);
  await session.run(forgetAlong, [model.name, String(key)]);
  await session.run(forget, [model.name, String(key)]);
}

type Statements = ReturnType<typeof describeStatements>;
const known = new WeakMap<object, Statements>();

function statementsOf(dialect: Dialect): Statements {
  const made = known.get(dialect) ?? describeStatements(dialect);
  known.set(dialect, made);
  return made;
}

/** The rows of a list come as one JSON text, whose items both databases read alike. */
function describeStatements(dialect: Dialect) {
  const statement = namedStatements(dialect, 'trash_entry');
  const isSqlite = dialect.name === 'sqlite';
  const items = (mark: string): string =>
    isSqlite
      ? `json_each(${mark}) AS list`
      : `json_array_elements(CAST(${mark} AS json)) WITH ORDINALITY AS list (value, key)`;
  const texts = isSqlite
    ? 'SELECT value FROM json_each($2)'
    : 'SELECT json_array_elements_text(CAST($2 AS json))';
  return {
    insert: statement(
      'insert',
      'INSERT INTO trash_entry (model, "key", actor_id, actor) VALUES ($1, $2, $3, $4) RETURNING id',
    ),
    insertAlong: statement(
      'insert_along',
      `INSERT INTO trash_entry (root_id, actor_id, actor, model, "key")
       SELECT CAST($1 AS integer), CAST($2 AS integer), CAST($3 AS text), list.value ->> 0, list.value ->> 1
       FROM ${items('$4')} ORDER BY list.key`,
    ),
    find: statement(
      'find',
      `SELECT e.id, e."key", e.actor_id, e.actor, r.id, r.model, r."key" FROM trash_entry e
       LEFT JOIN trash_entry r ON r.id = e.root_id
       WHERE e.model = $1 AND e."key" IN (${texts}) ORDER BY e.id`,
    ),
    along: statement(
      'along',
      'SELECT model, "key" FROM trash_entry WHERE root_id = $1 ORDER BY id',
    ),
    forgetAlong: statement(
      'forget_along',
      'DELETE FROM trash_entry WHERE root_id IN (SELECT id FROM trash_entry WHERE model = $1 AND "key" = $2)',
    ),
    forget: statement('forget', 'DELETE FROM trash_entry WHERE model = $1 AND "key" = $2'),
  };
}

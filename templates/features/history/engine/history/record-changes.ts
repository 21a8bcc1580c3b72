import { SYSTEM_USER } from '../access/policy.js';
import type { Dialect, Statement } from '../database/dialect.js';
import { namedStatements } from '../database/named-statements.js';
import type { WrittenHook, WrittenList, WrittenRecord } from '../model/hooks.js';
import type { ModelInfo } from '../model/model-info.js';
import { keptChange, keptFields } from './changes.js';

/** Rows of one statement: their text is in memory several times. */
const CHUNK = 500;
const MAX_DOOR = 255;

/** Keeps the writes of a model in the transactions of these writes: one statement for each list of them. */
export function recordChanges(
  model: () => ModelInfo,
  dialect: Pick<Dialect, 'name' | 'placeholder'>,
): WrittenHook {
  const insert = insertStatement(dialect);
  let known: ReturnType<typeof facts> | undefined;
  return async (list) => {
    const { name, fields, parentOf } = (known ??= facts(model()));
    const { id, username } = actorOf(list);
    const rows = list.records.flatMap((record) => {
      const kept = keptChange(record, fields);
      return kept ? [[kept.key, kept.action, JSON.stringify(kept.changes), parentOf(record)]] : [];
    });
    for (let at = 0; at < rows.length; at += CHUNK)
      await list.session.run(insert, [
        name,
        id,
        username,
        doorOf(list).slice(0, MAX_DOOR),
        JSON.stringify(rows.slice(at, at + CHUNK)),
      ]);
  };
}

const facts = (model: ModelInfo) => ({
  name: model.name,
  fields: keptFields(model),
  /** The record whose line a changed one is, which shows the change in its own history. */
  parentOf({ before, after }: WrittenRecord): string | null {
    const value = model.lineParent && (after ?? before)?.[model.lineParent.field];
    return value == null ? null : String(value as string | number);
  },
});

/** The rows of a list come as one JSON text, whose items both databases read alike. */
function insertStatement(dialect: Pick<Dialect, 'name' | 'placeholder'>): Statement {
  const rows =
    dialect.name === 'sqlite'
      ? 'json_each($5) AS list ORDER BY list.key'
      : 'json_array_elements(CAST($5 AS json)) WITH ORDINALITY AS list (value, key) ORDER BY list.key';
  return namedStatements(dialect, 'record_change')(
    'insert',
    `INSERT INTO record_change (model, actor_id, actor, door, "key", action, changes, parent)
     SELECT CAST($1 AS text), CAST($2 AS integer), CAST($3 AS text), CAST($4 AS text),
            list.value ->> 0, list.value ->> 1, list.value ->> 2, list.value ->> 3 FROM ${rows}`,
  );
}

/** Who asked for a write, whether the service or the user wrote it in the end. */
function actorOf({ user, origin }: WrittenList): { id: number | null; username: string | null } {
  const actor = origin?.user ?? (user.id === SYSTEM_USER.id ? null : user);
  return { id: actor?.id ?? null, username: actor?.username ?? null };
}

const doorOf = ({ user, origin }: WrittenList): string =>
  origin?.door ?? (user.id === SYSTEM_USER.id ? 'service' : 'request');

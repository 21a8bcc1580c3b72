import { SYSTEM_USER } from '../access/policy.js';
import type { Dialect, Statement } from '../database/dialect.js';
import { namedStatements } from '../database/named-statements.js';
import type { WrittenHook, WrittenList, WrittenRecord } from '../model/hooks.js';
import type { ModelInfo } from '../model/model-info.js';
import { keptChange, keptFields, type HistoryAction } from './changes.js';

/** Entries of one statement: their text is in memory several times. */
const CHUNK = 1000;
const MAX_DOOR = 255;

/** Keeps the writes of a model in the transactions of these writes: one statement for what a list of them creates, changes or deletes. */
export function recordChanges(
  model: () => ModelInfo,
  dialect: Pick<Dialect, 'name' | 'placeholder'>,
): WrittenHook {
  const insert = insertOf(dialect);
  let known: ReturnType<typeof facts> | undefined;
  return async (list) => {
    const { table, fields, parentOf } = (known ??= facts(model()));
    const { id, username } = actorOf(list);
    const door = doorOf(list).slice(0, MAX_DOOR);
    const kept = new Map<HistoryAction, Entry[]>();
    for (const record of list.records) {
      const one = keptChange(record, fields);
      if (!one) continue;
      const entries = kept.get(one.action) ?? [];
      entries.push([one.key, one.changes, parentOf(record)]);
      kept.set(one.action, entries);
    }
    for (const [action, entries] of kept)
      for (let at = 0; at < entries.length; at += CHUNK)
        await list.session.run(insert.statement, [
          ...[table, id, username, door, action],
          ...insert.bound(entries.slice(at, at + CHUNK)),
        ]);
  };
}

/** What is kept of one record beside what the writes of a list have in common. */
type Entry = readonly [key: string, changes: string, parent: string | null];

const facts = (model: ModelInfo) => ({
  table: model.table,
  fields: keptFields(model),
  /** The record whose line a changed one is, which shows the change in its own history. */
  parentOf({ before, after }: WrittenRecord): string | null {
    const value = model.lineParent && (after ?? before)?.[model.lineParent.field];
    return value == null ? null : String(value as string | number);
  },
});

/** How a kind of database takes many entries in one statement. */
interface Insert {
  readonly statement: Statement;
  readonly bound: (entries: readonly Entry[]) => readonly unknown[];
}

/** Each kind takes them in the way that it reads fastest: most of what a history costs is this statement. */
function insertOf(dialect: Pick<Dialect, 'name' | 'placeholder'>): Insert {
  const [rows, bound] = dialect.name === 'sqlite' ? ROWS_OF_JSON : ROWS_OF_LISTS;
  const statement = namedStatements(dialect, 'record_change')(
    'insert',
    `INSERT INTO record_change (model, actor_id, actor, door, action, "key", changes, parent)
     SELECT CAST($1 AS text), CAST($2 AS integer), CAST($3 AS text), CAST($4 AS text), CAST($5 AS text), ${rows}`,
  );
  return { statement, bound };
}

type Rows = readonly [sql: string, bound: Insert['bound']];

const ROWS_OF_JSON: Rows = [
  'value ->> 0, value -> 1, value ->> 2 FROM json_each($6)',
  (entries) => [
    `[${entries.map(([key, changes, parent]) => `[${JSON.stringify(key)},${changes},${JSON.stringify(parent)}]`).join()}]`,
  ],
];

/** A line of text for the changes of each entry, in whose JSON no line ends; most models have no lines, and so no entries with parents. */
const ROWS_OF_LISTS: Rows = [
  String.raw`list.key, list.changes, list.parent
     FROM unnest(CAST($6 AS text[]), string_to_array($7, E'\n'), CAST($8 AS text[])) AS list (key, changes, parent)`,
  (entries) => [
    entries.map(([key]) => key),
    entries.map(([, changes]) => changes).join('\n'),
    entries.some(([, , parent]) => parent !== null) ? entries.map(([, , parent]) => parent) : null,
  ],
];

/** The user who asked for a write, whether the service or the user wrote it in the end. */
function actorOf({ user, origin }: WrittenList): { id: number | null; username: string | null } {
  const actor = origin?.user ?? (user.id === SYSTEM_USER.id ? null : user);
  return { id: actor?.id ?? null, username: actor?.username ?? null };
}

const doorOf = ({ user, origin }: WrittenList): string =>
  origin?.door ?? (user.id === SYSTEM_USER.id ? 'service' : 'request');

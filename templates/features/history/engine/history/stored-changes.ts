import { statementOf, type Dialect, type RawRow, type Session } from '../database/dialect.js';
import type { Changes, HistoryAction } from './changes.js';

/** A change as it is stored. */
export interface StoredChange {
  readonly id: number;
  /** The table of the model, whose migrations rename it here, too. */
  readonly model: string;
  readonly key: string;
  readonly action: HistoryAction;
  readonly changes: Changes;
  readonly actorId: number | null;
  readonly actor: string | null;
  readonly door: string;
  readonly at: string;
}

/** The changes that are asked for, newest first. */
export interface Sought {
  readonly models: readonly string[];
  readonly key?: string | undefined;
  /** The record whose lines the changed ones are. */
  readonly parent?: string | undefined;
  readonly actorId?: number | undefined;
}

const COLUMNS = 'id, model, "key", action, changes, actor_id, actor, door, at';
const AT = { type: 'datetime', transformer: null } as const;

type Reading = Pick<Dialect, 'name' | 'placeholder' | 'decode'>;

/** At most so many changes before a position; all where that is null. */
export async function changesBefore(
  before: number | null,
  { models, key, parent, actorId }: Sought,
  limit: number,
  session: Session,
  dialect: Reading,
): Promise<readonly StoredChange[]> {
  const values: unknown[] = [];
  const bind = (value: unknown): string => dialect.placeholder(values.push(value));
  const conditions = [
    models.length === 1
      ? `model = ${bind(models[0])}`
      : `model IN (${models.map(bind).join(', ')})`,
    ...(key === undefined ? [] : [`"key" = ${bind(key)}`]),
    ...(parent === undefined ? [] : [`parent = ${bind(parent)}`]),
    ...(actorId === undefined ? [] : [`actor_id = ${bind(actorId)}`]),
    ...(before === null ? [] : [`id < ${bind(before)}`]),
  ];
  const sql = `SELECT ${COLUMNS} FROM record_change WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT ${limit}`;
  const rows = await session.rows(statementOf(sql), values);
  return rows.map((row) => changeIn(row, dialect));
}

/** The deletes of records of a model from a change on, and what has become of them, the first ones first. */
export async function deletesSince(
  id: number,
  model: string,
  keys: readonly string[],
  session: Session,
  dialect: Reading,
): Promise<readonly StoredChange[]> {
  const values: unknown[] = [model, id];
  const given = keys.map((key) => dialect.placeholder(values.push(key)));
  const [ofModel, since] = [1, 2].map((at) => dialect.placeholder(at));
  const sql = `SELECT ${COLUMNS} FROM record_change WHERE model = ${ofModel} AND id >= ${since} AND "key" IN (${given.join(', ')}) AND action IN ('delete', 'restore', 'purge') ORDER BY id`;
  const rows = await session.rows(statementOf(sql), values);
  return rows.map((row) => changeIn(row, dialect));
}

function changeIn(row: RawRow, dialect: Reading): StoredChange {
  const [id, model, key, action, changes, actorId, actor, door, at] = row;
  return {
    id: Number(id),
    model: String(model),
    key: String(key),
    action: action as HistoryAction,
    changes: JSON.parse(String(changes)) as Changes,
    actorId: actorId === null ? null : Number(actorId),
    actor: actor as string | null,
    door: String(door),
    at: String(dialect.decode(at, AT)),
  };
}

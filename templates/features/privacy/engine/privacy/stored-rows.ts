import { statementOf, type Dialect, type Session } from '../database/dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { RecordId } from '../fields/record-id.js';
import type { ModelInfo } from '../model/model-info.js';

/** Where rows are read and written: past rules and hooks, so that deleted and hidden ones are among them. */
export interface Place {
  readonly session: Session;
  readonly dialect: Dialect;
}

/** A row of a model as it is stored, by its fields. */
export interface StoredRow {
  readonly id: RecordId;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Values of one statement. */
const CHUNK = 500;

/** The rows of a model that have any of some values in a column, by their keys. */
export async function rowsAmong(
  model: ModelInfo,
  column: ColumnInfo,
  values: readonly unknown[],
  place: Place,
): Promise<readonly StoredRow[]> {
  const { dialect } = place;
  const condition = dialect.inList(dialect.quote(column.column), dialect.placeholder(1), column);
  const found: StoredRow[] = [];
  for (let at = 0; at < values.length; at += CHUNK) {
    const some = dialect.encodeList(values.slice(at, at + CHUNK), column);
    found.push(...(await rowsWhere(model, condition, some, place)));
  }
  return found;
}

/** The row of a model with an id; undefined if there is no such row. */
export async function rowOf(
  model: ModelInfo,
  id: RecordId,
  place: Place,
): Promise<StoredRow | undefined> {
  const { dialect } = place;
  const condition = model.rowKey.is(dialect.placeholder(1), dialect);
  const [row] = await rowsWhere(model, condition, dialect.encode(id, model.key), place);
  return row;
}

async function rowsWhere(
  model: ModelInfo,
  condition: string,
  value: unknown,
  { session, dialect }: Place,
): Promise<readonly StoredRow[]> {
  const columns = model.stored.map(({ column }) => dialect.quote(column));
  const selected = [model.rowKey.id(dialect), ...columns].join(', ');
  const sql = `SELECT ${selected} FROM ${dialect.quote(model.table)} WHERE ${condition} ORDER BY ${model.rowKey.columns(dialect)}`;
  const rows = await session.rows(statementOf(sql), [value]);
  return rows.map(([id, ...stored]) => ({
    id: dialect.decode(id, model.key) as RecordId,
    values: Object.fromEntries(
      model.stored.map((column, at) => [column.name, dialect.decode(stored[at], column)]),
    ),
  }));
}

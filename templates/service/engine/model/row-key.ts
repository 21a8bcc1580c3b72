import type { QueryDialect } from '../database/query-dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { RecordId } from '../fields/record-id.js';
import type { Values } from './hooks.js';

/** How the rows of a model are named by its key, in statements and in values. Statements ask when their text is made. */
export interface RowKey {
  /** The id in a select list, as the key of the model decodes it. */
  id(dialect: QueryDialect): string;
  /** The id in the JSON of a record, and in its label; null where SQL cannot write it. */
  json(dialect: QueryDialect): string | null;
  text(dialect: QueryDialect): string | null;
  /** The columns of the key: what a subquery for rows selects, and the order of the ids. */
  columns(dialect: QueryDialect): string;
  /** The row as it is compared with such a subquery. */
  row(dialect: QueryDialect): string;
  /** Conditions on the id; `mark` is the placeholder of an id as `encode` gives it, or of a list as `encodeList` gives it. */
  is(mark: string, dialect: QueryDialect): string;
  among(mark: string, dialect: QueryDialect): string;
  /** What is stored in the columns of the key of the row with an id. */
  stored(id: RecordId, dialect: QueryDialect): readonly unknown[];
  /** What the row with an id has in a field of the key. */
  valueIn(field: string, id: RecordId): unknown;
  /** The id of a new row that has its key; null where the database counts ids. */
  readonly idOf: ((values: Readonly<Values>) => RecordId) | null;
  /**
   * Whether the id is behind the columns of each index, as SQLite has its row ids there; a key of 64 bits is one only if the database
   * counts it.
   */
  readonly endsIndexes: boolean;
}

/** The row key of a model with a key of one column; `given` is its field, unless the database counts ids. */
export const oneColumnKey = (
  key: ColumnInfo,
  given: ColumnInfo | undefined,
  isPrimary = true,
): RowKey => {
  const column = ({ quote }: QueryDialect): string => quote(key.column);
  return {
    id: column,
    json: (dialect) => dialect.json(column(dialect), key),
    text: column,
    columns: column,
    row: column,
    is: (mark, dialect) =>
      dialect.equals?.(key)?.(column(dialect), mark) ?? `${column(dialect)} = ${mark}`,
    among: (mark, dialect) => dialect.inList(column(dialect), mark, key),
    stored: (id, dialect) => [dialect.encode(id, key)],
    valueIn: (_field, id) => id,
    idOf: given ? (values) => values[given.name] as RecordId : null,
    // Not before it is asked for: models without a key are described, too, and then refused.
    get endsIndexes() {
      if (!isPrimary) return false;
      return key.type === 'integer' || (key.type === 'bigint' && given === undefined);
    },
  };
};

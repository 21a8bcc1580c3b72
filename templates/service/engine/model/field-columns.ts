import type { QueryDialect } from '../database/query-dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { NamesRows } from './composed-references.js';
import type { ModelInfo } from './model-info.js';

/** How a column names rows by others: the key of a model, or a reference; undefined for any other column. */
export const namesRows = (
  column: ColumnInfo,
  { key, rowKey, composed }: Pick<ModelInfo, 'key' | 'rowKey' | 'composed'>,
): NamesRows | undefined => (column === key ? rowKey : composed?.byName.get(column.name));

/** The columns of the table that a field is made of: itself, unless it is an id or a reference with several. */
export const partsOf = (
  column: ColumnInfo,
  { key, keyColumns, composed }: Pick<ModelInfo, 'key' | 'keyColumns' | 'composed'>,
): readonly ColumnInfo[] =>
  column === key ? keyColumns : (composed?.byName.get(column.name)?.parts ?? [column]);

/** The columns that have a field: what a subquery selects that is compared with `rowIn`. */
export const columnsIn = (column: ColumnInfo, model: ModelInfo, dialect: QueryDialect): string =>
  namesRows(column, model)?.columns(dialect) ?? dialect.quote(column.column);

/** A field as it is compared with such a subquery. */
export const rowIn = (column: ColumnInfo, model: ModelInfo, dialect: QueryDialect): string =>
  namesRows(column, model)?.row(dialect) ?? dialect.quote(column.column);

/** A condition for rows in which a reference leads somewhere. */
export const isSetIn = (
  column: ColumnInfo,
  { composed }: ModelInfo,
  dialect: QueryDialect,
): string => {
  const isNull = composed?.byName.get(column.name)?.isNull(dialect);
  return isNull === undefined ? `${dialect.quote(column.column)} IS NOT NULL` : `NOT ${isNull}`;
};

/** The fields that a payload may leave out for others: the columns of a reference for its id, and this for those. */
export const exchangeable = ({ composed }: ModelInfo): ReadonlySet<string> =>
  new Set(
    [...(composed?.byName.values() ?? [])].flatMap(({ column, parts }) =>
      [column, ...parts].map(({ name }) => name),
    ),
  );

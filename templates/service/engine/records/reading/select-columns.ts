import type { RawRow } from '../../database/dialect.js';
import type { QueryDialect } from '../../database/query-dialect.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import type { Values } from '../../model/hooks.js';
import { namesRows } from '../../model/field-columns.js';
import type { ModelInfo } from '../../model/model-info.js';

/** The columns of a select list, in the order in which `decodeRow` reads them. */
export const selectColumns = (
  columns: readonly ColumnInfo[],
  model: ModelInfo,
  dialect: QueryDialect,
): string => columns.map((column) => selectColumn(column, model, dialect)).join(', ');

/** A column of a select list. */
export const selectColumn = (column: ColumnInfo, model: ModelInfo, dialect: QueryDialect): string =>
  namesRows(column, model)?.id(dialect) ?? dialect.quote(column.column);

/** A row from the driver as API values. */
export function decodeRow(
  row: RawRow,
  columns: readonly ColumnInfo[],
  dialect: QueryDialect,
): Values {
  const values: Values = {};
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index]!;
    values[column.name] = dialect.decode(row[index], column);
  }
  return values;
}

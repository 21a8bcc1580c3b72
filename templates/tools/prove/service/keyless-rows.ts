import { isDeepStrictEqual } from 'node:util';
import type { ColumnInfo } from '../../../service/engine/fields/column-info.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { OwnTools } from '../../own-code.js';
import type { Naive, Person, Row } from '../naive/naive.js';
import type { Answer } from './request.js';

// Worlds name each of their rows, also those without a key: the table in the place of their view has a column for that, which the
// service does not know.

/** The column that names rows without a key in the tables of worlds. */
export const ROW_COLUMN = '_row';

/** A model as worlds have it: rows without a key have one that no answer shows. */
export function withRowKey(model: ModelInfo, { oneColumnKey }: OwnTools): ModelInfo {
  if (!model.isKeyless) return model;
  const key: ColumnInfo = { ...model.key, column: ROW_COLUMN, nullable: false, transformer: null };
  const columns = [key, ...model.columns];
  return {
    ...model,
    ...{ key, columns, stored: columns, keyColumns: [key] },
    rowKey: oneColumnKey(key, undefined),
    column: new Map(columns.map((column) => [column.name, column])),
  };
}

/** Whether a path leads to a record: rows without a key have none, so that nothing is asked there. */
export const isOfRecord = (path: string, { prefix }: ModelInfo): boolean =>
  path.startsWith(`/${prefix}/`) && !path.startsWith(`/${prefix}/_`);

/**
 * An answer whose records are named by the rows that they show: of rows that look alike, by those that its reader sees, as long as
 * there are some left. A record of no row keeps no name.
 */
export function named(answer: Answer, model: ModelInfo, naive: Naive, reader: Person): Answer {
  const { body } = answer;
  if (!model.isKeyless || !Array.isArray(body)) return answer;
  const by = naive.as(reader, 'list', model.name);
  const rows = [...naive.world[model.name]!];
  const left = [true, false].flatMap((isSeen) =>
    rows.filter((row) => naive.sees(by, model.name, row) === isSeen),
  );
  return { ...answer, body: body.map((record) => nameOf(record as Row, left)) };
}

function nameOf(record: Row, left: Row[]): Row {
  const at = left.findIndex((row) =>
    Object.keys(record).every(
      (name) => !(name in row) || isDeepStrictEqual(record[name], row[name]),
    ),
  );
  const [row] = at === -1 ? [] : left.splice(at, 1);
  return row && !Object.hasOwn(record, 'id') ? { ...record, id: row.id } : record;
}

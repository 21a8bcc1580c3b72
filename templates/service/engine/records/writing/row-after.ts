import type { ColumnInfo, FieldType } from '../../fields/column-info.js';
import type { RecordId } from '../../fields/record-id.js';
import type { Values } from '../../model/hooks.js';
import type { Rows } from '../scope.js';
import { hasIncrements, hasLines, type Draft } from './draft.js';

/** Digits of the seconds of a moment in JSON. */
const MILLISECONDS = 3;

/** The types whose values come back from a database as they went to it. */
const EXACT = new Set<FieldType>([
  'string',
  'text',
  'enum',
  'integer',
  'decimal',
  'boolean',
  'date',
  'datetime',
]);

/** What a write makes of the data of a row, with its id. */
export type RowAfter = (
  id: RecordId,
  draft: Draft,
  before: Readonly<Values> | null,
) => Values | null;

/**
 * The data of rows as writes leave them, without another look at the database: what users write, without the columns that follow from
 * it. Null where only the database knows.
 */
export function rowAfter({ core, model }: Pick<Rows, 'core' | 'model'>): RowAfter {
  if (core.triggered.has(model.table) || core.plan(model).lines) return () => null;
  const data = model.columns.filter(({ role }) => role === 'data');
  const links = Object.fromEntries(model.links.map(({ name }) => [name, []]));
  const isFilled = data.every((column) => column.default?.kind !== 'database');
  return (id, draft, before) => {
    if (hasIncrements(draft) || hasLines(draft) || Object.keys(draft.links).length > 0) return null;
    if (!before && !isFilled) return null;
    const after: Values = { ...(before ?? links), id };
    for (const column of data) {
      if (column.name in draft.columns) {
        const value = draft.columns[column.name] ?? null;
        if (value !== null && !comesBack(value, column)) return null;
        after[column.name] = value;
      } else if (!before) after[column.name] = null;
    }
    return after;
  };
}

/** Whether a value is read as it was written. PostgreSQL drops blanks at the end of texts of a fixed length. */
function comesBack(value: unknown, { type, precision, transformer }: ColumnInfo): boolean {
  if (!EXACT.has(type) || transformer) return false;
  if (typeof value === 'string' && value.endsWith(' ')) return false;
  return type !== 'datetime' || precision === MILLISECONDS;
}

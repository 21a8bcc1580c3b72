import type { RawRow } from '../../database/dialect.js';
import type { QueryDialect } from '../../database/query-dialect.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import type { Grant } from '../../model/access-rules.js';
import { namesRows } from '../../model/field-columns.js';
import type { ModelInfo } from '../../model/model-info.js';
import type { Row } from '../../model/operations.js';
import type { Granted, Read } from '../scope.js';
import type { PageText } from './caches.js';
import { labelSql, parseLabel } from './label.js';
import { BETWEEN_RECORDS } from './list-page.js';
import { reachOf } from './reach.js';
import { selectRecords, shapeOf, valuesOf, type PageRequest } from './select-records.js';

// The only place where records are not rows: SQLite makes the JSON of a page that is sent as it is, so that no row becomes an
// object, which takes it a third of the time.

/** The JSON of a record as an expression, if it makes up the page; null if the records have to be read. */
export const plainJson = (
  { isPlain }: PageRequest,
  { core, model, grant }: Granted,
): string | null => (isPlain && core.reader(model, grant).json) || null;

/** The JSON of a page from rows that begin with the JSON of a record. */
export const joinJson = (rows: readonly RawRow[]): string =>
  `[${rows.map(([json]) => json).join(BETWEEN_RECORDS)}]`;

/** What gives the cursor behind a record with these values; no cursor without values. */
type CursorBehind = (last: readonly unknown[] | undefined) => string | undefined;

/** The JSON of a record as an expression, and the columns that a cursor names the last record by. */
interface PageColumns {
  readonly json: string | null;
  readonly position: readonly ColumnInfo[];
}

/** A page that SQLite makes one text of. The text is kept until the next commit if the page has been read before. */
export async function readPageText(
  { json, position }: PageColumns,
  request: PageRequest,
  cursor: CursorBehind,
  read: Read,
): Promise<PageText> {
  const { condition, page, version } = request;
  const { statements, pages } = read.core;
  const statement = statements.get(`text ${shapeOf(request, condition, read)}`, () => {
    // The underscore avoids a clash with a column of that name, by which SQLite would sort.
    const select = selectRecords(request, condition, read, `${json} AS _record`);
    return `SELECT group_concat(_record, '${BETWEEN_RECORDS}') FROM (${select})`;
  });
  const values = valuesOf(page, condition);
  const reach = () => reachOf(request, read.model);
  // Without records it is NULL.
  const make = (text: string | null): PageText => ({
    json: `[${text ?? ''}]`,
    next: text === null ? undefined : cursor(lastValues(text, position)),
  });
  return pages.read(read.session, statement, values, version, { make, reach });
}

/** Each line of the text is a record. */
function lastValues(text: string, columns: readonly ColumnInfo[]): readonly unknown[] {
  if (columns.length === 0) return [];
  const record = JSON.parse(text.slice(text.lastIndexOf('\n') + 1)) as Row;
  return columns.map(({ name }) => record[name]);
}

/** The fields that a record is read from, and those that it has. */
export type Fields = Pick<Grant, 'readable' | 'shown'>;

/** SQLite's functions take 1000 arguments, two per member. */
const MAX_MEMBERS = 450;

/** The JSON of a record as one SQL expression; null where a field needs TypeScript. */
export function recordJson(
  model: ModelInfo,
  { readable, shown = readable }: Fields,
  dialect: QueryDialect,
): string | null {
  const beyondSql = [...model.links, ...model.extras].some(({ name }) => shown.has(name));
  if (beyondSql || model.label.kind === 'function') return null;
  const label = labelSql(parseLabel(model.label.template, model, readable), model, dialect);
  const columns = model.columns.filter((column) => shown.has(column.name));
  if (columns.length > MAX_MEMBERS) return null;
  const members = columns.map((column) => {
    const rows = namesRows(column, model);
    const sql = rows ? rows.json(dialect) : dialect.json(dialect.quote(column.column), column);
    return { key: column.name, sql };
  });
  members.splice(model.isKeyless ? 0 : 1, 0, { key: '_label', sql: label });
  const known = members.filter(
    (member): member is { key: string; sql: string } => member.sql !== null,
  );
  return known.length === members.length ? dialect.jsonObject(known) : null;
}

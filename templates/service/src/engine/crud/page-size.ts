import { driverErrorOf } from '../database/outage.js';
import type { Session } from '../database/dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { Grant } from '../model/access-rules.js';
import { refuse, type HttpProblem } from '../problem/problem.js';
import type { Condition } from './compile-where.js';
import type { Page } from './parse-page.js';
import { pageOf, shapeOf, valuesOf, type RecordsRequest } from './read-records.js';
import type { QueryLimits } from './query-cost.js';
import type { Scope } from './scope.js';

/** For so few records the size is not checked: the body of each was limited when it was written. */
const UNCHECKED_RECORDS = 32;

/**
 * Refuses a page whose records exceed the size limit before they are read, where the model has fields of unlimited length:
 * all of them would be held in memory. The database computes lengths without reading the values.
 */
export async function assertPageSize(
  request: Required<Pick<RecordsRequest, 'order' | 'page'>>,
  condition: Condition,
  grant: Grant,
  session: Session,
  { core, model }: Scope,
): Promise<void> {
  const { page } = request;
  const long = longColumns(page, grant, { core, model });
  if (long.length === 0) return;
  const { dialect } = core;
  const values = valuesOf(page, condition);
  const statement = core.statements.get(`size ${shapeOf(request, grant, condition)}`, () => {
    const [table, id] = [dialect.quote(model.table), dialect.quote(model.key.column)];
    const length = long.map((info) => `COALESCE(${dialect.bytes(info)}, 0)`).join(' + ');
    const ids = `SELECT ${id} FROM ${table} ${pageOf(request, condition.sql, values, { core, model })}`;
    return `SELECT COALESCE(SUM(${length}), 0) FROM ${table} WHERE ${id} IN (${ids})`;
  });
  const [row] = await session.rows(statement, values);
  const { pageLimit = Infinity } = core.limits;
  if (Number(row![0]) > pageLimit) throw tooLarge(`${pageLimit} bytes`);
}

/** The columns that may make the records of a page too large; none for a few records. */
export function longColumns(
  page: Page,
  grant: Grant,
  { core, model }: Pick<Scope, 'core' | 'model'>,
): readonly ColumnInfo[] {
  const { pageLimit = Infinity } = core.limits;
  if (page.end - page.start <= UNCHECKED_RECORDS || pageLimit === Infinity) return [];
  return model.columns.filter((info) => isLong(info) && grant.readable.has(info.name));
}

const isLong = ({ type, max }: ColumnInfo): boolean =>
  type === 'json' || (type === 'text' && max === null);

/** Holding more links than these would take too much memory, however large a page may be. */
const MAX_LINKS = 1_000_000;
/** A digit and a comma. */
const MIN_BYTES_PER_LINK = 2;

/** How many links the many-to-many fields of a page may have: more than these would exceed the size limit in any case. */
export const maxLinksOf = ({ pageLimit = Infinity }: QueryLimits): number =>
  Math.min(MAX_LINKS, Math.floor(pageLimit / MIN_BYTES_PER_LINK));

/** The response to a page with more. */
export const tooManyLinks = (limit: number): HttpProblem => tooLarge(`${limit} links`);

/** UTF-8 needs at most three bytes per UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

/** The records of a page as it is sent. Expanded relations may repeat a long record: lengths are added before texts. */
export function joinWithinLimit(texts: readonly string[], limit = Infinity): string {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length > limit) throw tooLarge(`${limit} bytes`);
  const text = `[${texts.join(',\n')}]`;
  if (text.length * MAX_BYTES_PER_UNIT <= limit || Buffer.byteLength(text) <= limit) return text;
  throw tooLarge(`${limit} bytes`);
}

/** The response to a page longer than a string of SQLite or JavaScript can be; any other error is rethrown. */
export function asPageSize(error: unknown): never {
  const { code } = (driverErrorOf(error) ?? {}) as { code?: unknown };
  const isRange = error instanceof RangeError && error.message === 'Invalid string length';
  throw code === 'SQLITE_TOOBIG' || isRange ? tooLarge('a text can have') : error;
}

const tooLarge = (limit: string): HttpProblem =>
  refuse(
    '_end',
    'page-too-large',
    `The records of this page have more than ${limit}; ask for fewer of them`,
  );

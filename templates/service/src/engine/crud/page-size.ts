import { driverErrorOf } from '../database/outage.js';
import type { Session } from '../database/dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { Grant } from '../model/access-rules.js';
import { refuse, type HttpProblem } from '../problem/problem.js';
import type { Condition } from './compile-where.js';
import type { Page } from './parse-page.js';
import { pageOf, shapeOf, valuesOf, type RecordsRequest } from './read-records.js';
import type { Scope } from './scope.js';

/** Records that nobody asks for the size of: each came with bodies of a limited one. */
const FEW = 32;

/**
 * Refuses a page whose records have more than the limit before they are read, where their model has fields of any length: all
 * of them would be in memory. The database tells lengths without reading the values.
 */
export async function assertPageSize(
  wanted: Required<Pick<RecordsRequest, 'order' | 'page'>>,
  condition: Condition,
  grant: Grant,
  session: Session,
  { core, model }: Scope,
): Promise<void> {
  const { page } = wanted;
  const long = longColumns(page, grant, { core, model });
  if (long.length === 0) return;
  const { dialect } = core;
  const values = valuesOf(page, condition);
  const statement = core.statements.get(`size ${shapeOf(wanted, grant, condition)}`, () => {
    const [table, id] = [dialect.quote(model.table), dialect.quote(model.key.column)];
    const length = long.map((info) => `COALESCE(${dialect.bytes(info)}, 0)`).join(' + ');
    const ids = `SELECT ${id} FROM ${table} ${pageOf(wanted, condition.sql, values, { core, model })}`;
    return `SELECT COALESCE(SUM(${length}), 0) FROM ${table} WHERE ${id} IN (${ids})`;
  });
  const [row] = await session.rows(statement, values);
  const { pageLimit = Infinity } = core.limits;
  if (Number(row![0]) > pageLimit) throw tooLarge(`${pageLimit} bytes`);
}

/** The columns by which the records of a page may be too long together; none where they are few. */
export function longColumns(
  page: Page,
  grant: Grant,
  { core, model }: Pick<Scope, 'core' | 'model'>,
): readonly ColumnInfo[] {
  const { pageLimit = Infinity } = core.limits;
  if (page.end - page.start <= FEW || pageLimit === Infinity) return [];
  return model.columns.filter((info) => isLong(info) && grant.readable.has(info.name));
}

const isLong = ({ type, max }: ColumnInfo): boolean =>
  type === 'json' || (type === 'text' && max === null);

/** A text has three bytes at most for each of its characters. */
const MOST_BYTES = 3;

/** A page as it is sent. */
export function withinLimit(text: string, limit = Infinity): string {
  if (text.length * MOST_BYTES <= limit || Buffer.byteLength(text) <= limit) return text;
  throw tooLarge(`${limit} bytes`);
}

/** The answer to a page that would be longer than SQLite or JavaScript has a text; any other error is thrown again. */
export function asPageSize(error: unknown): never {
  const { code } = (driverErrorOf(error) ?? {}) as { code?: unknown };
  const isRange = error instanceof RangeError && error.message === 'Invalid string length';
  throw code === 'SQLITE_TOOBIG' || isRange ? tooLarge('a text can have') : error;
}

const tooLarge = (most: string): HttpProblem =>
  refuse(
    '_end',
    'page-too-large',
    `The records of this page have more than ${most}; ask for fewer of them`,
  );

import type { ColumnInfo } from '../../fields/column-info.js';
import type { Grant } from '../../model/access-rules.js';
import type { Condition } from '../conditions/compile-where.js';
import { conditionsAfter, positionColumns } from '../query/cursor.js';
import type { Granted } from '../scope.js';
import { isShown } from './chosen-fields.js';
import { plainJson } from './page-json.js';
import { mayBeLarge, type PlannedPage } from './measure-page.js';
import type { PageRequest } from './select-records.js';

/** How the rows of a page are read, once the total of its list is known. */
export interface PagePlan {
  /**
   * `text`: the database makes one text of the page. `rows`: it returns each record. `behind`: it returns the records behind a
   * cursor, and one more record, which tells whether another page follows. `none`: there is nothing to read.
   */
  readonly way: 'text' | 'rows' | 'behind' | 'none';
  /** The JSON of a record as an expression; null if records are read column by column. */
  readonly json: string | null;
  /** The conditions of the rows, one part of the list behind the other. */
  readonly parts: readonly Condition[];
  /** The position of the first record in the list, and how many records the page shows at most. */
  readonly start: number;
  readonly size: number;
  /** The columns that a cursor names the last record by; none if no page follows. */
  readonly position: readonly ColumnInfo[];
  /** The page to be measured before it is read; null if it cannot be large. */
  readonly measured: PlannedPage | null;
}

/** Whether one statement returns the page with the total of its list: nobody knows the total, and the page cannot be large. */
export function isCountedWithRows(request: PageRequest, allowed: Granted): boolean {
  const { after, page, condition, version } = request;
  const { core, model } = allowed;
  const size = page.end - page.start;
  if (after || model.isKeyless || core.dialect.total(condition.sql) === 'apart') return false;
  if (size <= 0 || mayBeLarge(size, allowed)) return false;
  const cached = core.counts.place(model, condition, version);
  return !cached || !core.counts.isKnown(cached);
}

/** How a page is read from a list of `total` records. */
export function planPage(request: PageRequest, total: number, allowed: Granted): PagePlan {
  return request.after ? planBehind(request, allowed) : planByNumbers(request, total, allowed);
}

function planByNumbers(request: PageRequest, total: number, allowed: Granted): PagePlan {
  const { order, page, condition } = request;
  const { start } = page;
  const end = Math.max(start, Math.min(page.end, total));
  const size = end - start;
  const parts = [condition];
  if (size === 0)
    return { way: 'none', json: null, parts, start, size, position: [], measured: null };
  const position = page.end >= total ? [] : positionColumns(order, allowed.model);
  const json = plainJson(request, allowed);
  const isLost = (column: ColumnInfo) => !isInJson(column, allowed.grant);
  const way = json !== null && !position.some(isLost) ? 'text' : 'rows';
  const measured = mayBeLarge(size, allowed) ? { order, page: { start, end }, parts } : null;
  return { way, json, parts, start, size, position, measured };
}

/** Whether the JSON of a record has the value of a column as the database has it; a datetime may have another form there. */
const isInJson = ({ name, type }: ColumnInfo, grant: Grant): boolean =>
  type !== 'datetime' && isShown(name, grant);

function planBehind(request: PageRequest, allowed: Granted): PagePlan {
  const { order, page, condition } = request;
  const { model, core } = allowed;
  const after = request.after!;
  const parts = conditionsAfter(after, order, condition, model, core.dialect);
  const size = page.end - page.start;
  const measured = mayBeLarge(size + 1, allowed)
    ? { order, page: { start: 0, end: size + 1 }, parts, shown: size }
    : null;
  return {
    way: 'behind',
    json: plainJson(request, allowed),
    parts,
    start: after.at,
    size,
    position: positionColumns(order, model),
    measured,
  };
}

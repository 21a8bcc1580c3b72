import { isCleanText } from '../fields/check-value.js';
import type { ColumnInfo } from '../fields/column-info.js';
import { parseBigint, parseDate, parseDatetime } from '../fields/formats.js';
import { checkWhere } from '../access/check-where.js';
import { ALL, type Comparand, type Scalar, type Where } from '../model/where.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Core } from './scope.js';
import { refuse, withArticle } from '../problem/problem.js';
import { parseText } from './parse-filter.js';

type Comparison = Exclude<
  Where,
  { op: 'all' | 'none' | 'and' | 'or' | 'not' | 'rule' | 'parent' | 'children' | 'linked' }
>;

/** A condition of the project's own code, on any field, with its values in the form of their columns. */
export function fitWhere(where: Where, model: ModelInfo, core: Core): Where {
  if (where.op === 'all') return ALL;
  checkWhere(where, model, core.byName);
  return fitted(where, model, core);
}

function fitted(where: Where, model: ModelInfo, core: Core): Where {
  const inside = (inner: Where, other: string): Where => fitted(inner, core.model(other), core);
  switch (where.op) {
    case 'all':
    case 'none':
    case 'rule':
      return where;
    case 'and':
    case 'or':
      return { ...where, items: where.items.map((item) => fitted(item, model, core)) };
    case 'not':
      return { ...where, item: fitted(where.item, model, core) };
    case 'parent':
      return {
        ...where,
        where: inside(where.where, model.column.get(where.field)!.reference!.model),
      };
    case 'children':
      return { ...where, where: inside(where.where, where.model) };
    case 'linked': {
      const link = model.links.find(({ name }) => name === where.field)!;
      return { ...where, where: inside(where.where, link.model) };
    }
    default:
      return fitComparison(where, model.column.get(where.field)!);
  }
}

/** A condition on one column, with its values in the column's form; 400 for a value that it cannot hold. */
export function fitComparison(where: Comparison, column: ColumnInfo): Where {
  switch (where.op) {
    case 'null':
    case 'same':
      return where;
    case 'in':
      return { ...where, values: where.values.map((value) => fitComparand(value, column)) };
    case 'contains':
    case 'startsWith':
      if (isCleanText(where.value)) return where;
      throw refuse(where.field, 'text', `${where.field} is compared with NUL or invalid Unicode`);
    case 'eq':
      return { ...where, value: fitComparand(where.value, column) };
    default:
      // JSON columns have no such comparison.
      return { ...where, value: fitComparand(where.value, column) as Scalar };
  }
}

/**
 * A value that code compares a column with, in stored form. It may come from a request: 400 for one that the column cannot
 * hold, as in a query, where a database would fail or return results that differ between databases.
 */
function fitComparand(value: Comparand, column: ColumnInfo): Comparand {
  const fitted = column.transformer ? value : formOf(value, column);
  if (fitted !== null) return fitted;
  const text = `${column.name} cannot be compared with that value: it is ${withArticle(column.type)}`;
  throw refuse(column.name, 'type', text);
}

/** `value` has the column's JavaScript type. */
function formOf(value: Comparand, column: ColumnInfo): Comparand | null {
  switch (column.type) {
    case 'string':
    case 'text':
    case 'enum':
      return isCleanText(value) ? value : null;
    case 'integer':
      return Number.isSafeInteger(value) ? value : null;
    case 'bigint':
      return parseBigint(String(value as string | bigint));
    case 'date':
      return parseDate(value as string) ?? parseDatetime(value as string)?.slice(0, 10) ?? null;
    case 'datetime':
      return parseDatetime(value as string) ?? midnight(value as string);
    case 'time':
    case 'uuid':
      return parseText(value as string, column);
    default:
      return value;
  }
}

function midnight(text: string): string | null {
  const date = parseDate(text);
  return date && `${date}T00:00:00.000Z`;
}

import type { Grant } from '../access/access-rules.js';
import { hint } from './nearest.js';
import type { ModelInfo } from './model-info.js';
import type { Query } from './operations.js';
import { parseFilter, type FilterContext } from './parse-filter.js';
import { parseOrder, type Order } from './parse-order.js';
import { parsePage, type Page } from './parse-page.js';
import { refuse, show } from './refuse.js';
import { ALL, and, or, type Where } from './where.js';

/** What a list request asks for, in terms of columns that its reader may read. */
export interface ListRequest {
  readonly where: Where;
  readonly order: readonly Order[];
  readonly page: Page;
  readonly expand: readonly string[];
}

/** What the meaning of a query depends on beside the query. */
export interface QueryContext extends FilterContext {
  readonly maxPageSize: number;
  readonly searchedFields: (model: ModelInfo) => readonly string[];
}

/**
 * Reads a query string (contract 3). Only readable columns have names here: one that the reader may not read and one
 * that does not exist get the same 400.
 */
export function parseQuery(query: Query, model: ModelInfo, context: QueryContext): ListRequest {
  return {
    page: parsePage(query, context.maxPageSize),
    order: parseOrder(query, model, context.grant),
    expand: parseExpand(query, model, context.grant),
    where: and(parseSearch(query, model, context), ...parseFilters(query, model, context)),
  };
}

function parseFilters(query: Query, model: ModelInfo, context: QueryContext): readonly Where[] {
  const filters: Where[] = [];
  for (const [name, given] of Object.entries(query)) {
    if (given === undefined || name.startsWith('_') || name === 'q') continue;
    filters.push(parseFilter(name, valuesOf(name, given), model, context));
  }
  return filters;
}

/** `q` stands in one of the searched fields that the reader may read. */
function parseSearch(query: Query, model: ModelInfo, context: QueryContext): Where {
  if (query.q === undefined) return ALL;
  const { readable } = context.grant;
  const fields = context
    .searchedFields(model)
    .filter((name) => readable.has(name) && !model.column.get(name)?.transformer);
  return and(
    ...valuesOf('q', query.q).map((value) =>
      value === ''
        ? ALL
        : or(...fields.map((field): Where => ({ op: 'contains', field, value }))),
    ),
  );
}

/** Names of to-one relations; one whose foreign key the reader may not read does not exist. */
export function parseExpand(query: Query, model: ModelInfo, grant: Grant): readonly string[] {
  const given = query._expand;
  if (given === undefined) return [];
  const relations = model.columns.flatMap((column) =>
    column.reference && grant.readable.has(column.name) ? [column.reference.relation] : [],
  );
  const names = [given].flat().flatMap((value) => value.split(','));
  for (const name of names) {
    if (!relations.includes(name)) {
      throw refuse('_expand', 'unknown-relation', `there is no relation ${show(name)}${hint(name, relations)}`);
    }
  }
  return [...new Set(names)];
}

function valuesOf(name: string, given: string | readonly string[]): readonly string[] {
  const values = [given].flat();
  for (const value of values) {
    if (typeof value !== 'string') {
      throw refuse(name, 'not-a-text', `${show(name)} must be a plain value`);
    }
    if (value.includes('\0')) throw refuse(name, 'nul', `${show(name)} must not contain NUL`);
  }
  return values;
}

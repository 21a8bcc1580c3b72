import type { FilterPayload, PaginationPayload, SortPayload } from 'react-admin';

/** The `meta` of a query of records beside react-admin, which knows nothing of it: every write makes it out of date. */
export const OUTDATED_BY_WRITES: Record<string, unknown> = {};

export interface ListQuery {
  pagination?: PaginationPayload | undefined;
  sort?: SortPayload | undefined;
  filter?: FilterPayload | undefined;
}

/** A react-admin list request as the service's query string; an array asks for any of its values. */
export function listQuery({ pagination, sort, filter }: ListQuery): string {
  const query = new URLSearchParams();
  if (pagination !== undefined) appendRange(query, pagination);
  if (sort?.field) {
    query.set('_sort', sort.field);
    query.set('_order', sort.order);
  }
  for (const [key, value] of Object.entries((filter ?? {}) as Record<string, unknown>)) {
    for (const one of Array.isArray(value) ? value : [value]) appendFilter(query, key, one);
  }
  return query.toString();
}

function appendRange(query: URLSearchParams, { page, perPage }: PaginationPayload): void {
  query.set('_start', String((page - 1) * perPage));
  query.set('_end', String(page * perPage));
}

function appendFilter(query: URLSearchParams, key: string, value: unknown): void {
  if (value === undefined || value === null || value === '') return;
  query.append(key, String(value));
}

/** A record by its number, as people write it: `#42`, `42`, `order line 42`. */
export interface NumberedQuery {
  /** How the name of its model begins; empty when none is said. */
  name: string;
  id: number;
}

/** Reads a query that ends in the number of a record; null of any other. */
export function numberedQuery(query: string): NumberedQuery | null {
  const [, name = '', id] = /^(.*?)\s*#?\s*(\d{1,15})$/.exec(query) ?? [];
  return id === undefined ? null : { name: name.toLowerCase(), id: Number(id) };
}

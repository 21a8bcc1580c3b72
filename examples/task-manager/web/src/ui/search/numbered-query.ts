/** A record by its number, as people write it: `#42`, `42`, `order line 42`. */
export interface NumberedQuery {
  /** A prefix of its model's name; empty if none is given. */
  name: string;
  id: number;
}

/** Parses a query that ends in a record's number; null for any other. */
export function numberedQuery(query: string): NumberedQuery | null {
  const [, name = '', id] = /^(.*?)\s*#?\s*(\d{1,15})$/.exec(query) ?? [];
  return id === undefined ? null : { name: name.toLowerCase(), id: Number(id) };
}

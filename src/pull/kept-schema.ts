import type { DatabaseSchema, Table } from './database.js';

/** The file in which a project keeps the database as `pull` read it last, so that later changes show. */
export const KEPT_SCHEMA = '.crudgen/database.json';

/** The tables as a file: a line for each, by name, so that git shows which of them changed. */
export function keptSchema({ kind, tables, views }: DatabaseSchema): string {
  const inOrder = <T extends { readonly name: string }>(all: readonly T[]) =>
    all.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const lines = (all: readonly object[]) => all.map((one) => `\n    ${JSON.stringify(one)}`);
  return [
    '{',
    `  "kind": ${JSON.stringify(kind)},`,
    `  "tables": [${lines(inOrder(tables)).join(',')}\n  ],`,
    `  "views": [${lines(inOrder(views)).join(',')}\n  ]`,
    '}\n',
  ].join('\n');
}

/** The tables that a file has; null for one that a merge has broken. */
export function readKeptSchema(text: string): DatabaseSchema | null {
  try {
    const kept = JSON.parse(text) as Partial<DatabaseSchema>;
    const isTable = (one: Partial<Table>) =>
      Array.isArray(one.columns) && Array.isArray(one.checks);
    return Array.isArray(kept.tables) && kept.tables.every(isTable) && Array.isArray(kept.views)
      ? (kept as DatabaseSchema)
      : null;
  } catch {
    return null;
  }
}

import type { Table } from './database.js';

interface Reading {
  /** The tables by their names. */
  readonly tables: ReadonlyMap<string, Table>;
  /** The names of what a view reads; others among them do no harm. */
  readonly read: (view: string) => readonly string[];
}

/** Finds the tables that a view reads by itself or through other views, each once. */
export function basesOf({ tables, read }: Reading): (view: string) => readonly Table[] {
  const found = (view: string, seen: ReadonlySet<string>): readonly Table[] =>
    read(view).flatMap((name) => {
      const table = tables.get(name);
      if (table !== undefined) return [table];
      return seen.has(name) ? [] : found(name, new Set([...seen, name]));
    });
  return (view) => [...new Set(found(view, new Set([view])))];
}

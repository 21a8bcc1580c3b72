import type { App } from '../model/model.js';
import { joinTableOf } from '../model/relations.js';
import { replay } from './engine/replay.js';
import { own, type Schema, type TableSchema, type TableStep } from './engine/schema.js';

/** Renames by the old table name; a diff alone cannot tell a rename from a drop. */
export interface Renames {
  readonly tables: Readonly<Record<string, string>>;
  /** Columns (and many-to-many fields) by table. */
  readonly columns: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const NO_RENAMES: Renames = { tables: {}, columns: {} };

/** The renames including those of join tables, which are named after both sides. */
export function withJoinTables(renames: Renames, before: App, after: App): Renames {
  const tables = { ...renames.tables };
  const columns: Record<string, Readonly<Record<string, string>>> = { ...renames.columns };
  for (const model of before.models) {
    const next = after.models.find(
      ({ table }) => table === (renames.tables[model.table] ?? model.table),
    );
    for (const field of model.fields.filter(({ type }) => type === 'refs')) {
      const name = renames.columns[model.table]?.[field.column] ?? field.column;
      const nextField = next?.fields.find(({ column, type }) => column === name && type === 'refs');
      if (!next || !nextField) continue;
      const old = joinTableOf(before, model, field);
      const now = joinTableOf(after, next, nextField);
      // If the target changed, the links would be wrong.
      if ((renames.tables[old.otherTable] ?? old.otherTable) !== now.otherTable) continue;
      if (old.table !== now.table) tables[old.table] = now.table;
      const moved = [
        [old.ownColumn, now.ownColumn],
        [old.otherColumn, now.otherColumn],
      ].filter(([from, to]) => from !== to);
      if (moved.length > 0)
        columns[old.table] = Object.fromEntries(moved) as Record<string, string>;
    }
  }
  return { tables, columns };
}

/** Renames of a table's columns, ordered so that each new name is free. */
function inTurn(
  moved: Readonly<Record<string, string>>,
  { columns }: TableSchema,
): [string, string][] {
  const turns = new Map<string, string>();
  const take = (column: string): void => {
    const to = own(moved, column);
    if (to === undefined || to === column || turns.has(column) || !Object.hasOwn(columns, column))
      return;
    take(to);
    turns.set(column, to);
  };
  for (const column of Object.keys(columns)) take(column);
  return [...turns];
}

/** Whether columns swap names in a cycle, so that none can be renamed first. */
export function isCycle(moved: Readonly<Record<string, string>>, first: string): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = first; at !== undefined && !seen.has(at); at = moved[at]) {
    seen.add(at);
    if (moved[at] === first) return true;
  }
  return false;
}

/** The steps that rename, and the resulting schema. */
export function renameSchema(
  schema: Schema,
  { tables, columns }: Renames,
): { readonly steps: readonly TableStep[]; readonly schema: Schema } {
  const steps = Object.entries(schema.tables).flatMap(([name, table]): TableStep[] => {
    const to = own(tables, name) ?? name;
    const moved = inTurn(own(columns, name) ?? {}, table);
    return [
      ...(to === name ? [] : [{ do: 'renameTable', table: name, to } as const]),
      ...moved.map(([column, next]): TableStep => {
        return { do: 'renameColumn', table: to, column, to: next };
      }),
    ];
  });
  return { steps, schema: steps.length === 0 ? schema : replay(steps, schema) };
}

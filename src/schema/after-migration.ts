import { NotMade, takeStep, type Tables } from './engine/replay.js';
import type { ForeignKeySpec, TableSchema, TableStep } from './engine/schema.js';
import { UnknownStep } from './read-step.js';

/** A step that creates what an earlier one has created: two branches have added the same. */
export class ExistingTarget extends Error {
  constructor(
    readonly table: string,
    readonly column: string | null = null,
  ) {
    super();
  }
}

/**
 * The tables after the steps of a migration. Throws NotMade where one changes something that does not exist, ExistingTarget where one
 * creates something that does, and UnknownStep where one changes a table that is not tracked.
 */
export function afterMigration(before: Known, steps: readonly TableStep[]): Tables {
  const tables: Tables = new Map(before);
  for (const step of steps) {
    refuseImpossible(tables, step);
    takeStep(tables, step);
  }
  for (const [name, table] of tables)
    if (table !== before.get(name)) requireTargets(tables, table.foreignKeys);
  return tables;
}

type Known = ReadonlyMap<string, TableSchema>;

/** Tables of every project, which are not tracked; of users, the project's own columns are. */
const isBuiltIn = (name: string): boolean => name.startsWith('auth_');

function refuseImpossible(tables: Known, step: TableStep): void {
  if (step.do === 'dropTable') return;
  const table = tables.get(step.table);
  if (step.do === 'createTable') {
    if (table) throw new ExistingTarget(step.table);
    return;
  }
  if (!table) throw isBuiltIn(step.table) ? new UnknownStep() : new NotMade(step.table);
  if (!('column' in step)) return;
  const isThere = Object.hasOwn(table.columns, step.column);
  if (step.do === 'addColumn' && isThere) throw new ExistingTarget(step.table, step.column);
  const isNeeded = step.do === 'dropColumn' || step.do === 'renameColumn';
  if (isNeeded && !isThere && !isBuiltIn(step.table)) throw new NotMade(step.table, step.column);
}

/** Throws NotMade for a foreign key to a table that does not exist, such as one that another branch has renamed. */
function requireTargets(tables: Known, keys: readonly ForeignKeySpec[]): void {
  const lost = keys.find(({ table }) => !tables.has(table) && !isBuiltIn(table));
  if (lost) throw new NotMade(lost.table);
}

import { isMoment, type ColumnSpec, type TableStep } from './engine/schema.js';

/** A step as a call in a migration file; its arguments are JSON values and the two `MOMENTS`. */
export interface StepCall {
  readonly call: TableStep['do'];
  readonly args: readonly unknown[];
}

/** A call of a migration: of a step of tables, or of SQL for what no step does. */
export type MigrationCall = StepCall | { readonly call: 'sql'; readonly args: readonly unknown[] };

/** Defaults that the database computes; compared by identity, as a backfill may be a JSON value that looks like one. */
export const MOMENTS = { now: { sql: 'now' }, today: { sql: 'today' } } as const;

/** The call for a step: the common form for code and SQL. */
export function stepCall(step: TableStep): StepCall {
  const { do: call, table } = step;
  switch (step.do) {
    case 'createTable':
      return { call, args: [table, columnArguments(step.columns), ...keyOf(step.primaryKey)] };
    case 'dropTable':
      return { call, args: [table] };
    case 'renameTable':
      return { call, args: [table, step.to] };
    case 'addColumn':
    case 'changeColumn':
      return { call, args: [table, step.column, columnArgument(step.spec), ...fillOf(step)] };
    case 'dropColumn':
      return { call, args: [table, step.column] };
    case 'renameColumn':
      return { call, args: [table, step.column, step.to] };
    case 'addForeignKey':
    case 'dropForeignKey': {
      const { column, ...target } = step.key;
      return { call, args: [table, column, target] };
    }
    case 'addSqlIndex':
    case 'dropSqlIndex':
    case 'addCheck':
    case 'dropCheck':
      return { call, args: [table, step.name, step.sql] };
    default:
      return { call, args: [table, step.columns] };
  }
}

const columnArguments = (columns: Readonly<Record<string, ColumnSpec>>): Record<string, object> =>
  Object.fromEntries(Object.entries(columns).map(([name, spec]) => [name, columnArgument(spec)]));

const keyOf = (primaryKey: readonly string[]): readonly object[] =>
  String(primaryKey) === 'id' ? [] : [{ primaryKey }];

function columnArgument({ default: given, ...column }: ColumnSpec): object {
  if (given === undefined) return column;
  return { ...column, default: isMoment(given) ? MOMENTS[given.sql] : given };
}

/** What existing rows get. */
interface Filling {
  readonly backfill?: unknown;
  readonly caselessOf?: string;
}

function fillOf({ backfill, caselessOf }: Filling): readonly object[] {
  if (caselessOf !== undefined) return [{ caselessOf }];
  return backfill === undefined ? [] : [{ backfill }];
}

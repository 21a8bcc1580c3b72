import type { Column, ForeignKey, Table } from './schema.js';

/** One change of the schema as data; the counterpart of `engine/database/steps/step.ts` in a project. */
export type Step =
  | { readonly do: 'createTable'; readonly table: string; readonly spec: Table }
  | { readonly do: 'dropTable'; readonly table: string }
  | { readonly do: 'renameTable'; readonly table: string; readonly to: string }
  | {
      readonly do: 'addColumn' | 'changeColumn';
      readonly table: string;
      readonly column: string;
      readonly spec: Column;
      /** The value of a newly required column in existing rows. */
      readonly backfill?: unknown;
      /** The column whose values, without regard to case, a new one has in existing rows. */
      readonly caselessOf?: string;
    }
  | { readonly do: 'dropColumn'; readonly table: string; readonly column: string }
  | {
      readonly do: 'renameColumn';
      readonly table: string;
      readonly column: string;
      readonly to: string;
    }
  | {
      readonly do:
        'addIndex' | 'dropIndex' | 'addTrigram' | 'dropTrigram' | 'addUnique' | 'dropUnique';
      readonly table: string;
      readonly columns: readonly string[];
    }
  | {
      readonly do: 'addForeignKey' | 'dropForeignKey';
      readonly table: string;
      readonly key: ForeignKey;
    };

/** A step as a call in a migration file; its arguments are JSON values and the two `MOMENTS`. */
export interface StepCall {
  readonly call: Step['do'];
  readonly args: readonly unknown[];
}

/** Defaults that the database computes; compared by identity. */
export const MOMENTS = { now: { sql: 'now' }, today: { sql: 'today' } } as const;

/** The call for a step: the common form for code, SQL and replay. */
export function stepCall(step: Step): StepCall {
  const { do: call, table } = step;
  switch (step.do) {
    case 'createTable':
      return { call, args: [table, columnsOf(step.spec), ...keyOf(step.spec)] };
    case 'dropTable':
      return { call, args: [table] };
    case 'renameTable':
      return { call, args: [table, step.to] };
    case 'addColumn':
    case 'changeColumn':
      return { call, args: [table, step.column, columnOf(step.spec), ...fillOf(step)] };
    case 'dropColumn':
      return { call, args: [table, step.column] };
    case 'renameColumn':
      return { call, args: [table, step.column, step.to] };
    case 'addForeignKey':
    case 'dropForeignKey': {
      const { column, ...target } = step.key;
      return { call, args: [table, column, target] };
    }
    default:
      return { call, args: [table, step.columns] };
  }
}

function columnsOf({ columns }: Table): Record<string, object> {
  return Object.fromEntries([...columns].map(([name, column]) => [name, columnOf(column)]));
}

function keyOf({ primaryKey }: Table): readonly object[] {
  return String(primaryKey) === 'id' ? [] : [{ primaryKey }];
}

function columnOf({ default: given, ...column }: Column): object {
  if (given === undefined) return column;
  return { ...column, default: given.kind === 'value' ? given.value : MOMENTS[given.kind] };
}

/** What existing rows get. */
interface Filling {
  readonly backfill?: unknown;
  readonly caselessOf?: string | undefined;
}

function fillOf({ backfill, caselessOf }: Filling): readonly object[] {
  if (caselessOf !== undefined) return [{ caselessOf }];
  return backfill === undefined ? [] : [{ backfill }];
}

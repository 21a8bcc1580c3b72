import { call, type Code, literal, object, raw } from '../print/code.js';
import type { Column, ForeignKey, Table } from './schema.js';

/** One change of the schema as data; the counterpart of `src/database/steps/step.ts` in a project. */
export type Step =
  | { readonly do: 'createTable'; readonly table: string; readonly spec: Table }
  | { readonly do: 'dropTable'; readonly table: string }
  | { readonly do: 'renameTable'; readonly table: string; readonly to: string }
  | {
      readonly do: 'addColumn' | 'changeColumn';
      readonly table: string;
      readonly column: string;
      readonly spec: Column;
      /** What existing rows get in a column that is required from now on. */
      readonly backfill?: unknown;
    }
  | { readonly do: 'dropColumn'; readonly table: string; readonly column: string }
  | {
      readonly do: 'renameColumn';
      readonly table: string;
      readonly column: string;
      readonly to: string;
    }
  | {
      readonly do: 'addIndex' | 'dropIndex' | 'addUnique' | 'dropUnique';
      readonly table: string;
      readonly columns: readonly string[];
    }
  | {
      readonly do: 'addForeignKey' | 'dropForeignKey';
      readonly table: string;
      readonly key: ForeignKey;
    };

/** A step as a migration file calls it. */
export function stepCode(step: Step): Code {
  const table = literal(step.table);
  switch (step.do) {
    case 'createTable':
      return call(step.do, table, columnsCode(step.spec), ...keyCode(step.spec));
    case 'dropTable':
      return call(step.do, table);
    case 'renameTable':
      return call(step.do, table, literal(step.to));
    case 'addColumn':
    case 'changeColumn':
      return call(step.do, table, literal(step.column), columnCode(step.spec), ...backfill(step));
    case 'dropColumn':
      return call(step.do, table, literal(step.column));
    case 'renameColumn':
      return call(step.do, table, literal(step.column), literal(step.to));
    case 'addForeignKey':
    case 'dropForeignKey': {
      const { column, ...target } = step.key;
      return call(step.do, table, literal(column), literal(target));
    }
    default:
      return call(step.do, table, literal(step.columns));
  }
}

function columnsCode({ columns }: Table): Code {
  return object(
    Object.fromEntries([...columns].map(([name, column]) => [name, columnCode(column)])),
  );
}

function keyCode({ primaryKey }: Table): readonly Code[] {
  return String(primaryKey) === 'id' ? [] : [literal({ primaryKey })];
}

function columnCode({ default: value, ...column }: Column): Code {
  const entries = Object.entries(column).map(([key, item]) => [key, literal(item)]);
  return object({
    ...(Object.fromEntries(entries) as Record<string, Code>),
    default: value && (value.kind === 'value' ? literal(value.value) : MOMENTS[value.kind]),
  });
}

const MOMENTS = { now: raw('NOW'), today: raw('TODAY') } as const;

function backfill(step: { readonly backfill?: unknown }): readonly Code[] {
  return step.backfill === undefined ? [] : [literal({ backfill: step.backfill })];
}

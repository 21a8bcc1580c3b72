import { isDeepStrictEqual } from 'node:util';
import { EMPTY_VALUES } from '../model/value.js';
import {
  EMPTY_TABLE,
  withColumnNames,
  type Column,
  type ForeignKey,
  type Schema,
  type Table,
} from './schema.js';
import type { Step } from './step.js';

/** The steps from one schema to another; both use the new names. */
export function diffSchema(before: Schema, after: Schema): readonly Step[] {
  const kept = keptFor(before, after);
  return [...(kept === before ? [] : stepsTo(before, kept)), ...stepsTo(kept, after)];
}

/**
 * A schema without references that change their target table, since their ids would be wrong; such a join table is dropped
 * as a whole.
 */
function keptFor(before: Schema, after: Schema): Schema {
  const kept = new Map(before);
  let isWhole = true;
  for (const [name, table] of before) {
    const next = after.get(name);
    if (!next) continue;
    const gone = retargeted(table, next);
    const isOther = !isDeepStrictEqual(new Set(table.primaryKey), new Set(next.primaryKey));
    if (isOther || table.primaryKey.some((column) => gone.includes(column))) kept.delete(name);
    else if (gone.length > 0)
      kept.set(
        name,
        withColumnNames(table, (column) => (gone.includes(column) ? null : column)),
      );
    else continue;
    isWhole = false;
  }
  return isWhole ? before : kept;
}

const retargeted = (old: Table, next: Table): string[] =>
  old.foreignKeys
    .filter(({ column, table }) =>
      next.foreignKeys.some((key) => key.column === column && key.table !== table),
    )
    .map(({ column }) => column);

function stepsTo(before: Schema, after: Schema): readonly Step[] {
  const gone = [...before].filter(([name]) => !after.has(name)).reverse();
  const made = [...after].filter(([name]) => !before.has(name));
  const kept = [...after].flatMap(([name, table]): Kept[] => {
    const old = before.get(name);
    return old ? [[name, old, table]] : [];
  });
  const both = [...made.map(([name, table]): Kept => [name, EMPTY_TABLE, table]), ...kept];
  const goneNames = new Set(gone.map(([name]) => name));
  return [
    ...gone.flatMap(([table, { foreignKeys }]) =>
      foreignKeys
        .filter((key) => key.table !== table && goneNames.has(key.table))
        .map((key): Step => ({ do: 'dropForeignKey', table, key })),
    ),
    ...kept.flatMap(dropConstraints),
    ...gone.map(([table]): Step => ({ do: 'dropTable', table })),
    ...kept.flatMap(dropColumns),
    ...made.map(([table, spec]): Step => ({ do: 'createTable', table, spec })),
    ...kept.flatMap(changeColumns),
    ...both.flatMap(addIndexes),
    ...both.flatMap(addForeignKeys),
  ];
}

/** A table of both schemas, before and after. */
type Kept = readonly [table: string, old: Table, next: Table];

/** The indexes of a table by kind, with the steps that add and drop one. */
const INDEXES = [
  ['uniques', 'addUnique', 'dropUnique'],
  ['indexes', 'addIndex', 'dropIndex'],
  ['trigrams', 'addTrigram', 'dropTrigram'],
] as const;

function dropConstraints([table, old, next]: Kept): readonly Step[] {
  const keys = missing(old.foreignKeys, next.foreignKeys);
  return [
    ...keys.map((key): Step => ({ do: 'dropForeignKey', table, key })),
    ...INDEXES.flatMap(([kind, , drop]) =>
      missing(old[kind], next[kind]).map((columns): Step => ({ do: drop, table, columns })),
    ),
  ];
}

function dropColumns([table, old, next]: Kept): readonly Step[] {
  const gone = [...old.columns.keys()].filter((column) => !next.columns.has(column));
  return gone.map((column) => ({ do: 'dropColumn', table, column }));
}

function changeColumns([table, old, next]: Kept): readonly Step[] {
  return [...next.columns].flatMap(([column, spec]): readonly Step[] => {
    const was = old.columns.get(column);
    if (was !== undefined && isDeepStrictEqual(was, spec)) return [];
    const kind = was === undefined ? 'addColumn' : 'changeColumn';
    const backfill = becomesRequired(was, spec) ? backfillOf(column, spec, next.foreignKeys) : null;
    return [{ do: kind, table, column, spec, ...backfill }];
  });
}

/** Whether existing rows need a value for a newly required column. */
function becomesRequired(was: Column | undefined, spec: Column): boolean {
  return spec.nullable !== true && (was === undefined || was.nullable === true);
}

/** The newly required columns without a default, by table, which need a value for existing rows. */
export function columnsToFill(
  before: Schema,
  after: Schema,
): readonly [table: string, column: string][] {
  const kept = keptFor(before, after);
  return [...after].flatMap(([name, { columns }]) => {
    const old = kept.get(name)?.columns;
    const isOpen = ([column, spec]: readonly [string, Column]) =>
      old && spec.default === undefined && becomesRequired(old.get(column), spec);
    return [...columns].filter(isOpen).map(([column]): [string, string] => [name, column]);
  });
}

const addIndexes = ([table, old, next]: Kept): readonly Step[] =>
  INDEXES.flatMap(([kind, add]) =>
    missing(next[kind], old[kind]).map((columns): Step => ({ do: add, table, columns })),
  );

function addForeignKeys([table, old, next]: Kept): readonly Step[] {
  const keys = missing(next.foreignKeys, old.foreignKeys);
  return keys.map((key) => ({ do: 'addForeignKey', table, key }));
}

/** The value of a required column in existing rows; none for a reference, which cannot be guessed. */
function backfillOf(column: string, { type, default: given }: Column, keys: readonly ForeignKey[]) {
  const isOpen = given === undefined && !keys.some((key) => key.column === column);
  return isOpen && type in EMPTY_VALUES ? { backfill: EMPTY_VALUES[type] } : null;
}

function missing<T>(items: readonly T[], others: readonly T[]): readonly T[] {
  return items.filter((item) => !others.some((other) => isDeepStrictEqual(item, other)));
}

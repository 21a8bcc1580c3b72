import { isDeepStrictEqual } from 'node:util';
import type { Column, ForeignKey, Schema, Table } from './schema.js';
import type { Step } from './step.js';

/** The steps from one schema to another; what was renamed has its new name in both already. */
export function diffSchema(before: Schema, after: Schema): readonly Step[] {
  const gone = [...before].filter(([name]) => !after.has(name)).reverse();
  const made = [...after].filter(([name]) => !before.has(name));
  const kept = [...after].flatMap(([name, table]) => {
    const old = before.get(name);
    return old ? [{ name, old, table }] : [];
  });
  const goneNames = new Set(gone.map(([name]) => name));
  return [
    ...gone.flatMap(([name, table]) =>
      table.foreignKeys
        .filter((key) => key.table !== name && goneNames.has(key.table))
        .map((key): Step => ({ do: 'dropForeignKey', table: name, key })),
    ),
    ...kept.flatMap(({ name, old, table }) => dropConstraints(name, old, table)),
    ...gone.map(([name]): Step => ({ do: 'dropTable', table: name })),
    ...kept.flatMap(({ name, old, table }) => dropColumns(name, old, table)),
    ...made.map(([name, spec]): Step => ({ do: 'createTable', table: name, spec })),
    ...kept.flatMap(({ name, old, table }) => changeColumns(name, old, table)),
    ...made.flatMap(([name, table]) => addIndexes(name, NO_TABLE, table)),
    ...kept.flatMap(({ name, old, table }) => addIndexes(name, old, table)),
    ...made.flatMap(([name, table]) => addForeignKeys(name, NO_TABLE, table)),
    ...kept.flatMap(({ name, old, table }) => addForeignKeys(name, old, table)),
  ];
}

const NO_TABLE: Table = {
  columns: new Map(),
  primaryKey: [],
  uniques: [],
  indexes: [],
  foreignKeys: [],
};

function dropConstraints(table: string, old: Table, next: Table): readonly Step[] {
  return [
    ...missing(old.foreignKeys, next.foreignKeys).map((key): Step => ({
      do: 'dropForeignKey',
      table,
      key,
    })),
    ...missing(old.uniques, next.uniques).map((columns): Step => ({
      do: 'dropUnique',
      table,
      columns,
    })),
    ...missing(old.indexes, next.indexes).map((columns): Step => ({
      do: 'dropIndex',
      table,
      columns,
    })),
  ];
}

function dropColumns(table: string, old: Table, next: Table): readonly Step[] {
  return [...old.columns.keys()]
    .filter((column) => !next.columns.has(column))
    .map((column) => ({ do: 'dropColumn', table, column }));
}

function changeColumns(table: string, old: Table, next: Table): readonly Step[] {
  return [...next.columns].flatMap(([column, spec]): readonly Step[] => {
    const was = old.columns.get(column);
    if (was !== undefined && isDeepStrictEqual(was, spec)) return [];
    const backfill = becomesRequired(was, spec)
      ? backfillOf(column, spec, next.foreignKeys)
      : undefined;
    return [
      {
        do: was === undefined ? 'addColumn' : 'changeColumn',
        table,
        column,
        spec,
        ...(backfill !== undefined && { backfill }),
      },
    ];
  });
}

/** Whether rows that exist already have no value yet for what a column says from now on. */
function becomesRequired(was: Column | undefined, spec: Column): boolean {
  return spec.nullable !== true && (was === undefined || was.nullable === true);
}

/** The columns, by table, for which somebody must say what existing rows get: required from now on, and without a default. */
export function columnsToFill(
  before: Schema,
  after: Schema,
): readonly [table: string, column: string][] {
  return [...after].flatMap(([name, table]) => {
    const old = before.get(name);
    if (old === undefined) return [];
    return [...table.columns]
      .filter(
        ([column, spec]) =>
          spec.default === undefined && becomesRequired(old.columns.get(column), spec),
      )
      .map(([column]): [string, string] => [name, column]);
  });
}

function addIndexes(table: string, old: Table, next: Table): readonly Step[] {
  return [
    ...missing(next.uniques, old.uniques).map((columns): Step => ({
      do: 'addUnique',
      table,
      columns,
    })),
    ...missing(next.indexes, old.indexes).map((columns): Step => ({
      do: 'addIndex',
      table,
      columns,
    })),
  ];
}

function addForeignKeys(table: string, old: Table, next: Table): readonly Step[] {
  return missing(next.foreignKeys, old.foreignKeys).map((key) => ({
    do: 'addForeignKey',
    table,
    key,
  }));
}

/** What rows that exist already get in a column that must have a value: none for a reference, which nobody can guess. */
function backfillOf(column: string, spec: Column, keys: readonly ForeignKey[]): unknown {
  if (spec.default !== undefined || keys.some((key) => key.column === column)) return undefined;
  return BACKFILL[spec.type];
}

const BACKFILL: Readonly<Record<string, unknown>> = {
  string: '',
  text: '',
  integer: 0,
  bigint: '0',
  float: 0,
  decimal: 0,
  boolean: false,
  date: '1970-01-01',
  time: '00:00:00',
  datetime: '1970-01-01T00:00:00.000Z',
  uuid: '00000000-0000-0000-0000-000000000000',
  json: {},
};

function missing<T>(items: readonly T[], others: readonly T[]): readonly T[] {
  return items.filter((item) => !others.some((other) => isDeepStrictEqual(item, other)));
}

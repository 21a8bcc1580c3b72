import { isDeepStrictEqual } from 'node:util';
import { sameColumns } from '../../database/steps/replay.js';
import type { ForeignKeySpec, Schema, Step, TableSchema } from '../../database/steps/schema.js';

/**
 * The steps from one schema to another, in an order that works: what points to something goes before it and comes after
 * it. A column under another name is a drop and an add; renames are steps of their own, applied before.
 */
export function diffSchemas(from: Schema, to: Schema): readonly Step[] {
  const kept = Object.keys(to.tables).filter((name) => name in from.tables);
  const made = Object.keys(to.tables).filter((name) => !(name in from.tables));
  const gone = Object.keys(from.tables).filter((name) => !(name in to.tables));
  const pairs = kept.map((name) => diffTable(name, from.tables[name]!, to.tables[name]!));
  const fresh = made.map((name) => diffTable(name, emptied(to.tables[name]!), to.tables[name]!));
  const all = [...fresh, ...pairs];
  return [
    ...all.flatMap(({ unbind }) => unbind),
    ...gone.flatMap((table) =>
      from.tables[table]!.foreignKeys.map((key): Step => ({ do: 'dropForeignKey', table, key })),
    ),
    ...made.map((table): Step => {
      const { columns, primaryKey } = to.tables[table]!;
      return { do: 'createTable', table, columns, primaryKey };
    }),
    ...all.flatMap(({ columns }) => columns),
    ...gone.map((table): Step => ({ do: 'dropTable', table })),
    ...all.flatMap(({ lists }) => lists),
    ...all.flatMap(({ bind }) => bind),
  ];
}

/** A new table as it stands after `createTable`. */
const emptied = (table: TableSchema): TableSchema => ({
  ...table,
  uniques: [],
  indexes: [],
  foreignKeys: [],
});

interface TableDiff {
  /** Keys, indexes and uniques to drop. */
  readonly unbind: readonly Step[];
  readonly columns: readonly Step[];
  readonly lists: readonly Step[];
  /** Keys to add. */
  readonly bind: readonly Step[];
}

function diffTable(table: string, from: TableSchema, to: TableSchema): TableDiff {
  const lists = (kind: 'uniques' | 'indexes', side: TableSchema, other: TableSchema) =>
    side[kind].filter((columns) => !other[kind].some((list) => sameColumns(list, columns)));
  const keys = (side: TableSchema, other: TableSchema): readonly ForeignKeySpec[] =>
    side.foreignKeys.filter((key) => !other.foreignKeys.some((k) => isDeepStrictEqual(k, key)));
  return {
    unbind: [
      ...keys(from, to).map((key): Step => ({ do: 'dropForeignKey', table, key })),
      ...lists('uniques', from, to).map((columns): Step => ({ do: 'dropUnique', table, columns })),
      ...lists('indexes', from, to).map((columns): Step => ({ do: 'dropIndex', table, columns })),
    ],
    columns: diffColumns(table, from, to),
    lists: [
      ...lists('uniques', to, from).map((columns): Step => ({ do: 'addUnique', table, columns })),
      ...lists('indexes', to, from).map((columns): Step => ({ do: 'addIndex', table, columns })),
    ],
    bind: keys(to, from).map((key): Step => ({ do: 'addForeignKey', table, key })),
  };
}

function diffColumns(table: string, from: TableSchema, to: TableSchema): Step[] {
  const steps: Step[] = [];
  for (const [column, spec] of Object.entries(to.columns)) {
    const old = from.columns[column];
    if (!old) steps.push({ do: 'addColumn', table, column, spec });
    else if (!isDeepStrictEqual(old, spec)) steps.push({ do: 'changeColumn', table, column, spec });
  }
  for (const column of Object.keys(from.columns)) {
    if (!(column in to.columns)) steps.push({ do: 'dropColumn', table, column });
  }
  return steps;
}

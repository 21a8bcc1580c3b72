import type { ColumnSpec, ForeignKeySpec, Schema, Step, TableSchema } from './step.js';

const EMPTY: Schema = { tables: {} };

/** The schema after a list of steps. */
export const replay = (steps: readonly Step[], before: Schema = EMPTY): Schema =>
  steps.reduce(applyStep, before);

/** The schema after one step; throws where the step refers to a table or column that does not exist. */
export function applyStep(schema: Schema, step: Step): Schema {
  switch (step.do) {
    case 'createTable': {
      const { columns, primaryKey, foreignKeys = [] } = step;
      const lists = { uniques: [], indexes: [], trigrams: [] };
      const table = { columns, primaryKey, ...lists, foreignKeys };
      return { tables: { ...schema.tables, [step.table]: table } };
    }
    case 'dropTable': {
      const { [step.table]: _dropped, ...tables } = schema.tables;
      return { tables };
    }
    case 'renameTable':
      return renameTable(schema, step.table, step.to);
    case 'addColumn': {
      const foreignKeys = step.references ? [{ column: step.column, ...step.references }] : [];
      return change(schema, step.table, (table) => ({
        ...table,
        columns: { ...table.columns, [step.column]: step.spec },
        foreignKeys: [...table.foreignKeys, ...foreignKeys],
      }));
    }
    case 'dropColumn':
      return change(schema, step.table, (table) => dropColumn(table, step.column));
    case 'renameColumn':
      return change(schema, step.table, (table) => renameColumn(table, step.column, step.to));
    case 'changeColumn':
      return change(schema, step.table, (table) => ({
        ...table,
        columns: { ...table.columns, [step.column]: step.spec },
      }));
    case 'addIndex':
    case 'addUnique':
    case 'addTrigram':
      return changeList(schema, step, (list) => [...list, step.columns]);
    case 'dropIndex':
    case 'dropUnique':
    case 'dropTrigram':
      return changeList(schema, step, (list) => without(list, step.columns));
    case 'addForeignKey':
      return change(schema, step.table, (table) => ({
        ...table,
        foreignKeys: [...table.foreignKeys, step.key],
      }));
    case 'dropForeignKey':
      return change(schema, step.table, (table) => ({
        ...table,
        foreignKeys: table.foreignKeys.filter((key) => key.column !== step.key.column),
      }));
    case 'sql':
      return schema;
  }
}

/** A step on something that no earlier step has created. */
export class NotMade extends Error {
  constructor(what: string) {
    super(`a migration step changes ${what}, which no earlier step has created`);
  }
}

/** The table of that name; throws when no step has created it. */
export function tableOf(schema: Schema, name: string): TableSchema {
  const table = schema.tables[name];
  if (!table) throw new NotMade(`table \`${name}\``);
  return table;
}

/** The same for a column. */
export function columnOf(schema: Schema, table: string, name: string): ColumnSpec {
  const column = tableOf(schema, table).columns[name];
  if (!column) throw new NotMade(`column \`${table}.${name}\``);
  return column;
}

/** Whether two lists name the same columns in the same order. */
export const sameColumns = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((column, index) => column === right[index]);

type ColumnLists = readonly (readonly string[])[];

const without = (lists: ColumnLists, columns: readonly string[]): ColumnLists =>
  lists.filter((list) => !sameColumns(list, columns));

function change(schema: Schema, name: string, edit: (table: TableSchema) => TableSchema): Schema {
  return { tables: { ...schema.tables, [name]: edit(tableOf(schema, name)) } };
}

/** The list of a table that a step is about. */
const LIST_OF = {
  addIndex: 'indexes',
  dropIndex: 'indexes',
  addUnique: 'uniques',
  dropUnique: 'uniques',
  addTrigram: 'trigrams',
  dropTrigram: 'trigrams',
} as const;

const changeList = (
  schema: Schema,
  { do: kind, table: name }: { readonly do: keyof typeof LIST_OF; readonly table: string },
  edit: (lists: ColumnLists) => ColumnLists,
): Schema =>
  change(schema, name, (table) => ({ ...table, [LIST_OF[kind]]: edit(table[LIST_OF[kind]]) }));

function renameTable(schema: Schema, from: string, to: string): Schema {
  tableOf(schema, from);
  const pointing = (key: ForeignKeySpec): ForeignKeySpec =>
    key.table === from ? { ...key, table: to } : key;
  const tables = Object.entries(schema.tables).map(([name, table]) => [
    name === from ? to : name,
    { ...table, foreignKeys: table.foreignKeys.map(pointing) },
  ]);
  return { tables: Object.fromEntries(tables) as Schema['tables'] };
}

function dropColumn(table: TableSchema, column: string): TableSchema {
  const { [column]: _dropped, ...columns } = table.columns;
  return {
    ...table,
    columns,
    uniques: table.uniques.filter((list) => !list.includes(column)),
    indexes: table.indexes.filter((list) => !list.includes(column)),
    trigrams: table.trigrams.filter((list) => !list.includes(column)),
    foreignKeys: table.foreignKeys.filter((key) => key.column !== column),
  };
}

function renameColumn(table: TableSchema, from: string, to: string): TableSchema {
  const renamed = (name: string): string => (name === from ? to : name);
  const lists = (all: ColumnLists): ColumnLists => all.map((list) => list.map(renamed));
  return {
    columns: Object.fromEntries(
      Object.entries(table.columns).map(([name, spec]) => [renamed(name), spec]),
    ),
    primaryKey: table.primaryKey.map(renamed),
    uniques: lists(table.uniques),
    indexes: lists(table.indexes),
    trigrams: lists(table.trigrams),
    foreignKeys: table.foreignKeys.map((key) => ({ ...key, column: renamed(key.column) })),
  };
}

/** The steps that revert one, given the schema before it; null for custom SQL without a `down`. */
export function inverseOf(step: Step, before: Schema): readonly Step[] | null {
  switch (step.do) {
    case 'createTable':
      return [{ do: 'dropTable', table: step.table }];
    case 'dropTable':
      return recreate(step.table, tableOf(before, step.table));
    case 'renameTable':
      return [{ do: 'renameTable', table: step.to, to: step.table }];
    case 'addColumn':
      return [{ do: 'dropColumn', table: step.table, column: step.column }];
    case 'dropColumn':
      return addAgain(step.table, step.column, tableOf(before, step.table));
    case 'renameColumn':
      return [{ ...step, column: step.to, to: step.column }];
    case 'changeColumn': {
      const spec = columnOf(before, step.table, step.column);
      return [{ do: 'changeColumn', table: step.table, column: step.column, spec }];
    }
    case 'addIndex':
      return [{ ...step, do: 'dropIndex' }];
    case 'dropIndex':
      return [{ ...step, do: 'addIndex' }];
    case 'addUnique':
      return [{ ...step, do: 'dropUnique' }];
    case 'dropUnique':
      return [{ ...step, do: 'addUnique' }];
    case 'addTrigram':
      return [{ ...step, do: 'dropTrigram' }];
    case 'dropTrigram':
      return [{ ...step, do: 'addTrigram' }];
    case 'addForeignKey':
      return [{ ...step, do: 'dropForeignKey' }];
    case 'dropForeignKey':
      return [{ ...step, do: 'addForeignKey' }];
    case 'sql':
      return step.down ? [{ do: 'sql', up: step.down, down: step.up }] : null;
  }
}

/** The structure comes back; the rows are lost. */
function recreate(name: string, table: TableSchema): Step[] {
  const { columns, primaryKey } = table;
  const keys = table.foreignKeys.map((key): Step => ({ do: 'addForeignKey', table: name, key }));
  return [{ do: 'createTable', table: name, columns, primaryKey }, ...lists(name, table), ...keys];
}

/** A required column without a default comes back as optional: its values are unknown. */
function addAgain(name: string, column: string, table: TableSchema): Step[] {
  const spec = table.columns[column]!;
  const known = spec.nullable || spec.default !== undefined;
  const touches = (columns: readonly string[]): boolean => columns.includes(column);
  const keys = table.foreignKeys.filter((key) => key.column === column);
  return [
    { do: 'addColumn', table: name, column, spec: known ? spec : { ...spec, nullable: true } },
    ...lists(name, {
      uniques: table.uniques.filter(touches),
      indexes: table.indexes.filter(touches),
      trigrams: table.trigrams.filter(touches),
    }),
    ...keys.map((key): Step => ({ do: 'addForeignKey', table: name, key })),
  ];
}

function lists(
  table: string,
  { uniques, indexes, trigrams }: Pick<TableSchema, 'uniques' | 'indexes' | 'trigrams'>,
): Step[] {
  return [
    ...uniques.map((columns): Step => ({ do: 'addUnique', table, columns })),
    ...indexes.map((columns): Step => ({ do: 'addIndex', table, columns })),
    ...trigrams.map(([column]): Step => ({ do: 'addTrigram', table, columns: [column!] })),
  ];
}

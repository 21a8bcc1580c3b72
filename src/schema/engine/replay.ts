import {
  keyColumns,
  NO_TABLES,
  own,
  targetColumns,
  type ColumnSpec,
  type ForeignKeySpec,
  type Schema,
  type Step,
  type TableSchema,
} from './schema.js';

/** The schema after a list of steps. */
export function replay(steps: readonly Step[], before: Schema = NO_TABLES): Schema {
  const tables: Tables = new Map(Object.entries(before.tables));
  for (const step of steps) takeStep(tables, step);
  return { tables: Object.fromEntries(tables) };
}

/** The schema after one step; throws where the step refers to a table that does not exist. */
export const applyStep = (schema: Schema, step: Step): Schema => replay([step], schema);

/** Tables that change step by step: a copy of all of them for each of thousands of steps takes seconds. */
export type Tables = Map<string, TableSchema>;

/** Takes one step: changes the map, never a table in it. */
export function takeStep(tables: Tables, step: Step): void {
  switch (step.do) {
    case 'createTable': {
      const { columns, primaryKey, foreignKeys = [] } = step;
      const lists = { uniques: [], indexes: [], trigrams: [] };
      tables.set(step.table, { columns, primaryKey, ...lists, foreignKeys });
      break;
    }
    case 'dropTable':
      tables.delete(step.table);
      break;
    case 'renameTable':
      renameTable(tables, step.table, step.to);
      break;
    case 'renameColumn':
      tables.set(step.table, renameColumn(made(tables.get(step.table), step.table), step));
      renameTarget(tables, step);
      break;
    case 'sql':
      break;
    default:
      tables.set(step.table, changed(made(tables.get(step.table), step.table), step));
  }
}

/** The steps that change a table and leave it in its place. */
type TableChange = Exclude<
  Step,
  { readonly do: 'createTable' | 'dropTable' | 'renameTable' | 'renameColumn' | 'sql' }
>;

function changed(table: TableSchema, step: TableChange): TableSchema {
  switch (step.do) {
    case 'addColumn': {
      const keys = step.references ? [{ column: step.column, ...step.references }] : [];
      return { ...withColumn(table, step), foreignKeys: [...table.foreignKeys, ...keys] };
    }
    case 'changeColumn':
      return withColumn(table, step);
    case 'dropColumn':
      return dropColumn(table, step.column);
    case 'addForeignKey':
      return { ...table, foreignKeys: [...table.foreignKeys, step.key] };
    case 'dropForeignKey': {
      const columns = keyColumns(step.key);
      const others = table.foreignKeys.filter((key) => !sameColumns(keyColumns(key), columns));
      return { ...table, foreignKeys: others };
    }
    case 'addSqlIndex':
    case 'dropSqlIndex':
    case 'addCheck':
    case 'dropCheck':
      return withRule(table, step);
    default: {
      const list = LIST_OF[step.do];
      const others = table[list].filter((columns) => !sameColumns(columns, step.columns));
      const isAdded = step.do.startsWith('add');
      return { ...table, [list]: isAdded ? [...others, step.columns] : others };
    }
  }
}

type RuleStep = Extract<Step, { readonly sql: unknown }>;

function withRule(table: TableSchema, { do: kind, name, sql }: RuleStep): TableSchema {
  const list = kind === 'addCheck' || kind === 'dropCheck' ? 'checks' : 'sqlIndexes';
  const { [list]: all = {}, ...rest } = table;
  const { [name]: _, ...others } = all;
  const left = kind.startsWith('add') ? { ...others, [name]: sql } : others;
  return Object.keys(left).length === 0 ? rest : { ...rest, [list]: left };
}

/** A step on something that no earlier step has created. */
export class NotMade extends Error {
  constructor(
    readonly table: string,
    readonly column: string | null = null,
  ) {
    super(
      `a migration step changes ${placeName(table, column)}, which no earlier step has created`,
    );
  }
}

/** A table, or a column of one, in a message: column `task.points`. */
export const placeName = (table: string, column: string | null): string =>
  column === null ? `table \`${table}\`` : `column \`${table}.${column}\``;

/** The table of that name; throws when no step has created it. */
export const tableOf = (schema: Schema, name: string): TableSchema =>
  made(own(schema.tables, name), name);

/** The column of that name; throws when no step has created it. */
export const columnOf = (schema: Schema, table: string, name: string): ColumnSpec =>
  made(own(tableOf(schema, table).columns, name), table, name);

function made<T>(found: T | undefined, table: string, column: string | null = null): T {
  if (found === undefined) throw new NotMade(table, column);
  return found;
}

/** Whether two lists name the same columns in the same order. */
export const sameColumns = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((column, index) => column === right[index]);

type ColumnLists = readonly (readonly string[])[];

/** The list of a table that a step is about. */
const LIST_OF = {
  addIndex: 'indexes',
  dropIndex: 'indexes',
  addUnique: 'uniques',
  dropUnique: 'uniques',
  addTrigram: 'trigrams',
  dropTrigram: 'trigrams',
} as const;

function renameTable(tables: Tables, from: string, to: string): void {
  made(tables.get(from), from);
  const pointing = (key: ForeignKeySpec): ForeignKeySpec =>
    key.table === from ? { ...key, table: to } : key;
  const all = [...tables];
  tables.clear();
  for (const [name, table] of all)
    tables.set(name === from ? to : name, {
      ...table,
      foreignKeys: table.foreignKeys.map(pointing),
    });
}

function withColumn(
  table: TableSchema,
  { column, spec }: { readonly column: string; readonly spec: ColumnSpec },
): TableSchema {
  return { ...table, columns: { ...table.columns, [column]: spec } };
}

function dropColumn(table: TableSchema, column: string): TableSchema {
  const { [column]: _dropped, ...columns } = table.columns;
  return {
    ...table,
    columns,
    uniques: table.uniques.filter((list) => !list.includes(column)),
    indexes: table.indexes.filter((list) => !list.includes(column)),
    trigrams: table.trigrams.filter((list) => !list.includes(column)),
    foreignKeys: table.foreignKeys.filter((key) => !keyColumns(key).includes(column)),
  };
}

type RenameColumn = Extract<Step, { readonly do: 'renameColumn' }>;

/** Foreign keys follow the column to which they lead to its new name. */
function renameTarget(tables: Tables, { table, column, to }: RenameColumn): void {
  const isTarget = (key: ForeignKeySpec): boolean =>
    key.table === table && targetColumns(key).includes(column);
  const pointing = ({ references: from = 'id', ...key }: ForeignKeySpec): ForeignKeySpec => {
    const references = renamedIn(from, column, to);
    return references === 'id' ? key : { ...key, references };
  };
  for (const [name, other] of tables)
    if (other.foreignKeys.some(isTarget)) {
      const foreignKeys = other.foreignKeys.map((key) => (isTarget(key) ? pointing(key) : key));
      tables.set(name, { ...other, foreignKeys });
    }
}

/** The column or columns of a foreign key under a new name of one of them. */
const renamedIn = (
  columns: ForeignKeySpec['column'],
  from: string,
  to: string,
): ForeignKeySpec['column'] => {
  const renamed = (name: string): string => (name === from ? to : name);
  return typeof columns === 'string' ? renamed(columns) : columns.map(renamed);
};

function renameColumn(table: TableSchema, { column: from, to }: RenameColumn): TableSchema {
  const renamed = (name: string): string => (name === from ? to : name);
  const lists = (all: ColumnLists): ColumnLists => all.map((list) => list.map(renamed));
  return {
    ...table,
    columns: Object.fromEntries(
      Object.entries(table.columns).map(([name, spec]) => [renamed(name), spec]),
    ),
    primaryKey: table.primaryKey.map(renamed),
    uniques: lists(table.uniques),
    indexes: lists(table.indexes),
    trigrams: lists(table.trigrams),
    foreignKeys: table.foreignKeys.map((key) => ({
      ...key,
      column: renamedIn(key.column, from, to),
    })),
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
      return addAgain(step.table, step.column, before);
    case 'renameColumn':
      return [{ ...step, column: step.to, to: step.column }];
    case 'changeColumn': {
      const spec = columnOf(before, step.table, step.column);
      return [{ do: 'changeColumn', table: step.table, column: step.column, spec }];
    }
    case 'addForeignKey':
      return [{ ...step, do: 'dropForeignKey' }];
    case 'dropForeignKey':
      return [{ ...step, do: 'addForeignKey' }];
    case 'addSqlIndex':
    case 'dropSqlIndex':
    case 'addCheck':
    case 'dropCheck':
      return [{ ...step, do: OPPOSITE_RULE[step.do] }];
    case 'sql':
      return step.down ? [{ do: 'sql', up: step.down, down: step.up }] : null;
    default:
      return [{ ...step, do: OPPOSITE[step.do] }];
  }
}

const OPPOSITE = {
  addIndex: 'dropIndex',
  dropIndex: 'addIndex',
  addUnique: 'dropUnique',
  dropUnique: 'addUnique',
  addTrigram: 'dropTrigram',
  dropTrigram: 'addTrigram',
} as const;

const OPPOSITE_RULE = {
  addSqlIndex: 'dropSqlIndex',
  dropSqlIndex: 'addSqlIndex',
  addCheck: 'dropCheck',
  dropCheck: 'addCheck',
} as const;

/** The structure comes back; the rows are lost. */
function recreate(name: string, table: TableSchema): Step[] {
  const { columns, primaryKey } = table;
  const keys = table.foreignKeys.map((key): Step => ({ do: 'addForeignKey', table: name, key }));
  const rules = ruleSteps(name, table);
  const made: Step = { do: 'createTable', table: name, columns, primaryKey };
  return [made, ...lists(name, table), ...rules, ...keys];
}

const ruleSteps = (table: string, { sqlIndexes = {}, checks = {} }: TableSchema): Step[] => [
  ...Object.entries(sqlIndexes).map(([name, sql]): Step => ({
    do: 'addSqlIndex',
    table,
    name,
    sql,
  })),
  ...Object.entries(checks).map(([name, sql]): Step => ({ do: 'addCheck', table, name, sql })),
];

/** A required column without a default comes back as optional: its values are unknown. */
function addAgain(name: string, column: string, before: Schema): Step[] {
  const table = tableOf(before, name);
  const spec = columnOf(before, name, column);
  const isMade = spec.expression !== undefined || spec.defaultSql !== undefined || spec.generated;
  const known = spec.nullable || spec.default !== undefined || isMade;
  const touches = (columns: readonly string[]): boolean => columns.includes(column);
  const keys = table.foreignKeys.filter((key) => keyColumns(key).includes(column));
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
    ...trigrams.map((columns): Step => ({ do: 'addTrigram', table, columns })),
  ];
}

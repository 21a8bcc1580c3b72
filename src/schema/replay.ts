import type { JsonValue } from '../model/model.js';
import {
  EMPTY_TABLE,
  withColumnNames,
  type Column,
  type ForeignKey,
  type Schema,
  type Table,
} from './schema.js';
import type { StepCall } from './step.js';

/** A call in a migration whose arguments do not fit its step. */
export class UnknownStep extends Error {}

/** A step that the database will reject, unless raw SQL has changed the schema before. */
export abstract class ImpossibleStep extends Error {
  constructor(
    readonly table: string,
    readonly column: string | null = null,
  ) {
    super();
  }

  /** For example: column `task.points`. */
  get what(): string {
    return this.column === null
      ? `table \`${this.table}\``
      : `column \`${this.table}.${this.column}\``;
  }

  /** Whether a schema has it. */
  isIn(schema: Schema): boolean {
    const table = schema.get(this.table);
    return table !== undefined && (this.column === null || table.columns.has(this.column));
  }
}

/** A step on something that no earlier step has created. */
export class MissingTarget extends ImpossibleStep {}

/** A step that creates what an earlier one has created: two branches have added the same. */
export class ExistingTarget extends ImpossibleStep {}

/**
 * The tables after some calls of migrations; throws UnknownStep for wrong arguments, MissingTarget where a step changes
 * something that does not exist, and ExistingTarget where one creates something that does.
 */
export function replay(schema: Schema, calls: readonly StepCall[]): Schema {
  const tables: Tables = new Map(schema);
  for (const { call, args } of calls) STEPS[call](tables, args as readonly JsonValue[]);
  for (const [name, table] of tables)
    if (table !== schema.get(name)) requireTargets(tables, table.foreignKeys);
  return tables;
}

/** Throws MissingTarget for a foreign key to a table that does not exist, such as one that another branch has renamed. */
function requireTargets(tables: Schema, keys: readonly ForeignKey[]): void {
  const lost = keys.find(({ table }) => !tables.has(table) && !isBuiltIn(table));
  if (lost) throw new MissingTarget(lost.table);
}

/** Whether a name is that of a step. */
export const isStep = (name: string): name is StepCall['call'] => Object.hasOwn(STEPS, name);

type Tables = Map<string, Table>;
type Apply = (tables: Tables, args: readonly JsonValue[]) => unknown;

const text = (value: JsonValue | undefined): string => {
  if (typeof value !== 'string') throw new UnknownStep();
  return value;
};
const object = (value: JsonValue | undefined): Record<string, JsonValue> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UnknownStep();
  return value as Record<string, JsonValue>;
};
const list = (value: JsonValue | undefined): string[] => {
  if (!Array.isArray(value)) throw new UnknownStep();
  return value.map((one) => text(one as JsonValue));
};

/** The keys of a column in the order of the render, so that equal columns compare as equal. */
function column(value: JsonValue | undefined): Column {
  const given = object(value);
  const keys = ['type', 'length', 'precision', 'scale'] as const;
  const spec = Object.fromEntries(
    keys.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])),
  );
  return {
    ...(spec as unknown as Column),
    ...(given['nullable'] === true && { nullable: true as const }),
    ...('default' in given && { default: defaultOf(given['default']!) }),
  };
}

function defaultOf(value: JsonValue): NonNullable<Column['default']> {
  const sql = typeof value === 'object' && value !== null && 'sql' in value ? value['sql'] : null;
  return sql === 'now' || sql === 'today' ? { kind: sql } : { kind: 'value', value };
}

/** Tables of every project, which are not tracked. */
const isBuiltIn = (name: string): boolean => name.startsWith('auth_');

function tableOf(tables: Tables, given: JsonValue | undefined): Table {
  const name = text(given);
  const table = tables.get(name);
  if (table) return table;
  throw isBuiltIn(name) ? new UnknownStep() : new MissingTarget(name);
}

const change = (
  tables: Tables,
  name: JsonValue | undefined,
  edit: (table: Table) => Table,
): unknown => tables.set(text(name), edit(tableOf(tables, name)));

/** The same for a step on an existing column; of users only the project's own columns are known. */
function changeAt(
  tables: Tables,
  table: JsonValue | undefined,
  column: JsonValue | undefined,
  edit: (table: Table) => Table,
): void {
  change(tables, table, (found) => {
    if (!found.columns.has(text(column)) && !isBuiltIn(text(table)))
      throw new MissingTarget(text(table), text(column));
    return edit(found);
  });
}

const same = (one: readonly string[], other: readonly string[]) => String(one) === String(other);

/** Adds or removes a group of columns in a list of a table. */
function grouped(key: 'uniques' | 'indexes' | 'trigrams', add: boolean): Apply {
  return (tables, [name, columns]) =>
    change(tables, name, (table) => {
      const group = list(columns);
      const others = table[key].filter((one) => !same(one, group));
      return { ...table, [key]: add ? [...others, group] : others };
    });
}

const setColumn: Apply = (tables, [table, name, spec]) =>
  change(tables, table, (found) => ({
    ...found,
    columns: new Map([...found.columns, [text(name), column(spec)]]),
  }));

const STEPS: Readonly<Record<StepCall['call'], Apply>> = {
  createTable: (tables, [name, columns, options]) => {
    if (tables.has(text(name))) throw new ExistingTarget(text(name));
    const own = Object.entries(object(columns)).map(([key, one]) => [key, column(one)] as const);
    const primaryKey = options === undefined ? ['id'] : list(object(options)['primaryKey']);
    tables.set(text(name), { ...EMPTY_TABLE, columns: new Map(own), primaryKey });
  },
  dropTable: (tables, [name]) => void tables.delete(text(name)),
  renameTable: (tables, [from, to]) => {
    tableOf(tables, from);
    const all = [...tables];
    tables.clear();
    const target = (key: ForeignKey) => (key.table === from ? { ...key, table: text(to) } : key);
    for (const [name, table] of all)
      tables.set(name === from ? text(to) : name, {
        ...table,
        foreignKeys: table.foreignKeys.map(target),
      });
  },
  addColumn: (tables, args) => {
    const [table, name] = args;
    if (tableOf(tables, table).columns.has(text(name)))
      throw new ExistingTarget(text(table), text(name));
    setColumn(tables, args);
  },
  changeColumn: setColumn,
  dropColumn: (tables, [table, name]) =>
    changeAt(tables, table, name, (found) =>
      withColumnNames(found, (column) => (column === name ? null : column)),
    ),
  renameColumn: (tables, [table, from, to]) =>
    changeAt(tables, table, from, (found) =>
      withColumnNames(found, (column) => (column === from ? text(to) : column)),
    ),
  addIndex: grouped('indexes', true),
  dropIndex: grouped('indexes', false),
  addTrigram: grouped('trigrams', true),
  dropTrigram: grouped('trigrams', false),
  addUnique: grouped('uniques', true),
  dropUnique: grouped('uniques', false),
  addForeignKey: (tables, [table, name, target]) =>
    change(tables, table, (found) => {
      const { table: other, onDelete } = object(target);
      const rule = text(onDelete) as ForeignKey['onDelete'];
      const key = { column: text(name), table: text(other), onDelete: rule };
      return { ...found, foreignKeys: [...found.foreignKeys, key] };
    }),
  dropForeignKey: (tables, [table, name]) =>
    change(tables, table, (found) => ({
      ...found,
      foreignKeys: found.foreignKeys.filter((key) => key.column !== name),
    })),
};

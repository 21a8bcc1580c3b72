import type { JsonValue } from '../model/model.js';
import type { Column, ForeignKey, Schema, Table } from '../render/migration/schema.js';
import { readStatic, toJson, type Static } from './static-value.js';
import { parseCode, typescript, type ts } from './typescript.js';

/** What migrations make of an empty database, and those that could not be read. */
export interface Replayed {
  readonly schema: Schema;
  /** Paths of migrations with steps that are computed; nothing is certain behind them. */
  readonly unread: readonly string[];
}

type Tables = Map<string, Table>;
type Step = (tables: Tables, args: readonly JsonValue[]) => void;

/** Replays the steps of migrations as their text says them, oldest first; the owner's SQL is not looked into. */
export function readMigrations(
  files: readonly (readonly [path: string, text: string])[],
): Replayed {
  const tables: Tables = new Map();
  const unread: string[] = [];
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [path, text] of sorted) {
    if (!text.includes('StepMigration')) continue;
    try {
      for (const { name, args } of callsOf(parseCode(path, text)))
        if (name !== 'sql') STEPS[name]!(tables, args);
    } catch {
      unread.push(path);
    }
  }
  return { schema: tables, unread };
}

interface Call {
  readonly name: string;
  readonly args: readonly JsonValue[];
}

/** The calls in `steps = [...]`; throws where something else stands there. */
function callsOf(file: ts.SourceFile): Call[] {
  const kit = typescript();
  const calls: Call[] = [];
  const visit = (node: ts.Node): void => {
    const isSteps = kit.isPropertyDeclaration(node) && node.name.getText() === 'steps';
    if (!isSteps) return kit.forEachChild(node, visit);
    if (!node.initializer || !kit.isArrayLiteralExpression(node.initializer)) throw new Error();
    for (const item of node.initializer.elements) calls.push(callOf(item));
  };
  visit(file);
  return calls;
}

function callOf(node: ts.Expression): Call {
  const kit = typescript();
  if (!kit.isCallExpression(node)) throw new Error();
  const name = node.expression.getText();
  if (name === 'sql') return { name, args: [] };
  if (!Object.hasOwn(STEPS, name)) throw new Error();
  const args = node.arguments.map((one) => {
    const value = toJson(named(readStatic(one)));
    if (value === undefined) throw new Error();
    return value;
  });
  return { name, args };
}

/** NOW and TODAY as the values that they are. */
function named(value: Static): Static {
  if (value.kind === 'list') return { ...value, items: value.items.map(named) };
  if (value.kind === 'object') {
    const entries = [...value.entries].map(([key, one]) => [key, named(one)] as const);
    return { ...value, entries: new Map(entries) };
  }
  if (value.kind !== 'name' || !/^(NOW|TODAY)$/.test(value.name)) return value;
  const sql: Static = { kind: 'value', value: value.name.toLowerCase() };
  return { kind: 'object', entries: new Map([['sql', sql]]), whole: true };
}

const text = (value: JsonValue | undefined): string => {
  if (typeof value !== 'string') throw new Error();
  return value;
};
const object = (value: JsonValue | undefined): Record<string, JsonValue> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error();
  return value as Record<string, JsonValue>;
};
const list = (value: JsonValue | undefined): string[] => {
  if (!Array.isArray(value)) throw new Error();
  return value.map((one) => text(one as JsonValue));
};

/** The words of a column in the order that the render writes them, so that equal ones compare as equal. */
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

function change(tables: Tables, name: JsonValue | undefined, edit: (table: Table) => Table): void {
  const table = tables.get(text(name));
  if (!table) throw new Error();
  tables.set(text(name), edit(table));
}

const same = (one: readonly string[], other: readonly string[]) => String(one) === String(other);

/** Adds a group of columns to a list of a table, or takes it out. */
function grouped(key: 'uniques' | 'indexes', add: boolean): Step {
  return (tables, [name, columns]) =>
    change(tables, name, (table) => {
      const group = list(columns);
      const others = table[key].filter((one) => !same(one, group));
      return { ...table, [key]: add ? [...others, group] : others };
    });
}

const setColumn: Step = (tables, [table, name, spec]) =>
  change(tables, table, (found) => ({
    ...found,
    columns: new Map([...found.columns, [text(name), column(spec)]]),
  }));

const STEPS: Readonly<Record<string, Step>> = {
  createTable: (tables, [name, columns, options]) => {
    const own = Object.entries(object(columns)).map(([key, one]) => [key, column(one)] as const);
    const primaryKey = options === undefined ? ['id'] : list(object(options)['primaryKey']);
    const rest = { uniques: [], indexes: [], foreignKeys: [] };
    tables.set(text(name), { columns: new Map(own), primaryKey, ...rest });
  },
  dropTable: (tables, [name]) => void tables.delete(text(name)),
  renameTable: (tables, [from, to]) => {
    const all = [...tables];
    tables.clear();
    const target = (key: ForeignKey) => (key.table === from ? { ...key, table: text(to) } : key);
    for (const [name, table] of all)
      tables.set(name === from ? text(to) : name, {
        ...table,
        foreignKeys: table.foreignKeys.map(target),
      });
  },
  addColumn: setColumn,
  changeColumn: setColumn,
  dropColumn: (tables, [table, name]) =>
    change(tables, table, (found) => ({
      ...found,
      columns: new Map([...found.columns].filter(([key]) => key !== name)),
      uniques: found.uniques.filter((group) => !group.includes(text(name))),
      indexes: found.indexes.filter((group) => !group.includes(text(name))),
      foreignKeys: found.foreignKeys.filter((key) => key.column !== name),
    })),
  renameColumn: (tables, [table, from, to]) =>
    change(tables, table, (found) => {
      const renamed = (name: string) => (name === from ? text(to) : name);
      return {
        columns: new Map([...found.columns].map(([name, spec]) => [renamed(name), spec])),
        primaryKey: found.primaryKey.map(renamed),
        uniques: found.uniques.map((group) => group.map(renamed)),
        indexes: found.indexes.map((group) => group.map(renamed)),
        foreignKeys: found.foreignKeys.map((key) => ({ ...key, column: renamed(key.column) })),
      };
    }),
  addIndex: grouped('indexes', true),
  dropIndex: grouped('indexes', false),
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

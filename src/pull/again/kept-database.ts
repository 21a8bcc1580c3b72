import { type Choice, isInSchema } from '../choose-tables.js';
import type { Column, DatabaseKind, DatabaseSchema, Table, View } from '../database.js';
import { isCalled } from '../in-schemas.js';

/** The file in which a project keeps the database as `pull` last read it: the base of the next merge. */
export const KEPT_DATABASE = '.crudgen/database.json';

/** A database as `pull` read it. */
export interface KeptDatabase {
  readonly schema: DatabaseSchema;
  /** The tables that were asked for. */
  readonly choice: Choice;
  /** The moment of the newest migration that the project had, 14 digits; empty without one. */
  readonly migration: string;
}

/** A view as the file has it: the tables that it reads stand there once. */
interface KeptView extends Omit<View, 'bases'> {
  readonly bases: readonly Pick<Table, 'schema' | 'name'>[];
}

/** The format of the file; another one is read by another version of crudgen. */
const FORMAT = 1;

/** The properties of most columns; the file names those that differ. */
const USUAL_COLUMN = {
  sizes: [],
  values: null,
  nullable: false,
  default: null,
  counted: false,
  generated: false,
  expression: null,
  caseless: false,
  comment: null,
} as const satisfies Partial<Column>;

const USUAL_TABLE = {
  schema: null,
  kind: 'table',
  comment: null,
  primaryKey: [],
  foreignKeys: [],
  indexes: [],
  checks: [],
  triggers: [],
  others: [],
} as const satisfies Partial<Table>;

/** The file of a database: a line for each column, so that git shows and merges what has changed. */
export function printDatabase({ schema, choice, migration }: KeptDatabase): string {
  const { tables, views, kind, ...more } = schema;
  const head = { format: FORMAT, kind, choice, migration, ...more, views: views.map(keptView) };
  const lines = Object.entries(head).map(([key, value]) => `"${key}":${JSON.stringify(value)},`);
  const bodies = keptTables(tables, choice).map(printTable);
  return `{${lines.join('\n')}\n"tables":[${bodies.map((body) => `\n${body}`).join(',')}\n]}\n`;
}

/** A view with the names of the tables that it reads. */
const keptView = ({ bases, ...view }: View): KeptView => ({
  ...view,
  bases: bases.map(({ schema, name }) => ({ schema, name })),
});

/** The tables that a later pull can ask for: not those of another schema, and none that were left out by name. */
const keptTables = (tables: readonly Table[], choice: Choice) =>
  tables.filter(
    (table) => isInSchema(table, choice) && !choice.exclude?.some((name) => isCalled(table, name)),
  );

function printTable({ columns, ...table }: Table): string {
  const head = JSON.stringify(unusual(table, USUAL_TABLE)).slice(0, -1);
  const lines = columns.map((column) => `\n  ${JSON.stringify(unusual(column, USUAL_COLUMN))}`);
  return `${head},"columns":[${lines.join(',')}]}`;
}

/** An object without the properties that have their usual value. */
const unusual = (one: object, usual: object): object => {
  const known = new Map(Object.entries(usual).map(([key, value]) => [key, JSON.stringify(value)]));
  return Object.fromEntries(
    Object.entries(one).filter(([key, value]) => known.get(key) !== JSON.stringify(value)),
  );
};

/** Reads the file of a database; null where its text is none, such as one in which git left conflict markers. */
export function parseDatabase(text: string): KeptDatabase | null {
  try {
    const kept = JSON.parse(text) as {
      readonly format: unknown;
      readonly kind: DatabaseKind;
      readonly choice: Choice;
      readonly migration: string;
      readonly tables: readonly Table[];
      readonly views: readonly KeptView[];
    };
    const { format, choice, migration, ...rest } = kept;
    if (format !== FORMAT || !Array.isArray(rest.tables)) return null;
    const tables = rest.tables.map(wholeTable);
    const views = rest.views.map((view) => ({ ...view, bases: tablesOf(view, tables) }));
    return { schema: { ...rest, tables, views }, choice, migration };
  } catch {
    return null;
  }
}

/** The tables that a view reads, of those that are kept. */
const tablesOf = ({ bases }: KeptView, tables: readonly Table[]): readonly Table[] =>
  bases.flatMap(({ schema, name }) =>
    tables.filter((table) => table.schema === schema && table.name === name),
  );

const wholeTable = (table: Table): Table => ({
  ...USUAL_TABLE,
  ...table,
  columns: table.columns.map((column) => ({ ...USUAL_COLUMN, ...column })),
});

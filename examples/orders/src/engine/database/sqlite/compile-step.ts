import type { LiveObject } from '../dialect.js';
import { quote, foreignKeyName, indexName, uniqueName } from '../steps/names.js';
import { applyStep, tableOf } from '../steps/replay.js';
import type { ColumnSpec, Schema } from '../steps/schema.js';
import type { Step } from '../steps/step.js';
import { columnSql, foreignKeySql, isMoment, referenceSql, valueSql } from './column-sql.js';
import { asText } from './json.js';
import {
  columnsOf,
  rebuildTable,
  columnOf,
  foreignKeyColumn,
  mentions,
  redefineColumn,
  withoutReference,
} from './rebuild-table.js';

/** A step as SQLite's statements: its own ALTER TABLE where that can do it, else a rebuild. */
export function compileStep(
  step: Step,
  before: Schema,
  live: readonly LiveObject[],
): readonly string[] {
  switch (step.do) {
    case 'createTable':
      return [createTable(step)];
    case 'dropTable':
      return [`DROP TABLE ${quote(step.table)}`];
    case 'renameTable':
      return [
        `ALTER TABLE ${quote(step.table)} RENAME TO ${quote(step.to)}`,
        ...renameIndexes(before, step, step.table, step.to),
      ];
    case 'addColumn':
      return addColumn(step, live);
    case 'dropColumn':
      return dropColumn(step, live);
    case 'renameColumn':
      return [
        `ALTER TABLE ${quote(step.table)} RENAME COLUMN ${quote(step.column)} TO ${quote(step.to)}`,
        ...renameIndexes(before, step, step.table, step.table),
      ];
    case 'changeColumn':
      return changeColumn(step, before, live);
    case 'addIndex':
      return [createIndex(step.table, step.columns)];
    case 'dropIndex':
      return [`DROP INDEX ${quote(indexName(step.table, step.columns))}`];
    case 'addUnique':
      return [createUnique(step.table, step.columns)];
    case 'dropUnique':
      return [`DROP INDEX ${quote(uniqueName(step.table, step.columns))}`];
    case 'addForeignKey': {
      const key = foreignKeySql(step.table, step.key);
      return rebuildTable(step.table, live, { items: (items) => withConstraint(items, key) });
    }
    case 'dropForeignKey':
      return rebuildTable(step.table, live, {
        items: (items) => withoutForeignKey(items, step.key.column),
      });
    case 'sql':
      return [step.up.sqlite].flat();
  }
}

type StepOf<Name extends Step['do']> = Extract<Step, { readonly do: Name }>;

function createTable(step: StepOf<'createTable'>): string {
  const counted = step.primaryKey.length === 1 && step.columns[step.primaryKey[0]!]?.type === 'id';
  const columns = Object.entries(step.columns).map(([name, spec]) =>
    counted && name === step.primaryKey[0]
      ? `${quote(name)} integer PRIMARY KEY AUTOINCREMENT NOT NULL`
      : columnSql(name, spec),
  );
  const primaryKey = counted ? [] : [`PRIMARY KEY (${step.primaryKey.map(quote).join(', ')})`];
  const keys = (step.foreignKeys ?? []).map((key) => foreignKeySql(step.table, key));
  return `CREATE TABLE ${quote(step.table)} (${[...columns, ...primaryKey, ...keys].join(', ')})`;
}

const createIndex = (table: string, columns: readonly string[]): string =>
  `CREATE INDEX ${quote(indexName(table, columns))} ON ${quote(table)} (${columns.map(quote).join(', ')})`;

const createUnique = (table: string, columns: readonly string[]): string =>
  `CREATE UNIQUE INDEX ${quote(uniqueName(table, columns))} ON ${quote(table)} (${columns.map(quote).join(', ')})`;

/** ALTER TABLE can add what every row may hold at once: null or a constant. */
function addColumn(step: StepOf<'addColumn'>, live: readonly LiveObject[]): string[] {
  const { table, column, spec, backfill } = step;
  const constant = spec.default !== undefined && !isMoment(spec.default);
  const simple = spec.default === undefined ? spec.nullable : constant;
  const filled = backfill === undefined ? [] : [setAll(table, column, backfill, spec)];
  if (simple) {
    const reference = step.references ? ` ${referenceOf(step)}` : '';
    return [
      `ALTER TABLE ${quote(table)} ADD COLUMN ${columnSql(column, spec)}${reference}`,
      ...filled,
    ];
  }
  const item = `${columnSql(column, spec)}${step.references ? ` ${referenceOf(step)}` : ''}`;
  const value = valueSql(backfill ?? spec.default, spec);
  return rebuildTable(table, live, {
    items: (items) => withColumn(items, item),
    values: { [column]: value },
  });
}

const referenceOf = (step: StepOf<'addColumn'>): string =>
  `CONSTRAINT ${quote(foreignKeyName(step.table, step.column))} ${referenceSql(step.references!)}`;

/** ALTER TABLE drops a column that nothing else in the table speaks of. */
function dropColumn(
  { table, column }: StepOf<'dropColumn'>,
  live: readonly LiveObject[],
): string[] {
  const indexes = live.filter(
    (object) => object.type === 'index' && object.table === table && object.sql !== null,
  );
  const gone = indexes.filter(({ sql }) => mentions(sql!.slice(sql!.indexOf('(')), column));
  const rest = live.filter((object) => !gone.includes(object));
  const drops = gone.map(({ name }) => `DROP INDEX ${quote(name)}`);
  if (!isEntangled(column, columnsOf(table, live))) {
    return [...drops, `ALTER TABLE ${quote(table)} DROP COLUMN ${quote(column)}`];
  }
  const items = (all: readonly string[]): readonly string[] =>
    withoutForeignKey(all, column).filter((item) => columnOf(item) !== column);
  return [...drops, ...rebuildTable(table, rest, { items })];
}

/** Whether a key, check or computed column speaks of the column, or its own definition of more than its values. */
const isEntangled = (column: string, items: readonly string[]): boolean =>
  items.some((item) =>
    columnOf(item) === column ? /\b(REFERENCES|UNIQUE)\b/i.test(item) : mentions(item, column),
  );

/** Values are converted by what they mean; one that does not fit the new type stops the migration. */
function changeColumn(
  step: StepOf<'changeColumn'>,
  before: Schema,
  live: readonly LiveObject[],
): string[] {
  const { table, column, spec, backfill } = step;
  const old = tableOf(before, table).columns[column];
  const converted = old ? convertSql(quote(column), old, spec) : quote(column);
  const fill = backfill ?? (old?.nullable && !spec.nullable ? spec.default : undefined);
  const value = fill === undefined ? converted : `coalesce(${converted}, ${valueSql(fill, spec)})`;
  return rebuildTable(table, live, {
    items: (items) =>
      items.map((item) =>
        columnOf(item) === column ? redefineColumn(item, columnSql(column, spec)) : item,
      ),
    values: { [column]: value },
  });
}

function convertSql(column: string, from: ColumnSpec, to: ColumnSpec): string {
  if (from.type === to.type) return column;
  const number = ['integer', 'bigint', 'float', 'decimal'].includes(to.type);
  if (from.type === 'boolean' && number) return column;
  const words = `CASE ${column} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`;
  const text =
    from.type === 'boolean' ? words : asText(column, { type: kindOf(from), transformer: null });
  return `convert_text(${text}, '${to.type}')`;
}

const kindOf = (spec: ColumnSpec): Exclude<ColumnSpec['type'], 'id'> =>
  spec.type === 'id' ? 'integer' : spec.type;

const setAll = (table: string, column: string, value: unknown, spec: ColumnSpec): string =>
  `UPDATE ${quote(table)} SET ${quote(column)} = ${valueSql(value, spec)}`;

/** Columns stand before the constraints of the table. */
function withColumn(items: readonly string[], item: string): readonly string[] {
  const at = items.findIndex((other) => columnOf(other) === null);
  return at < 0 ? [...items, item] : [...items.slice(0, at), item, ...items.slice(at)];
}

const withConstraint = (items: readonly string[], item: string): readonly string[] => [
  ...items,
  item,
];

/** Without the key on that column, be it a constraint of the table or of the column. */
function withoutForeignKey(items: readonly string[], column: string): readonly string[] {
  return items
    .filter((item) => foreignKeyColumn(item) !== column)
    .map((item) => (columnOf(item) === column ? withoutReference(item) : item));
}

/** Names of indexes follow from table and columns, so they change with them. */
function renameIndexes(before: Schema, step: Step, from: string, to: string): string[] {
  const old = tableOf(before, from);
  const next = tableOf(applyStep(before, step), to);
  const renamed = (
    name: typeof indexName,
    create: typeof createIndex,
    olds: readonly (readonly string[])[],
    nexts: readonly (readonly string[])[],
  ): string[] =>
    olds.flatMap((columns, index) => {
      const changed = nexts[index]!;
      if (name(from, columns) === name(to, changed)) return [];
      return [`DROP INDEX ${quote(name(from, columns))}`, create(to, changed)];
    });
  return [
    ...renamed(indexName, createIndex, old.indexes, next.indexes),
    ...renamed(uniqueName, createUnique, old.uniques, next.uniques),
  ];
}

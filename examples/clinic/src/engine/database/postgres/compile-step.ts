import { quote, foreignKeyName, indexName, uniqueName } from '../steps/names.js';
import { applyStep, tableOf } from '../steps/replay.js';
import type { ColumnSpec, Schema, TableSchema } from '../steps/schema.js';
import type { Step } from '../steps/step.js';
import { COLUMN_TYPES, columnSql, foreignKeySql, typeSql, valueSql } from './column-sql.js';
import { asText } from './values.js';

/** A step as PostgreSQL's statements; no column is ever dropped to be made anew. */
export function compileStep(step: Step, before: Schema): readonly string[] {
  switch (step.do) {
    case 'createTable':
      return [createTable(step)];
    case 'dropTable':
      return [`DROP TABLE ${quote(step.table)}`];
    case 'renameTable':
      return [
        `ALTER TABLE ${quote(step.table)} RENAME TO ${quote(step.to)}`,
        ...renameKeys(before, step, step.table, step.to),
      ];
    case 'addColumn':
      return addColumn(step);
    case 'dropColumn':
      return [alter(step.table, `DROP COLUMN ${quote(step.column)}`)];
    case 'renameColumn':
      return [
        alter(step.table, `RENAME COLUMN ${quote(step.column)} TO ${quote(step.to)}`),
        ...renameKeys(before, step, step.table, step.table),
      ];
    case 'changeColumn':
      return changeColumn(step, tableOf(before, step.table));
    case 'addIndex':
      // One that was built CONCURRENTLY beforehand, so that writes need not wait, is taken as it is.
      return [createIndex('INDEX IF NOT EXISTS', indexName(step.table, step.columns), step)];
    case 'dropIndex':
      return [`DROP INDEX ${quote(indexName(step.table, step.columns))}`];
    case 'addUnique':
      return [createIndex('UNIQUE INDEX', uniqueName(step.table, step.columns), step)];
    case 'dropUnique':
      return [`DROP INDEX ${quote(uniqueName(step.table, step.columns))}`];
    case 'addForeignKey':
      return [alter(step.table, `ADD ${foreignKeySql(step.table, step.key)}`)];
    case 'dropForeignKey':
      return [
        alter(step.table, `DROP CONSTRAINT ${quote(foreignKeyName(step.table, step.key.column))}`),
      ];
    case 'sql':
      return [step.up.postgres].flat();
  }
}

type StepOf<Name extends Step['do']> = Extract<Step, { readonly do: Name }>;

const alter = (table: string, change: string): string => `ALTER TABLE ${quote(table)} ${change}`;

function createTable(step: StepOf<'createTable'>): string {
  const columns = Object.entries(step.columns).map(([name, spec]) => columnSql(name, spec));
  const primaryKey = `PRIMARY KEY (${step.primaryKey.map(quote).join(', ')})`;
  return `CREATE TABLE ${quote(step.table)} (${[...columns, primaryKey].join(', ')})`;
}

/** Nulls first, so that the index serves `ORDER BY` as `orderBy` writes it, in both directions. */
function createIndex(
  kind: string,
  name: string,
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
): string {
  const list = columns.map((column) => (column === 'id' ? '"id"' : `${quote(column)} NULLS FIRST`));
  return `CREATE ${kind} ${quote(name)} ON ${quote(table)} (${list.join(', ')})`;
}

/** Rows get the backfill as a passing default: PostgreSQL then need not write the table anew. */
function addColumn({ table, column, spec, backfill }: StepOf<'addColumn'>): string[] {
  if (backfill === undefined) return [alter(table, `ADD COLUMN ${columnSql(column, spec)}`)];
  return [
    alter(table, `ADD COLUMN ${columnSql(column, { ...spec, default: backfill })}`),
    alterColumn(table, column, setDefault(spec)),
  ];
}

const alterColumn = (table: string, column: string, change: string): string =>
  alter(table, `ALTER COLUMN ${quote(column)} ${change}`);

const setDefault = (spec: ColumnSpec): string =>
  spec.default === undefined ? 'DROP DEFAULT' : `SET DEFAULT ${valueSql(spec.default, spec)}`;

function changeColumn(step: StepOf<'changeColumn'>, table: TableSchema): string[] {
  const { column, spec, backfill } = step;
  const old = table.columns[column]!;
  const change = (text: string): string => alterColumn(step.table, column, text);
  const retyped = typeSql(old) !== typeSql(spec);
  const using = old.type === spec.type ? '' : ` USING ${convertSql(quote(column), old, spec)}`;
  const required = Boolean(old.nullable) && !spec.nullable;
  const fill = backfill ?? (required ? spec.default : undefined);
  return [
    // The old default may not fit the new type.
    ...(retyped && old.default !== undefined ? [change('DROP DEFAULT')] : []),
    ...(retyped ? [change(`TYPE ${typeSql(spec)}${using}`)] : []),
    ...(spec.default !== undefined || old.default !== undefined ? [change(setDefault(spec))] : []),
    ...(fill === undefined ? [] : [fillNulls(step.table, column, valueSql(fill, spec))]),
    ...(required ? [change('SET NOT NULL')] : []),
    ...(!old.nullable && spec.nullable ? [change('DROP NOT NULL')] : []),
  ];
}

const fillNulls = (table: string, column: string, value: string): string =>
  `UPDATE ${quote(table)} SET ${quote(column)} = ${value} WHERE ${quote(column)} IS NULL`;

/** By what the value means, through the text of its JSON answer; one that does not fit stops the migration. */
function convertSql(column: string, from: ColumnSpec, to: ColumnSpec): string {
  const number = ['integer', 'bigint', 'float', 'decimal'].includes(to.type);
  if (from.type === 'boolean' && number) return `${column}::int`;
  const type = from.type === 'id' ? 'integer' : from.type;
  const text = `(${asText(column, { type, transformer: null })})::text`;
  return to.type === 'string' || to.type === 'text' ? text : `${text}::${COLUMN_TYPES[to.type]}`;
}

/** Names of indexes and keys follow from table and columns, so they change with them. */
function renameKeys(before: Schema, step: Step, from: string, to: string): string[] {
  const old = tableOf(before, from);
  const next = tableOf(applyStep(before, step), to);
  const index = (was: string, is: string): string[] =>
    was === is ? [] : [`ALTER INDEX ${quote(was)} RENAME TO ${quote(is)}`];
  const constraint = (was: string, is: string): string[] =>
    was === is ? [] : [alter(to, `RENAME CONSTRAINT ${quote(was)} TO ${quote(is)}`)];
  return [
    ...old.indexes.flatMap((columns, at) =>
      index(indexName(from, columns), indexName(to, next.indexes[at]!)),
    ),
    ...old.uniques.flatMap((columns, at) =>
      index(uniqueName(from, columns), uniqueName(to, next.uniques[at]!)),
    ),
    ...old.foreignKeys.flatMap(({ column }, at) =>
      constraint(foreignKeyName(from, column), foreignKeyName(to, next.foreignKeys[at]!.column)),
    ),
  ];
}

import {
  columnWriter,
  createSqlIndex,
  defaultWriter,
  foreignKeyName,
  foreignKeySql,
  indexName,
  quote,
  quoteIndex,
  quoteTable,
  quoteText,
  trigramName,
  uniqueName,
  valueType,
  valueWriter,
} from '../steps/step.js';
import {
  isCounted,
  own,
  sqlFor,
  type ColumnSpec,
  type Schema,
  type Step,
} from '../steps/schema.js';
import { applyStep, columnOf, tableOf } from '../steps/replay.js';
import type { TypeInfo } from '../../fields/column-info.js';
import { asText, encode } from './values.js';
import type { Catalog } from '../schema-dialect.js';
import { PATTERNS } from '../../fields/formats.js';
import { catalogQueries, VISIBLE } from './catalog-queries.js';
import { createTrigrams, type Fold } from './trigrams.js';

/** A step as PostgreSQL statements; columns are never dropped and recreated. `fold` is how the server folds case. */
export function compileStep(step: Step, before: Schema, fold: Fold): readonly string[] {
  switch (step.do) {
    case 'createTable':
      return [createTable(step)];
    case 'dropTable':
      return [`DROP TABLE ${quoteTable(step.table)}`];
    case 'renameTable':
      return [
        `ALTER TABLE ${quoteTable(step.table)} RENAME TO ${quote(step.to.slice(step.to.indexOf('.') + 1))}`,
        ...renameKeys(before, step, step.table, step.to),
      ];
    case 'addColumn':
      return addColumn(step, fold);
    case 'dropColumn':
      return [alter(step.table, `DROP COLUMN ${quote(step.column)}`)];
    case 'renameColumn':
      return [
        alter(step.table, `RENAME COLUMN ${quote(step.column)} TO ${quote(step.to)}`),
        ...renameKeys(before, step, step.table, step.table),
      ];
    case 'changeColumn':
      return changeColumn(step, columnOf(before, step.table, step.column));
    case 'addIndex':
      // An index built CONCURRENTLY beforehand, so that writes need not wait, is used as it is.
      return [
        createIndex('INDEX IF NOT EXISTS', indexName(step.table, step.columns), step, before),
      ];
    case 'dropIndex':
      return [`DROP INDEX ${quoteIndex(step.table, indexName(step.table, step.columns))}`];
    case 'addUnique':
      return [createIndex('UNIQUE INDEX', uniqueName(step.table, step.columns), step, before)];
    case 'dropUnique':
      return [`DROP INDEX ${quoteIndex(step.table, uniqueName(step.table, step.columns))}`];
    case 'addTrigram':
      return createTrigrams(step.table, step.columns[0]!, fold);
    case 'dropTrigram':
      return [
        `DROP INDEX IF EXISTS ${quoteIndex(step.table, trigramName(step.table, step.columns[0]!))}`,
      ];
    case 'addSqlIndex':
      return createSqlIndex(step, 'postgres');
    case 'dropSqlIndex':
      return [`DROP INDEX IF EXISTS ${quoteIndex(step.table, step.name)}`];
    case 'addCheck': {
      const condition = sqlFor(step.sql, 'postgres');
      const check = `ADD CONSTRAINT ${quote(step.name)} CHECK (${condition})`;
      // The developer's own migration may have made it already.
      const gone = alter(step.table, `DROP CONSTRAINT IF EXISTS ${quote(step.name)}`);
      return condition === undefined ? [] : [gone, alter(step.table, check)];
    }
    case 'dropCheck':
      return [alter(step.table, `DROP CONSTRAINT IF EXISTS ${quote(step.name)}`)];
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

const alter = (table: string, change: string): string =>
  `ALTER TABLE ${quoteTable(table)} ${change}`;

function createTable(step: StepOf<'createTable'>): string {
  const columns = Object.entries(step.columns).map(([name, spec]) => columnSql(name, spec));
  const primaryKey = `PRIMARY KEY (${step.primaryKey.map(quote).join(', ')})`;
  return `CREATE TABLE ${quoteTable(step.table)} (${[...columns, primaryKey].join(', ')})`;
}

/** Nulls first, so that the index serves `ORDER BY` as `orderBy` writes it, in both directions; a primary key has no nulls. */
function createIndex(
  kind: string,
  name: string,
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
  before: Schema,
): string {
  const [key = 'id', ...others] = own(before.tables, table)?.primaryKey ?? [];
  const list = columns.map((column) =>
    others.length === 0 && column === key ? quote(column) : `${quote(column)} NULLS FIRST`,
  );
  return `CREATE ${kind} ${quote(name)} ON ${quoteTable(table)} (${list.join(', ')})`;
}

/** Rows get the backfill as a temporary default, which saves PostgreSQL rewriting the table. */
function addColumn(
  { table, column, spec, backfill, caselessOf }: StepOf<'addColumn'>,
  fold: Fold,
): string[] {
  const key = caselessOf && fold(`normalize(${quote(caselessOf)}, NFKC)`);
  const filled = key ? [`UPDATE ${quoteTable(table)} SET ${quote(column)} = ${key}`] : [];
  if (backfill === undefined)
    return [alter(table, `ADD COLUMN ${columnSql(column, spec)}`), ...filled];
  return [
    alter(table, `ADD COLUMN ${columnSql(column, { ...spec, default: backfill, defaultSql: {} })}`),
    alterColumn(table, column, setDefault(spec)),
  ];
}

const alterColumn = (table: string, column: string, change: string): string =>
  alter(table, `ALTER COLUMN ${quote(column)} ${change}`);

function setDefault(spec: ColumnSpec): string {
  const value = defaultSql(spec);
  return value === undefined ? 'DROP DEFAULT' : `SET DEFAULT ${value}`;
}

function changeColumn(step: StepOf<'changeColumn'>, old: ColumnSpec): string[] {
  const { column, spec, backfill } = step;
  const change = (text: string): string => alterColumn(step.table, column, text);
  const retyped = typeSql(old) !== typeSql(spec);
  const using = isOfOneKind(old, spec) ? '' : ` USING ${convertSql(quote(column), old, spec)}`;
  const required = Boolean(old.nullable) && !spec.nullable;
  const given = defaultSql(spec);
  const had = defaultSql(old) !== undefined;
  const initial = required ? given : undefined;
  const fill = backfill === undefined ? initial : valueSql(backfill, spec);
  return [
    // The old default may not fit the new type.
    ...(retyped && had ? [change('DROP DEFAULT')] : []),
    ...(retyped ? [change(`TYPE ${typeSql(spec)}${using}`)] : []),
    ...(given !== undefined || had ? [change(setDefault(spec))] : []),
    ...(fill === undefined ? [] : [fillNulls(step.table, column, fill)]),
    ...(required ? [change('SET NOT NULL')] : []),
    ...(!old.nullable && spec.nullable ? [change('DROP NOT NULL')] : []),
  ];
}

/**
 * Whether a type becomes one of its own kind, whose values the database takes itself, and refuses where they are too long for it: a
 * cast would cut them.
 */
function isOfOneKind(old: ColumnSpec, { type, postgres = '' }: ColumnSpec): boolean {
  if (old.type !== type || type !== 'sql') return old.type === type;
  const both = [old.postgres!, postgres];
  const [from, to] = both.map((name) => name.replace(/\([^)]*\)/, ''));
  return from === to || both.every((name) => name.endsWith('[]'));
}

const fillNulls = (table: string, column: string, value: string): string =>
  `UPDATE ${quoteTable(table)} SET ${quote(column)} = ${value} WHERE ${quote(column)} IS NULL`;

/** Converts the meaning of a value, through the text of its JSON form; one that does not fit stops the migration. */
export function convertSql(column: string, from: ColumnSpec, to: ColumnSpec): string {
  if (from.type === to.type && to.type !== 'sql') return column;
  const number = ['integer', 'bigint', 'float', 'decimal'].includes(to.type);
  if (from.type === 'boolean' && number) return `${column}::int`;
  const text = `(${asText(column, { type: valueType(from), transformer: null })})::text`;
  if (to.type === 'color') return colorSql(text);
  if (to.type === 'string' || to.type === 'text') return text;
  return `${text}::${to.type === 'sql' ? to.postgres : COLUMN_TYPES[to.type]}`;
}

/** A text as a colour is stored. No cast refuses the others as it does for types of the database, but that of `no colour` to a number. */
function colorSql(text: string): string {
  const digits = `lower(substr(${text}, 2))`;
  return (
    `CASE WHEN NOT ${isColor(text)} THEN ('no colour: ' || ${text})::integer::text ` +
    `WHEN length(${text}) = 4 THEN '#' || regexp_replace(${digits}, '(.)', '\\1\\1', 'g') ELSE '#' || ${digits} END`
  );
}

/** Whether a text is a colour. */
export const isColor = (text: string): string => `${text} ~ ${quoteText(PATTERNS.color.source)}`;

/** Names of indexes and keys are derived from table and columns, so they change with them. */
function renameKeys(before: Schema, step: Step, from: string, to: string): string[] {
  const old = tableOf(before, from);
  const next = tableOf(applyStep(before, step), to);
  const index = (was: string, is: string): string[] =>
    was === is ? [] : [`ALTER INDEX ${quoteIndex(to, was)} RENAME TO ${quote(is)}`];
  const constraint = (was: string, is: string): string[] =>
    was === is ? [] : [alter(to, `RENAME CONSTRAINT ${quote(was)} TO ${quote(is)}`)];
  return [
    ...old.indexes.flatMap((columns, at) =>
      index(indexName(from, columns), indexName(to, next.indexes[at]!)),
    ),
    ...old.trigrams.flatMap(([column], at) =>
      index(trigramName(from, column!), trigramName(to, next.trigrams[at]![0]!)),
    ),
    ...old.uniques.flatMap((columns, at) =>
      index(uniqueName(from, columns), uniqueName(to, next.uniques[at]!)),
    ),
    ...old.foreignKeys.flatMap(({ column }, at) =>
      constraint(foreignKeyName(from, column), foreignKeyName(to, next.foreignKeys[at]!.column)),
    ),
  ];
}

/** The type of a column as used in casts; a moment keeps the digits that its column has. */
export const castType = ({ type, added }: TypeInfo): string => {
  if (type === 'datetime') return 'timestamptz';
  return type === 'added' ? added!.column : COLUMN_TYPES[type];
};

/** Types as used in casts. */
export const COLUMN_TYPES = {
  id: 'bigint',
  string: 'text',
  text: 'text',
  enum: 'text',
  integer: 'bigint',
  bigint: 'bigint',
  float: 'double precision',
  decimal: 'numeric',
  boolean: 'boolean',
  date: 'date',
  time: 'time(0)',
  datetime: 'timestamptz(3)',
  uuid: 'uuid',
  color: 'text',
  json: 'jsonb',
} as const;

const valueSql = valueWriter(
  {
    now: `date_trunc('milliseconds', now())`,
    today: `((now() AT TIME ZONE 'UTC')::date)`,
  },
  encode,
  'postgres',
);

const defaultSql = defaultWriter('postgres', valueSql);

const plainColumn = columnWriter('postgres', typeSql, defaultSql);

/** A column definition. */
const columnSql = (name: string, spec: ColumnSpec): string =>
  isCounted(spec)
    ? `${quote(name)} bigint GENERATED BY DEFAULT AS IDENTITY`
    : plainColumn(name, spec);

/** The type with its length and collation: text is ordered by code point, as on every database. */
function typeSql(spec: ColumnSpec): string {
  switch (spec.type) {
    case 'string':
      return `varchar(${spec.length ?? 255}) COLLATE "C"`;
    case 'text':
      return 'text COLLATE "C"';
    case 'color':
      return 'varchar(7) COLLATE "C"';
    case 'decimal':
      return `numeric(${spec.precision},${spec.scale ?? 0})`;
    case 'sql':
      return spec.postgres!;
    default:
      return COLUMN_TYPES[spec.type];
  }
}

/** Queries of the server's catalog, and its types, which are named as by `format_type`. */
export const catalog: Catalog = {
  ...catalogQueries(VISIBLE),
  typeOf: (spec: ColumnSpec) => {
    switch (spec.type) {
      case 'string':
        return `character varying(${spec.length ?? 255})`;
      case 'color':
        return 'character varying(7)';
      case 'decimal':
        return `numeric(${spec.precision},${spec.scale ?? 0})`;
      case 'time':
        return 'time(0) without time zone';
      case 'datetime':
        return 'timestamp(3) with time zone';
      case 'sql':
        return spec.postgres!;
      default:
        return COLUMN_TYPES[spec.type];
    }
  },
  holds: (type, wanted) => type === wanted,
};

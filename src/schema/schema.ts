import { once } from '../once.js';
import type { App, Default, Field, Model, OtherColumn, ScalarType } from '../model/model.js';
import { isFile } from '../model/bytes.js';
import { hasColumn, isComposite, partsOf } from '../model/composite-references.js';
import { compareText } from '../model/names.js';
import {
  EMAIL_KEY,
  EXTENSIBLE_MODELS,
  isBuiltIn,
  keyedEmail,
  loginOf,
  withBuiltIn,
  withLogin,
} from '../model/built-in.js';
import { indexGroups, isIndexed, isUniqueColumn, uniqueGroups } from '../model/constraints.js';
import { joinTableOf, referenceOf, tableOfClass } from '../model/relations.js';
import { asColumn, isRowNumber, keyOf, keysOf, keyTypeOf } from '../model/keys.js';
import { overlapIndex, overlapName } from '../model/periods.js';
import { quoteName } from '../model/quote.js';
import { isPortable } from '../model/sql-expression.js';
import { deletionColumn, isUniqueAmongLiving, livingCondition } from '../model/trash.js';
import { fieldReferredTo } from '../model/unique-references.js';
import { DECIMAL_DIGITS, stampsOf, STRING_LENGTH } from '../model/columns.js';
import { numericType, storedExact } from './exact-column.js';
import { indexName } from './index-names.js';
import { listColumn } from './list-column.js';
import {
  own,
  type ColumnSpec,
  type ForeignKeySpec,
  type OwnSql,
  type Schema,
  type TableSchema,
} from './engine/schema.js';

/** A column, where a schema has it. */
export const columnIn = (
  { tables }: Schema,
  table: string,
  column: string,
): ColumnSpec | undefined => own(own(tables, table)?.columns ?? {}, column);

/** A table without columns of its own. */
export const EMPTY_TABLE: TableSchema = {
  columns: {},
  primaryKey: ['id'],
  uniques: [],
  indexes: [],
  trigrams: [],
  foreignKeys: [],
};

/** The tables of a project without models, with the columns of built-in fields. */
export const FIRST_SCHEMA: Schema = {
  tables: Object.fromEntries(
    EXTENSIBLE_MODELS.map((model) => [
      model.table,
      {
        ...EMPTY_TABLE,
        columns: Object.fromEntries(
          loginOf(model).map((field) => [
            field.column,
            columnSpec({ models: [], database: 'sqlite' }, field),
          ]),
        ),
        uniques: loginOf(model).flatMap(({ unique, column }) => (unique ? [[column]] : [])),
      },
    ]),
  ),
};

/**
 * All tables of the models and their many-to-many fields, referenced ones first where possible. The built-in tables, which always
 * exist, have the project's own columns and those of built-in fields.
 */
export const schemaOf = once((given: App): Schema => {
  const app = withBuiltIn(given);
  const models = app.models
    .filter(({ readOnly }) => readOnly === undefined)
    .toSorted((left, right) => compareText(left.table, right.table));
  const tables = models.flatMap((model) => [
    [model.table, modelTable(app, model)] as const,
    ...model.fields
      .filter((field) => field.type === 'refs')
      .map((field) => joinTable(app, model, field)),
  ]);
  return { tables: afterTargets(Object.fromEntries(tables)) };
});

/** The views of models that are only read, as tables of their columns. */
export const viewTablesOf = (given: App): Schema => {
  const app = withBuiltIn(given);
  const views = app.models.filter(({ readOnly }) => readOnly === true);
  const bare = { uniques: [], indexes: [], trigrams: [], foreignKeys: [] };
  return {
    tables: Object.fromEntries(
      views.map((model) => [model.table, { ...modelTable(app, model), ...bare }]),
    ),
  };
};

const OTHERS: Readonly<Record<OtherColumn['kind'], ColumnSpec>> = {
  moment: { type: 'datetime', default: { sql: 'now' } },
  deletion: { type: 'datetime', nullable: true },
  version: { type: 'integer' },
};

const KEY_COLUMN: ColumnSpec = { type: 'string', length: STRING_LENGTH, nullable: true };

function modelTable(app: App, model: Model): TableSchema {
  const all = withLogin(model);
  const { rowNumber } = model;
  const fields = all.filter((field) => hasColumn(field) && !isRowNumber(model, field));
  const columnOf = (name: string) => fields.find((field) => field.name === name)?.column ?? name;
  const where = (holds: (model: Model, field: Field) => boolean) =>
    fields.filter((field) => holds(model, field)).map((field) => [field.column]);
  const isOwn = !isBuiltIn(model);
  const primary = rowNumber ? [rowNumber.column] : keysOf(model).map(({ column }) => column);
  const keys = keyedEmail(model) === null ? [] : [EMAIL_KEY];
  const groups = uniqueGroups(model).map((group) => group.map(columnOf));
  const living = [...where((_model, field) => isUniqueAmongLiving(app, model, field)), ...groups];
  return {
    columns: Object.fromEntries<ColumnSpec>([
      ...(isOwn && primary.length === 0 ? [['id', { type: 'id' }] as const] : []),
      ...(rowNumber ? [[rowNumber.column, COUNTED[rowNumber.type]] as const] : []),
      ...fields.map((field) => [field.column, columnSpec(app, field)] as const),
      ...keys.map((key) => [key, KEY_COLUMN] as const),
      ...(isOwn ? stampsOf(model) : []).map((name) => [name, OTHERS.moment] as const),
      ...(model.others ?? []).map(({ column, kind }) => [column, OTHERS[kind]] as const),
    ]),
    primaryKey: primary.length === 0 ? ['id'] : primary,
    uniques: [
      ...where(
        (_model, field) => isUniqueColumn(model, field) && !isUniqueAmongLiving(app, model, field),
      ),
      ...keys.map((key) => [key]),
      ...(livingCondition(model) === null ? groups : []),
    ],
    indexes: [...where(isIndexed), ...indexGroups(model).map((group) => group.map(columnOf))],
    ...sqlIndexesOf(app, model, living),
    ...(model.checks && { checks: ownSqls(app, model.checks) }),
    trigrams: where((_model, { search }) => search === 'trigram'),
    foreignKeys: all
      .filter((field) => field.type === 'ref')
      .map((field) => ({
        ...columnsOf(app, model, field),
        onDelete: DELETE_RULES[referenceOf(field).onDelete],
      })),
  };
}

/** The columns of a reference, with those to which they lead. */
function columnsOf(
  app: App,
  model: Model,
  field: Field,
): Pick<ForeignKeySpec, 'column' | 'table' | 'references'> {
  const { model: className } = referenceOf(field);
  const table = tableOfClass(app, className);
  if (!isComposite(field)) {
    const target = targetOf(app, className, fieldReferredTo(app, field)?.column);
    return { column: field.column, ...target };
  }
  const target = app.models.find(({ name }) => name === className)!;
  return {
    column: partsOf(model, field).map((part) => part.column),
    table,
    references: keysOf(target).map(({ column }) => column),
  };
}

/**
 * The indexes that are SQL; that of periods is for SQLite, as PostgreSQL has a constraint. A model with a trash has one for each set of
 * columns that are unique among the living rows, and one by which the others are found.
 */
function sqlIndexesOf(
  app: App,
  model: Model,
  living: readonly (readonly string[])[],
): Pick<TableSchema, 'sqlIndexes'> {
  const periods = overlapIndex(model);
  const ofTrash = trashIndexes(model, living);
  if (!model.sqlIndexes && periods === null && ofTrash === null) return {};
  return {
    sqlIndexes: {
      ...ownSqls(app, model.sqlIndexes ?? {}),
      ...ofTrash,
      ...(periods !== null && { [overlapName(model)]: { sqlite: periods } }),
    },
  };
}

/** The indexes of a model with a trash; null for any other. */
function trashIndexes(
  model: Model,
  living: readonly (readonly string[])[],
): Readonly<Record<string, OwnSql>> | null {
  const condition = livingCondition(model);
  if (condition === null) return null;
  const mark = quoteName(deletionColumn(model)!);
  return {
    ...Object.fromEntries(
      living.map((columns) => [
        indexName('uq', model.table, columns),
        `UNIQUE (${columns.map(quoteName).join(', ')}) WHERE ${condition}`,
      ]),
    ),
    [indexName('idx', model.table, ['trash'])]: `(${mark}) WHERE ${mark} IS NOT NULL`,
  };
}

/** The table of a class, with the column that is referred to where that is not called `id`: its key, unless there is another. */
function targetOf(
  app: App,
  className: string,
  other?: string,
): Pick<ForeignKeySpec, 'table' | 'references'> {
  const model = app.models.find(({ name }) => name === className);
  const column = other ?? (model && keyOf(model)?.column) ?? 'id';
  return { table: tableOfClass(app, className), ...(column !== 'id' && { references: column }) };
}

const DELETE_RULES = { set_null: 'set null', restrict: 'restrict', cascade: 'cascade' } as const;

function joinTable(app: App, model: Model, field: Field): readonly [string, TableSchema] {
  const join = joinTableOf(app, model, field);
  const sides = [
    [join.ownColumn, model.name],
    [join.otherColumn, referenceOf(field).model],
  ] as const;
  const table: TableSchema = {
    ...EMPTY_TABLE,
    columns: Object.fromEntries(
      sides.map(([column, className]) => [column, keyTypeOf(app, className) as ColumnSpec]),
    ),
    primaryKey: sides.map(([column]) => column),
    // The index of the primary key covers the first column.
    indexes: [[join.otherColumn]],
    foreignKeys: sides.map(([column, className]) => {
      return { column, ...targetOf(app, className), onDelete: 'cascade' };
    }),
  };
  return [join.table, table];
}

function columnSpec(app: Pick<App, 'models' | 'database'>, field: Field): ColumnSpec {
  if (field.key === 'database') return COUNTED[field.type as keyof typeof COUNTED];
  if (field.type === 'list')
    return { ...listColumn(field), ...(!field.required && { nullable: true }) };
  const { type, max } = asColumn(app, field);
  return {
    ...typeSpec(type, field),
    ...((type === 'string' || type === 'enum') && { length: max ?? STRING_LENGTH }),
    ...(type === 'decimal' && {
      precision: field.precision ?? DECIMAL_DIGITS.precision,
      scale: field.scale ?? DECIMAL_DIGITS.scale,
    }),
    ...(!field.required && { nullable: true }),
    ...(field.type === 'exact'
      ? exactDefault(app, field.default)
      : defaultSpec(app, field.default)),
    ...(field.generated !== null && { expression: ownSql(app, field.generated) }),
  };
}

/** SQL of the project's, for both databases if both take it. */
const ownSql = ({ database }: Pick<App, 'database'>, sql: string): OwnSql =>
  isPortable(sql) ? sql : { [database]: sql };

/** The type of a column, which each database names itself for types that features bring. */
function typeSpec(
  type: ScalarType,
  field: Field,
): Pick<ColumnSpec, 'type' | 'sqlite' | 'postgres'> {
  if (type === 'native') return { type: 'sql', sqlite: 'text', postgres: field.native! };
  if (type === 'bytes') return { type: 'sql', sqlite: 'blob', postgres: 'bytea' };
  if (type === 'exact') return { type: 'sql', sqlite: 'text', postgres: numericType(field) };
  if (isFile({ type })) return { type: 'sql', sqlite: 'text', postgres: 'text' };
  return { type: type === 'enum' ? 'string' : (type as ColumnSpec['type']) };
}

/** The default of an exact decimal, as each database stores it. */
function exactDefault(app: Pick<App, 'database'>, given: Default | null): DefaultSpec {
  if (given?.kind !== 'value') return defaultSpec(app, given);
  return { default: storedExact(String(given.value)) };
}

const ownSqls = (
  app: Pick<App, 'database'>,
  all: Readonly<Record<string, string>>,
): Record<string, OwnSql> =>
  Object.fromEntries(Object.entries(all).map(([name, sql]) => [name, ownSql(app, sql)]));

/** The columns of keys that the database counts. */
const COUNTED = {
  integer: { type: 'id' },
  bigint: { type: 'bigint', generated: true },
} as const satisfies Partial<Record<Field['type'], ColumnSpec>>;

type DefaultSpec = Pick<ColumnSpec, 'default' | 'defaultSql' | 'generated'>;

/** The default of a column: a value, the time of the insert, SQL, or a number that is counted. */
export function defaultSpec(app: Pick<App, 'database'>, given: Default | null): DefaultSpec {
  if (given === null) return {};
  if (given.kind === 'database') return { defaultSql: ownSql(app, given.sql) };
  if (given.kind === 'counted') return { generated: true };
  return { default: given.kind === 'value' ? given.value : { sql: given.kind } };
}

/** Tables after those that they refer to; a cycle starts at its first name. */
function afterTargets(tables: Schema['tables']): Schema['tables'] {
  const placed = new Map<string, TableSchema>();
  const open = new Set<string>();
  const place = (name: string) => {
    const table = own(tables, name);
    if (table === undefined || open.has(name)) return;
    open.add(name);
    for (const key of table.foreignKeys) place(key.table);
    placed.set(name, table);
  };
  for (const name of Object.keys(tables)) place(name);
  return Object.fromEntries(placed);
}

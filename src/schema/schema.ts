import { once } from '../once.js';
import type { App, Field, Model, OtherColumn } from '../model/model.js';
import { compareText } from '../model/names.js';
import {
  EMAIL_KEY,
  isUser,
  keyedEmail,
  LOGIN,
  USER,
  withLogin,
  withUser,
} from '../model/built-in.js';
import { indexGroups, isIndexed, isUniqueColumn, uniqueGroups } from '../model/constraints.js';
import { joinTableOf, referenceOf, tableOf } from '../model/relations.js';
import { DECIMAL_DIGITS, scalarType, STRING_LENGTH } from '../model/columns.js';

/** The tables of an application, in the terms of migration steps. */
export type Schema = ReadonlyMap<string, Table>;

export interface Table {
  readonly columns: ReadonlyMap<string, Column>;
  readonly primaryKey: readonly string[];
  readonly uniques: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
  /** Columns with a trigram index for `contains`, each in its own list. */
  readonly trigrams: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKey[];
}

/** A table without columns of its own. */
export const EMPTY_TABLE: Table = {
  columns: new Map(),
  primaryKey: ['id'],
  uniques: [],
  indexes: [],
  trigrams: [],
  foreignKeys: [],
};

/** The tables of a project without models; of users, the columns of login fields. */
export const FIRST_SCHEMA: Schema = new Map([
  [
    USER.table,
    { ...EMPTY_TABLE, columns: new Map(LOGIN.map((field) => [field.column, columnSpec(field)])) },
  ],
]);

/** A table with its columns under new names; one whose name is null is gone, with its indexes and foreign keys. */
export function withColumnNames(table: Table, nameOf: (column: string) => string | null): Table {
  const named = (groups: Table['uniques']) =>
    groups
      .map((group) => group.map(nameOf))
      .filter((group): group is string[] => !group.includes(null));
  const kept = <T>(column: string, make: (name: string) => T): T[] => {
    const name = nameOf(column);
    return name === null ? [] : [make(name)];
  };
  return {
    columns: new Map(
      [...table.columns].flatMap(([column, spec]) => kept(column, (name) => [name, spec] as const)),
    ),
    primaryKey: table.primaryKey.map((column) => nameOf(column) ?? column),
    uniques: named(table.uniques),
    indexes: named(table.indexes),
    trigrams: named(table.trigrams),
    foreignKeys: table.foreignKeys.flatMap((key) =>
      kept(key.column, (column) => ({ ...key, column })),
    ),
  };
}

/** A column as a migration step writes it; absent keys take the default of the step. */
export interface Column {
  readonly type: string;
  readonly length?: number;
  readonly precision?: number;
  readonly scale?: number;
  readonly nullable?: true;
  readonly default?:
    { readonly kind: 'value'; readonly value: unknown } | { kind: 'now' | 'today' };
}

export interface ForeignKey {
  readonly column: string;
  readonly table: string;
  readonly onDelete: 'set null' | 'restrict' | 'cascade';
}

/**
 * All tables of the models and their many-to-many fields, referenced ones first where possible. The users' table, which always
 * exists, has the project's own columns and those of login fields.
 */
export const schemaOf = once((given: App): Schema => {
  const app = withUser(given);
  const models = app.models.toSorted((left, right) => compareText(left.table, right.table));
  const tables = models.flatMap((model) => [
    [model.table, modelTable(app, model)] as const,
    ...model.fields
      .filter((field) => field.type === 'refs')
      .map((field) => joinTable(app, model, field)),
  ]);
  return afterTargets(new Map(tables));
});

const OTHERS: Readonly<Record<OtherColumn['kind'], Column>> = {
  moment: { type: 'datetime', default: { kind: 'now' } },
  deletion: { type: 'datetime', nullable: true },
  version: { type: 'integer' },
};

const KEY_COLUMN: Column = { type: 'string', length: STRING_LENGTH, nullable: true };

function modelTable(app: App, model: Model): Table {
  const fields = withLogin(model).filter((field) => field.type !== 'refs');
  const columnOf = (name: string) => fields.find((field) => field.name === name)?.column ?? name;
  const where = (holds: (model: Model, field: Field) => boolean) =>
    fields.filter((field) => holds(model, field)).map((field) => [field.column]);
  const isOwn = !isUser(model);
  const keys = keyedEmail(model) === null ? [] : [EMAIL_KEY];
  return {
    columns: new Map([
      ...(isOwn ? [['id', { type: 'id' }] as const] : []),
      ...fields.map((field) => [field.column, columnSpec(field)] as const),
      ...keys.map((key) => [key, KEY_COLUMN] as const),
      ...(isOwn && model.timestamps ? ['created_at', 'updated_at'] : []).map(
        (name) => [name, OTHERS.moment] as const,
      ),
      ...(model.others ?? []).map(({ column, kind }) => [column, OTHERS[kind]] as const),
    ]),
    primaryKey: ['id'],
    uniques: [
      ...where(isUniqueColumn),
      ...keys.map((key) => [key]),
      ...uniqueGroups(model).map((group) => group.map(columnOf)),
    ],
    indexes: [...where(isIndexed), ...indexGroups(model).map((group) => group.map(columnOf))],
    trigrams: where((_model, { search }) => search === 'trigram'),
    foreignKeys: fields
      .filter((field) => field.type === 'ref')
      .map((field) => ({
        column: field.column,
        table: tableOf(app, referenceOf(field).model),
        onDelete: DELETE_RULES[referenceOf(field).onDelete],
      })),
  };
}

const DELETE_RULES = { set_null: 'set null', restrict: 'restrict', cascade: 'cascade' } as const;

function joinTable(app: App, model: Model, field: Field): readonly [string, Table] {
  const join = joinTableOf(app, model, field);
  const columns = [join.ownColumn, join.otherColumn];
  const table: Table = {
    ...EMPTY_TABLE,
    columns: new Map(columns.map((column) => [column, { type: 'integer' }])),
    primaryKey: columns,
    // The index of the primary key covers the first column.
    indexes: [[join.otherColumn]],
    foreignKeys: [
      { column: join.ownColumn, table: model.table, onDelete: 'cascade' },
      { column: join.otherColumn, table: join.otherTable, onDelete: 'cascade' },
    ],
  };
  return [join.table, table];
}

function columnSpec(field: Field): Column {
  const type = scalarType(field);
  return {
    type: type === 'enum' ? 'string' : type,
    ...((type === 'string' || type === 'enum') && { length: field.max ?? STRING_LENGTH }),
    ...(type === 'decimal' && {
      precision: field.precision ?? DECIMAL_DIGITS.precision,
      scale: field.scale ?? DECIMAL_DIGITS.scale,
    }),
    ...(!field.required && { nullable: true }),
    ...(field.default !== null && { default: field.default }),
  };
}

/** Tables after those that they refer to; a cycle starts at its first name. */
function afterTargets(schema: Schema): Schema {
  const placed = new Map<string, Table>();
  const open = new Set<string>();
  const place = (name: string) => {
    const table = schema.get(name);
    if (table === undefined || open.has(name)) return;
    open.add(name);
    for (const key of table.foreignKeys) place(key.table);
    placed.set(name, table);
  };
  for (const name of schema.keys()) place(name);
  return placed;
}

import { readMigrations } from '../../code/read-migrations.js';
import { addFields, removeField, removeModel } from '../../model/change.js';
import { BUILT_IN, isUser, withLogin } from '../../model/built-in.js';
import { STRING_LENGTH } from '../../model/columns.js';
import { hasColumn as hasOwnColumn, partsOf } from '../../model/composite-references.js';
import { isAlone } from '../../model/constraints.js';
import {
  type App,
  type Field,
  type Model,
  PLAIN_FIELD,
  type ScalarType,
} from '../../model/model.js';
import { referenceRelation } from '../../model/names.js';
import { joinTableOf } from '../../model/relations.js';
import { SOURCE } from '../../plan/plan-changes.js';
import { modelPaths } from '../../render/render-model.js';
import {
  isCounted,
  own,
  type ColumnSpec,
  type ForeignKeySpec,
  type Schema,
  type TableSchema,
} from '../../schema/engine/schema.js';
import { exactDigits, isExactColumn } from '../../schema/exact-column.js';
import { columnIn } from '../../schema/schema.js';
import type { Tree } from '../../tree.js';

/** What is known of a project without kept copies. */
export interface Evidence {
  readonly mine: Tree;
  /** The paths of the migrations. */
  readonly migrations: readonly string[];
  /** Tables of entities that cannot be read as a whole. */
  readonly partlyRead: ReadonlySet<string>;
  readonly templates: Tree;
}

/**
 * The app that the migrations were made from, as far as they tell: without the tables and columns that they do not create,
 * which somebody has added to the entities since, and with the columns that every row must fill and no entity has any more.
 */
export function migratedApp(app: App, { mine, migrations, partlyRead, templates }: Evidence): App {
  const texts = migrations.map((path) => [path, mine.get(path)!] as const);
  const { schema, unread, broken } = readMigrations(texts);
  if (unread.length + broken.length > 0) return app;
  const added = app.models.filter(
    (one) => !Object.hasOwn(schema.tables, one.table) && isBare(app, one, { mine, templates }),
  );
  const known = added.reduce((rest, { name }) => removeModel(rest, name), app);
  return known.models.reduce((rest, model) => {
    const table = own(schema.tables, model.table);
    if (table === undefined) return rest;
    const lost = partlyRead.has(model.table) ? [] : lostFields(app, model, table);
    const whole = lost.length === 0 ? rest : addFields(rest, model.name, lost);
    return model.fields
      .filter((field) => !hasColumn(app, model, field, schema))
      .reduce((some, { name }) => removeField(some, model.name, name), whole);
  }, known);
}

/** Whether nothing was derived from an entity yet. */
function isBare(
  app: App,
  model: Model,
  { mine, templates }: Pick<Evidence, 'mine' | 'templates'>,
): boolean {
  const paths = isUser(model) ? null : modelPaths(app, model, templates);
  return paths !== null && !paths.some((path) => !SOURCE.test(path) && mine.has(path));
}

function hasColumn(app: App, model: Model, field: Field, schema: Schema): boolean {
  return field.type === 'refs'
    ? Object.hasOwn(schema.tables, joinTableOf(app, model, field).table)
    : [field, ...partsOf(model, field)]
        .filter(hasOwnColumn)
        .every(({ column }) => columnIn(schema, model.table, column) !== undefined);
}

/** The fields of columns without which no row can be stored: a column that may be empty may be the developer's own. */
function lostFields(app: App, model: Model, table: TableSchema): Field[] {
  const isKnown = (name: string) =>
    [...withLogin(model), ...(model.others ?? [])].some(({ column }) => column === name);
  return Object.entries(table.columns).flatMap(([name, spec]) => {
    const isFilled = isCounted(spec) || spec.nullable === true || spec.default !== undefined;
    return isFilled || isKnown(name) ? [] : (fieldOfColumn(app, table, name, spec) ?? []);
  });
}

/** The field of a column; null for a reference to a table without a model, and for a type that the database alone names. */
function fieldOfColumn(app: App, table: TableSchema, name: string, spec: ColumnSpec): Field | null {
  const key = table.foreignKeys.find(({ column }) => column === name);
  const reference = key === undefined ? null : referenceOf(app, name, key);
  const isList = spec.postgres?.endsWith('[]') === true;
  if ((key !== undefined && reference === null) || isList) return null;
  return {
    ...PLAIN_FIELD,
    name,
    column: name,
    ...(reference === null ? typeOf(spec) : { type: 'ref' }),
    required: true,
    unique: isAlone(table.uniques, name),
    index: isAlone(table.indexes, name),
    max: spec.length === STRING_LENGTH ? null : (spec.length ?? null),
    ...(isExactColumn(spec)
      ? exactDigits(spec)
      : { precision: spec.precision ?? null, scale: spec.scale ?? null }),
    reference,
  };
}

/** The type of a field by that of its column. */
function typeOf(spec: ColumnSpec): Pick<Field, 'type' | 'native'> {
  const { type, sqlite, postgres } = spec;
  if (type !== 'sql') return { type: type as ScalarType, native: null };
  if (sqlite === 'blob') return { type: 'bytes', native: null };
  if (isExactColumn(spec)) return { type: 'exact', native: null };
  // No native type is a plain text.
  if (postgres === 'text') return { type: 'file', native: null };
  return { type: 'native', native: postgres ?? null };
}

function referenceOf(
  app: App,
  column: string,
  { table, references = 'id', onDelete }: ForeignKeySpec,
): Field['reference'] {
  const classes = [
    ...app.models.map((one) => [one.name, one.table] as const),
    ...Object.entries(BUILT_IN),
  ];
  const found = classes.find(([, one]) => one === table);
  if (found === undefined) return null;
  const rule = onDelete === 'set null' ? 'set_null' : onDelete;
  const target = app.models.find(({ name }) => name === found[0]);
  const to = target?.fields.find((one) => one.column === references && one.key === null)?.name;
  return {
    model: found[0],
    ...(to !== undefined && { to }),
    relation: referenceRelation(column),
    inverse: null,
    onDelete: rule,
    lines: false,
  };
}

import type { DataSource, EntityMetadata } from 'typeorm';
import { describeColumn, fieldName, referenceKey } from './describe-column.js';
import { ACTIONS, defineAccess } from './access-rules.js';
import {
  fieldOptionsOf,
  guardedOptionsOf,
  labelRule,
  modelOptionsOf,
  optionsOfField,
  type FieldOptions,
  type GuardedOption,
} from './field.js';
import { checkEntity } from './check-entity.js';
import { describeKey, type CompositeKeys } from './describe-key.js';
import { checkKey, checkModels } from './check-models.js';
import { checkNamedId, isNaming, namedId } from './named-id.js';
import { isGivenKey, type ColumnInfo, type ExtraInfo } from '../fields/column-info.js';
import {
  linesOf,
  type ChildrenInfo,
  type LineParent,
  type LinkInfo,
  type ModelInfo,
  type Referrer,
} from './model-info.js';
import type { ModelModule } from './model-module.js';
import type { ReadOnlyModels } from './read-only-models.js';
import { ALL, type Where } from './where.js';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { ForeignKeyMetadata } from 'typeorm/metadata/ForeignKeyMetadata.js';
import type { RelationMetadata } from 'typeorm/metadata/RelationMetadata.js';

/** What a service knows of its models besides their entities. */
interface Described {
  /** The trigram indexes of its database. */
  readonly trigrams?: ReadonlySet<string> | undefined;
  /** How it has keys of several columns, where a feature does. */
  readonly keys?: CompositeKeys | undefined;
  /** How it reads and writes lines, where a feature does. */
  readonly lines?:
    | {
        refusals(models: readonly ModelInfo[], modules: readonly ModelModule[]): readonly string[];
      }
    | undefined;
  /** How it keeps totals of lines, where a feature does. */
  readonly totals?: { refusals(models: readonly ModelInfo[]): readonly string[] } | undefined;
  /** The features that watch over its writes. */
  readonly guards?: readonly DescribedGuards[] | undefined;
  /** How it serves models that it only reads, where a feature does. */
  readonly readOnly?: ReadOnlyModels | undefined;
}

/** What a feature that watches over writes says of models. */
interface DescribedGuards {
  readonly gives?: ColumnInfo['role'];
  readonly keeps?: GuardedOption;
  notes?(model: ModelInfo): ReadonlyMap<string, string>;
  refusals(models: readonly ModelInfo[]): readonly string[];
}

/** Reads every model from TypeORM's metadata and `@Field`; inconsistencies stop the start, all reported at once. */
export function describeModels(
  dataSource: DataSource,
  modules: readonly ModelModule[],
  { trigrams, keys, lines, totals, guards = [], readOnly }: Described = {},
): readonly ModelInfo[] {
  const referrers = referrersIn(dataSource);
  const written = modules
    .map((module) => describeModel(dataSource, module, { trigrams, keys, referrers }))
    .map((model) => withNotes(model, guards));
  const models = readOnly?.described(written, dataSource) ?? written;
  const wrong = models.flatMap(({ entity, isKeyless }) => {
    const meta = dataSource.getMetadata(entity);
    const key = isKeyless ? [] : checkKey(meta, keys !== undefined);
    return [...key, ...checkNamedId(meta), ...checkEntity(meta)];
  });
  const unfit = [
    ...(keys?.refusals(models, dataSource) ?? []),
    ...(lines ? lines.refusals(models, modules) : unreadLines(models)),
    ...(totals ? totals.refusals(models) : unkept('total', models)),
    ...(guards.some(({ gives }) => gives === 'series') ? [] : unkept('series', models)),
    ...unguarded(modules, guards),
    ...guards.flatMap((one) => one.refusals(models)),
    ...(readOnly ? readOnly.refusals(models, dataSource) : unreadViews(models, dataSource)),
  ];
  checkModels(models, [...wrong, ...unfit]);
  return models;
}

/** Lines that nothing would read or write. */
const unreadLines = (models: readonly ModelInfo[]): readonly string[] =>
  models.flatMap((model) =>
    linesOf(model).map(
      ({ name }) => `${model.name}.${name}: \`lines: true\` needs a feature; run \`crudgen sync\``,
    ),
  );

/** Totals that nothing would keep, which would be wrong from the first line on, and numbers that nothing would give. */
const unkept = (kind: 'total' | 'series', models: readonly ModelInfo[]): readonly string[] =>
  models.flatMap(({ name: model, columns }) =>
    columns
      .filter(({ role }) => role === kind)
      .map(({ name }) => `${model}.${name}: \`${kind}\` needs a feature; run \`crudgen sync\``),
  );

/** Options that nothing would keep, so that every write would pass. */
const unguarded = (
  modules: readonly ModelModule[],
  guards: readonly DescribedGuards[],
): readonly string[] =>
  modules.flatMap(({ entity }) =>
    guardedOptionsOf(entity)
      .filter(([option]) => !guards.some(({ keeps }) => keeps === option))
      .map(([option, place]) => `${place}: \`${option}\` needs a feature; run \`crudgen sync\``),
  );

/** A model with what guards say of its fields. */
function withNotes(model: ModelInfo, guards: readonly DescribedGuards[]): ModelInfo {
  const notes = new Map<string, string>();
  for (const guard of guards)
    for (const [field, said] of guard.notes?.(model) ?? [])
      notes.set(field, [notes.get(field), said].filter(Boolean).join(' '));
  return notes.size > 0 ? { ...model, notes } : model;
}

/** Views that nothing would keep from being written. */
const unreadViews = (models: readonly ModelInfo[], dataSource: DataSource): readonly string[] =>
  models
    .filter(({ entity }) => dataSource.getMetadata(entity).tableType === 'view')
    .map(({ name }) => `${name}: \`@ViewEntity\` needs a feature; run \`crudgen sync\``);

function describeModel(
  dataSource: DataSource,
  module: ModelModule,
  { trigrams, keys, referrers }: Pick<Described, 'trigrams' | 'keys'> & { referrers: Referrers },
): ModelInfo {
  const meta = dataSource.getMetadata(module.entity);
  const fields = fieldOptionsOf(module.entity);
  const options = modelOptionsOf(module.entity);
  const given = meta.columns.map((column) => describeColumn(column, fields, trigrams));
  const database = dataSource.options.type === 'postgres' ? 'postgres' : 'sqlite';
  const key = describeKey(given, namedId(meta), keys, database);
  const { columns } = key;
  const names = new Set(columns.map((column) => column.name));
  const unlisted = columns.filter(({ added }) => added?.isListed === false);
  const model: ModelInfo = {
    name: meta.name,
    entity: module.entity,
    table: meta.tableName,
    prefix: (options.prefix ?? meta.tableNameWithoutPrefix).replace(/^\//, ''),
    ...key,
    ...(unlisted.length > 0 && { unlisted: unlisted.map(({ name }) => name) }),
    column: new Map(columns.map((column) => [column.name, column])),
    links: describeLinks(meta, fields),
    children: describeChildren(meta.oneToManyRelations, fields),
    ones: describeChildren(
      meta.oneToOneRelations.filter((one) => !one.isOwning),
      fields,
    ),
    lineParent: describeLineParent(meta),
    extras: describeExtras(fields, names, meta),
    label: labelRule(options, names),
    about: options.about,
    ...(options.frozen && { frozen: options.frozen }),
    actions: ACTIONS,
    access: module.access ?? defineAccess({}),
    hooks: module.hooks ?? {},
    rules: module.rules ?? null,
    exists: existing(meta),
    uniques: describeUniques(meta, columns),
    indexes: describeIndexes(meta, key),
    referrers: referrers.get(meta) ?? [],
  };
  return keys?.withReferences(model, meta, database) ?? model;
}

const existing = ({ deleteDateColumn: deleted }: EntityMetadata): Where =>
  deleted ? { op: 'null', field: deleted.propertyName } : ALL;

function describeUniques(
  meta: EntityMetadata,
  columns: readonly ColumnInfo[],
): ModelInfo['uniques'] {
  const indices = meta.indices.filter((index) => index.isUnique);
  const isPrimary = ({ column }: ColumnInfo): boolean =>
    meta.primaryColumns.some(({ databaseName }) => databaseName === column);
  const given = columns
    .filter((column) => isGivenKey(column) && isPrimary(column))
    .map(({ name }) => name);
  return [
    ...(given.length > 0
      ? [{ name: primaryKeyName(meta.tableNameWithoutPrefix), columns: given }]
      : []),
    ...[...meta.uniques, ...indices].map(({ name, columns: of }) => ({
      name,
      columns: of.map(fieldName),
    })),
  ];
}

/** The name that PostgreSQL gives the primary key of a table, which it cuts off at 63 bytes. */
const primaryKeyName = (table: string): string => `${table.slice(0, 58)}_pkey`;

/** All but that of a key which is the row id: a key of one column is called `id` in them, as orders call it. */
const describeIndexes = (
  { uniques, indices, primaryColumns, deleteDateColumn }: EntityMetadata,
  { rowKey, keyColumns }: Pick<ModelInfo, 'rowKey' | 'keyColumns'>,
): ModelInfo['indexes'] => {
  // An index that TypeORM is told to leave alone may be of anything; an index of the rows that exist has all rows that are asked for.
  const whole = indices.filter(
    ({ where, synchronize }) => (!where || isOfExisting(where, deleteDateColumn)) && synchronize,
  );
  const isRowId = primaryColumns.length === 0 || rowKey.endsIndexes || !primaryColumns[0]!.isSelect;
  const sets = [...uniques, ...(isRowId ? [] : [{ columns: primaryColumns }])];
  const nameOf = (column: ColumnMetadata): string =>
    isNaming(column) && keyColumns.length === 1 ? 'id' : fieldName(column);
  return [...sets.map(({ columns }) => ({ columns, isUnique: true })), ...whole].map(
    ({ columns, isUnique }) => ({ columns: columns.map(nameOf), isUnique }),
  );
};

/** Whether the condition of an index is that a row is not soft-deleted: `"deleted_at" IS NULL`. */
const isOfExisting = (where: string, deleted: ColumnMetadata | undefined): boolean =>
  deleted !== undefined &&
  where.replaceAll(/["()]/g, '').trim().toLowerCase() ===
    `${deleted.databaseName} is null`.toLowerCase();

/** The many-to-many fields in a record: those whose entity owns the join table. */
export function describeLinks(
  meta: EntityMetadata,
  fields: ReadonlyMap<string, FieldOptions>,
): readonly LinkInfo[] {
  return meta.manyToManyRelations
    .filter((relation) => relation.isOwning)
    .map((relation) => describeLink(relation, fields.get(relation.propertyName)?.key ?? 'id'));
}

function describeLink(relation: RelationMetadata, key: string): LinkInfo {
  return {
    name: relation.propertyName,
    model: relation.inverseEntityMetadata.name,
    table: relation.joinTableName,
    ownColumn: relation.joinColumns[0]!.databaseName,
    otherColumn: relation.inverseJoinColumns[0]!.databaseName,
    key,
  };
}

/** What the entity calls the rows whose foreign keys refer to it. */
const describeChildren = (
  relations: readonly RelationMetadata[],
  fields: ReadonlyMap<string, FieldOptions>,
): readonly ChildrenInfo[] =>
  relations.flatMap(({ propertyName: name, inverseEntityMetadata, inverseRelation }) => {
    const [key] = inverseRelation?.joinColumns ?? [];
    const model = inverseEntityMetadata.name;
    const isLines = fields.get(name)?.lines ?? false;
    return key ? [{ name, model, field: fieldName(key), isLines }] : [];
  });

/** The relation whose other side calls these records its lines. */
function describeLineParent({ manyToOneRelations }: EntityMetadata): LineParent | null {
  const relation = manyToOneRelations.find(({ inverseEntityMetadata: parent, inverseRelation }) => {
    const name = inverseRelation?.propertyName ?? '';
    return optionsOfField(parent.target as new () => object, name)?.lines;
  });
  if (!relation) return null;
  return {
    model: relation.inverseEntityMetadata.name,
    field: fieldName(relation.joinColumns[0]!),
  };
}

/** The fields that `@Field` declares without a column or relation. */
export function describeExtras(
  fields: ReadonlyMap<string, FieldOptions>,
  columns: ReadonlySet<string>,
  meta: EntityMetadata,
): readonly ExtraInfo[] {
  const relations = new Set(meta.relations.map((relation) => relation.propertyName));
  return [...fields]
    .filter(([name]) => !columns.has(name) && !relations.has(name))
    .map(([name, options]) => {
      if (!options.computed === !options.writeOnly) {
        throw new Error(
          `${meta.name}.${name}: a field without a column must be either \`computed\` or \`writeOnly\``,
        );
      }
      return {
        name,
        type: options.type ?? 'string',
        compute: options.computed ?? null,
        required: options.required ?? false,
        min: options.min ?? null,
        max: options.max ?? null,
        unit: options.unit ?? null,
      };
    });
}

/** What refers to the rows of each entity. */
type Referrers = ReadonlyMap<EntityMetadata, readonly Referrer[]>;

/** Every foreign key and many-to-many field, of any model, by the entity to which it leads. */
function referrersIn({ entityMetadatas }: DataSource): Referrers {
  const found = new Map<EntityMetadata, Referrer[]>(entityMetadatas.map((meta) => [meta, []]));
  for (const { isJunction, name, foreignKeys, manyToManyRelations } of entityMetadatas) {
    if (isJunction) continue;
    for (const key of foreignKeys)
      found.get(key.referencedEntityMetadata)?.push(referrerByKey(name, key));
    for (const link of manyToManyRelations)
      if (link.isOwning) found.get(link.inverseEntityMetadata)?.push(referrerByLink(name, link));
  }
  return found;
}

const referrerByKey = (model: string, key: ForeignKeyMetadata): Referrer => ({
  model,
  field: fieldName(key.columns[0]!),
  key: referenceKey(key.referencedColumns[0]),
  onDelete: onDelete(key.onDelete),
});

/** A join table is not a model: its rows belong to those on the side that shows the links. */
function referrerByLink(
  model: string,
  {
    propertyName,
    junctionEntityMetadata: junction,
    inverseJoinColumns: [column],
  }: RelationMetadata,
): Referrer {
  const key = junction!.foreignKeys.find(({ columns }) => columns.includes(column!));
  const unlinks = onDelete(key?.onDelete) === 'CASCADE';
  return { model, field: propertyName, key: 'id', onDelete: unlinks ? 'UNLINK' : 'RESTRICT' };
}

/** What becomes of a row when the one to which its foreign key refers is deleted. */
export function onDelete(action: string | undefined): 'SET NULL' | 'CASCADE' | 'RESTRICT' {
  return action === 'SET NULL' || action === 'CASCADE' ? action : 'RESTRICT';
}

import type { DataSource, EntityMetadata } from 'typeorm';
import { describeColumn, fieldName } from './describe-column.js';
import { describeExtras, describeLinks, describeReferrers } from './describe-links.js';
import { fieldOptionsOf, labelRule, modelOptionsOf } from './field.js';
import { checkKey, checkModels } from './check-models.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { ModelInfo } from './model-info.js';
import type { ModelModule } from './model-module.js';
import { ALL, and, type Where } from './where.js';

/** Reads every model from TypeORM's metadata and `@Field`; what does not fit together stops the start, all of it at once. */
export function describeModels(
  dataSource: DataSource,
  modules: readonly ModelModule[],
): readonly ModelInfo[] {
  const models = modules.map((module) => describeModel(dataSource, module));
  const keys = modules.flatMap(({ entity }) => checkKey(dataSource.getMetadata(entity)));
  checkModels(models, keys);
  return models;
}

function describeModel(dataSource: DataSource, module: ModelModule): ModelInfo {
  const meta = dataSource.getMetadata(module.entity);
  const fields = fieldOptionsOf(module.entity);
  const options = modelOptionsOf(module.entity);
  const columns = inAnswerOrder(meta.columns.map((column) => describeColumn(column, fields)));
  const names = new Set(columns.map((column) => column.name));
  return {
    name: meta.name,
    entity: module.entity,
    table: meta.tableName,
    prefix: (options.prefix ?? meta.tableName).replace(/^\//, ''),
    columns,
    column: new Map(columns.map((column) => [column.name, column])),
    links: describeLinks(meta, fields),
    extras: describeExtras(fields, names, meta),
    label: labelRule(options, names),
    access: module.access,
    hooks: module.hooks ?? {},
    exists: existing(meta),
    uniques: describeUniques(meta),
    referrers: describeReferrers(dataSource, meta),
    path: needsRepository(dataSource, meta) ? 'repository' : 'sql',
  };
}

/** `id` first, the timestamps last. */
function inAnswerOrder(columns: readonly ColumnInfo[]): readonly ColumnInfo[] {
  const rank = { id: 0, created: 2, updated: 3 } as Partial<Record<ColumnInfo['role'], number>>;
  return columns.toSorted((a, b) => (rank[a.role] ?? 1) - (rank[b.role] ?? 1));
}

function existing(meta: EntityMetadata): Where {
  const deleted = meta.deleteDateColumn;
  const kind = meta.discriminatorColumn;
  return and(
    deleted ? { op: 'null', field: deleted.propertyName } : ALL,
    kind && meta.parentEntityMetadata
      ? { op: 'eq', field: kind.propertyName, value: meta.discriminatorValue! }
      : ALL,
  );
}

function describeUniques(meta: EntityMetadata): ModelInfo['uniques'] {
  const indices = meta.indices.filter((index) => index.isUnique);
  return [...meta.uniques, ...indices].map(({ name, columns }) => ({
    name,
    columns: columns.map(fieldName),
  }));
}

/** Cached SQL would pass over what TypeORM does for these entities. */
function needsRepository(dataSource: DataSource, meta: EntityMetadata): boolean {
  const subscribed = dataSource.subscribers.some(
    (subscriber) => !subscriber.listenTo || subscriber.listenTo() === meta.target,
  );
  return (
    subscribed ||
    meta.listeners.length > 0 ||
    meta.embeddeds.length > 0 ||
    meta.inheritanceTree.length > 1 ||
    meta.childEntityMetadatas.length > 0
  );
}

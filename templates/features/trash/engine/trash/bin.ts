import type { Access } from '../access/policy.js';
import type { ColumnInfo } from '../fields/column-info.js';
import { modelOptionsOf } from '../model/field.js';
import type { ModelInfo } from '../model/model-info.js';
import { and } from '../model/where.js';
import type { Scope } from '../records/scope.js';

/** The column with the moment at which a record was deleted; undefined for a model without one. */
export const markOf = ({ columns }: ModelInfo): ColumnInfo | undefined =>
  columns.find(({ role }) => role === 'deleted');

/** Whether deleted records of a model go to the trash: `@Model({ trash: true })`, or for how long. */
export const hasTrash = (model: ModelInfo): boolean =>
  (modelOptionsOf(model.entity as new () => object).trash ?? false) !== false &&
  markOf(model) !== undefined;

const bins = new WeakMap<ModelInfo, ModelInfo>();

/**
 * A model whose records are those in the trash of another one: everything that reads and deletes records works with it, and what it
 * deletes is gone.
 */
export function binOf(model: ModelInfo): ModelInfo {
  const known = bins.get(model);
  if (known) return known;
  const bin = describeBin(model);
  bins.set(model, bin);
  return bin;
}

function describeBin(model: ModelInfo): ModelInfo {
  const mark = markOf(model);
  if (!mark) throw new Error(`${model.name} has no column for the moment of a deletion`);
  // Nothing marks it any more: a record that is deleted from the trash is not moved there again.
  const shown: ColumnInfo = { ...mark, role: 'generated' };
  const own = (column: ColumnInfo): ColumnInfo => (column === mark ? shown : column);
  const columns = model.columns.map(own);
  const { hooks } = model;
  return {
    ...model,
    columns,
    stored: model.stored.map(own),
    column: new Map(columns.map((column) => [column.name, column])),
    children: model.children.map((one) => ({ ...one, isLines: false })),
    lineParent: null,
    exists: { op: 'not', item: { op: 'null', field: mark.name } },
    // The project's own hooks have run when the record went to the trash.
    hooks: {
      get written() {
        return hooks.written;
      },
      get committed() {
        return hooks.committed;
      },
    } as ModelInfo['hooks'],
  };
}

/** The trash of a model for a user who may delete its records: those that they may list, or show, and delete. */
export const binScope = (scope: Scope): Scope => ({
  ...scope,
  model: binOf(scope.model),
  access: binAccess(scope.access),
});

const binAccess = (access: Access): Access => ({
  ...access,
  grant(user, action, model) {
    const own = access.grant(user, action, model);
    if (!own || action === 'delete') return own;
    const deleting = access.grant(user, 'delete', model);
    if (!deleting) return null;
    const isRestricted = own.isRestricted || deleting.isRestricted;
    return { ...own, where: and(own.where, deleting.where), isRestricted };
  },
});

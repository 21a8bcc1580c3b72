import type { ColumnInfo } from '../../service/engine/fields/column-info.js';
import type { ModelInfo } from '../../service/engine/model/model-info.js';

/** A model and those of its references that are set once all rows exist, because the models form a cycle. */
export interface Turn {
  readonly model: ModelInfo;
  readonly deferred: readonly ColumnInfo[];
}

/**
 * The models in dependency order, each after those that it refers to, as far as possible. Among models that require each
 * other, the first one's references are deferred although they are required: see `firstRows`.
 */
export function orderModels(models: readonly ModelInfo[]): readonly Turn[] {
  const waiting = new Map(models.map((model) => [model.name, model]));
  const turns: Turn[] = [];
  while (waiting.size > 0) {
    const candidates = [...waiting.values()].map((model) => ({
      model,
      deferred: referencesToOthers(model).filter(({ reference }) => waiting.has(reference!.model)),
    }));
    const possible = candidates.filter(({ deferred }) => !deferred.some(isRequired));
    const next = (
      possible.length > 0 ? possible : candidates.filter((one) => isInCircle(one, waiting))
    ).reduce((best, one) => (costOf(one) < costOf(best) ? one : best));
    turns.push(next);
    waiting.delete(next.model.name);
  }
  return turns;
}

/** Unique references are better set row by row than changed afterwards. */
function costOf({ model, deferred }: Turn): number {
  const unique = deferred.filter((column) => isRequired(column) && isUnique(model, column));
  return deferred.length + 100 * unique.length;
}

/** Whether a model requires itself through the others that wait. */
function isInCircle({ model }: Turn, waiting: ReadonlyMap<string, ModelInfo>): boolean {
  const reached = new Set<string>();
  const open = [model];
  for (let from = open.pop(); from; from = open.pop()) {
    for (const { reference } of referencesToOthers(from).filter(isRequired)) {
      const to = waiting.get(reference!.model);
      if (!to || reached.has(to.name)) continue;
      reached.add(to.name);
      open.push(to);
    }
  }
  return reached.has(model.name);
}

const isRequired = ({ nullable }: ColumnInfo): boolean => !nullable;

/** Whether a column is unique, alone or together with others. */
export const isUnique = (model: ModelInfo, { name }: ColumnInfo): boolean =>
  model.uniques.some(({ columns }) => columns.includes(name));

/** The foreign keys to other models. */
export const referencesToOthers = (model: ModelInfo): readonly ColumnInfo[] =>
  referencesOf(model).filter(({ reference }) => reference!.model !== model.name);

export const referencesOf = (model: ModelInfo): readonly ColumnInfo[] =>
  model.columns.filter(({ reference }) => reference !== null);

/** The field with the tenant of a row, in a model with a tenant rule. */
export function tenantField(model: ModelInfo): string | null {
  const rule = model.access.rows?.find(({ kind }) => kind === 'tenant');
  return rule?.kind === 'tenant' ? rule.field : null;
}

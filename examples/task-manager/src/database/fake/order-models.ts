import type { ColumnInfo, ModelInfo } from '../../crud/model-info.js';

/** A model and those of its references that must wait until all rows are there, because the models point in a circle. */
export interface Turn {
  readonly model: ModelInfo;
  readonly deferred: readonly ColumnInfo[];
}

/** The models in an order in which each comes after those that it points to, as far as that goes. */
export function orderModels(models: readonly ModelInfo[]): readonly Turn[] {
  const waiting = new Map(models.map((model) => [model.name, model]));
  const turns: Turn[] = [];
  while (waiting.size > 0) {
    const candidates = [...waiting.values()].map((model) => ({
      model,
      deferred: referencesOf(model).filter(
        ({ reference }) => reference!.model !== model.name && waiting.has(reference!.model),
      ),
    }));
    const possible = candidates.filter(({ deferred }) =>
      deferred.every(({ nullable }) => nullable),
    );
    if (possible.length === 0) {
      const names = [...waiting.keys()].join(', ');
      throw new Error(`${names} need each other's rows: no row of any of them can be the first`);
    }
    const next = possible.reduce((best, one) =>
      one.deferred.length < best.deferred.length ? one : best,
    );
    turns.push(next);
    waiting.delete(next.model.name);
  }
  return turns;
}

export const referencesOf = (model: ModelInfo): readonly ColumnInfo[] =>
  model.columns.filter(({ reference }) => reference !== null);

/** The field that says whose a row is, in a model with a tenant rule. */
export function tenantField(model: ModelInfo): string | null {
  const rule = model.access.rows?.find(({ kind }) => kind === 'tenant');
  return rule?.kind === 'tenant' ? rule.field : null;
}

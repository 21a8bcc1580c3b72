import type { ModelInfo } from './model-info.js';
import type { Where } from './where.js';

/** A condition on records of a relation. */
export type RelationWhere = Extract<Where, { op: 'parent' | 'children' | 'linked' }>;
/** A condition on the row itself. */
export type OwnWhere = Exclude<Where, RelationWhere | { op: 'and' | 'or' | 'not' }>;

/** What the parts of a condition are made into; `negated`: below a `not`. */
export interface WhereFold<Result> {
  readonly own: (where: OwnWhere, negated: boolean) => Result;
  /** The condition inside it is the caller's: it is about another model. */
  readonly related: (where: RelationWhere, negated: boolean) => Result;
  readonly joined: (op: 'and' | 'or', items: readonly Result[]) => Result;
  readonly not: (item: Result) => Result;
}

/** Makes something else of a condition, part by part from left to right: SQL, a price. The only walk through conditions. */
export function foldWhere<Result>(where: Where, fold: WhereFold<Result>, negated = false): Result {
  switch (where.op) {
    case 'and':
    case 'or':
      return fold.joined(
        where.op,
        where.items.map((item) => foldWhere(item, fold, negated)),
      );
    case 'not':
      return fold.not(foldWhere(where.item, fold, true));
    case 'parent':
    case 'children':
    case 'linked':
      return fold.related(where, negated);
    default:
      return fold.own(where, negated);
  }
}

/** A condition with others in place of those on the row and on relations; most lists have none, and pay nothing for it. */
export const mapWhere = (where: Where, parts: Pick<WhereFold<Where>, 'own' | 'related'>): Where =>
  where.op === 'all' || where.op === 'none' ? where : foldWhere(where, { ...KEPT, ...parts });

const KEPT: Pick<WhereFold<Where>, 'joined' | 'not'> = {
  joined: (op, items) => ({ op, items }),
  not: (item) => ({ op: 'not', item }),
};

/** The name of the model whose records a condition on a relation of this one is about; the condition has been checked. */
export function relatedModel(where: RelationWhere, model: ModelInfo): string {
  switch (where.op) {
    case 'parent':
      return model.column.get(where.field)!.reference!.model;
    case 'children':
      return where.model;
    case 'linked':
      return model.links.find(({ name }) => name === where.field)!.model;
  }
}

import { plural, referenceRelation, snakeCase } from '../model/names.js';
import { inverseName } from '../model/relations.js';

/** A reference whose other side is to be named. */
export interface Referring {
  readonly model: string;
  readonly table: string;
  readonly field: string;
  readonly target: string;
  readonly unique: boolean;
}

/**
 * The names of relations from the other side, for references in their order; null where the usual name of a spec is right. Those of
 * one model to the same other one are named by their columns: `orders_by_bill_to`.
 */
export function inverseNames(
  references: readonly Referring[],
  taken: ReadonlyMap<string, ReadonlySet<string>>,
): readonly (string | null)[] {
  const used = new Map([...taken].map(([model, names]) => [model, new Set(names)]));
  return references.map((one) => {
    const { model, target, field, table, unique } = one;
    const names = used.get(target) ?? new Set<string>();
    used.set(target, names);
    const relation = referenceRelation(field);
    const usual = unique ? snakeCase(model) : plural(snakeCase(model));
    const isAlone = references.every(
      (other) => other === one || other.model !== model || other.target !== target,
    );
    const byColumn = `${usual}_by_${relation}`;
    const wanted = [
      ...(model === target && relation.startsWith('parent') && !unique ? ['children'] : []),
      ...(isAlone && model !== target ? [usual] : []),
      byColumn,
      ...Array.from({ length: 100 }, (_, index) => `${byColumn}_${index + 2}`),
    ];
    const name = wanted.find((one) => !names.has(one))!;
    names.add(name);
    return name === inverseName({ table }, { type: 'ref', unique }) ? null : name;
  });
}

import type { CurrentUser } from '../../../service/engine/model/access-rules.js';
import type { Where } from '../../../service/engine/model/where.js';
import type { MutantKind } from './rule-mutants.js';

/** A condition of the developer's with one mistake in it. */
export interface ConditionMutant {
  readonly kind: MutantKind;
  /** The path from the whole condition to the mutated part: `.and[1].parent(doctor)`. */
  readonly path: string;
  /** The part in words: `eq(status)`. */
  readonly text: string;
  /** The mistake: `negated`, `true if due_on is null`. */
  readonly says: string;
  readonly where: (user: CurrentUser) => Where;
}

export const EVERYTHING: Where = { op: 'all' };

/** The opposite of a condition. */
export const negated = (where: Where): Where =>
  where.op === 'not' ? where.item : { op: 'not', item: where };

/**
 * Mutants of the parts of a condition. A condition is code, so that its parts are those that it returns for some callers: one for
 * each role, one with all roles and one without any. For another caller, a mutant changes the parts that also occur here.
 */
export function conditionMutants(
  condition: (user: CurrentUser) => Where,
  roles: readonly string[],
  nullable: readonly string[],
): readonly ConditionMutant[] {
  const callers = [[], ...roles.map((role) => [role]), [...roles]].map(callerWith);
  const parts = callers.flatMap((user) => partsOf(stated(condition, user), nullable));
  const found = new Map(parts.map((part) => [`${part.path} ${part.text} ${part.says}`, part]));
  return [...found.values()].map(({ kind, path, says, text, changed }) => ({
    ...{ kind, path, says, text },
    where: (user) => mapPart(condition(user), path, text, changed),
  }));
}

const callerWith = (roles: readonly string[]): CurrentUser => ({
  ...{ id: 1, username: 'somebody', roles, tenants: [1, 2] },
});

/** The condition for a caller; nothing if it throws, as the engine then shows no row. */
function stated(condition: (user: CurrentUser) => Where, user: CurrentUser): Where {
  try {
    return condition(user);
  } catch {
    return { op: 'none' };
  }
}

/** A change of one part of a condition. */
interface Part extends Omit<ConditionMutant, 'where'> {
  readonly changed: (where: Where) => Where;
}

/** A condition within another one. */
interface Inner {
  readonly where: Where;
  readonly step: string;
  /** The condition around it with another one in its place. */
  readonly put: (where: Where) => Where;
}

/** The changes of all parts below the whole condition, which its rule negates and drops. */
function partsOf(whole: Where, nullable: readonly string[]): readonly Part[] {
  const below = (outer: Where, path: string, isOwn: boolean): readonly Part[] => [
    ...(isOwn ? nullParts(outer, path, nullable) : []),
    ...innerOf(outer).flatMap(({ where, step }) => {
      const place = path + step;
      return [
        ...changesOf(outer, where, place),
        ...below(where, place, isOwn && !isRelation(outer)),
      ];
    }),
  ];
  return below(whole, '', true);
}

/** A part dropped from the condition around it, and negated. */
function changesOf(outer: Where, where: Where, path: string): readonly Part[] {
  if (where.op === 'all' || where.op === 'none') return [];
  const text = textOf(where);
  const neutral: Where = outer.op === 'or' ? { op: 'none' } : EVERYTHING;
  const dropped: Part = { kind: 'dropped', path, says: 'dropped', text, changed: () => neutral };
  const inverted: Part = { kind: 'negated', path, says: 'negated', text, changed: negated };
  // To negate the item of a `not` is to negate the `not`.
  return outer.op === 'not' ? [] : [dropped, inverted];
}

/** A comparison that forgets null: rows without a value are treated as if they matched. */
function nullParts(where: Where, path: string, nullable: readonly string[]): readonly Part[] {
  if (!isComparison(where) || !nullable.includes(where.field)) return [];
  const { field } = where;
  return [
    {
      ...{ kind: 'widened', path, says: `true if ${field} is null`, text: textOf(where) },
      changed: (one) => ({ op: 'or', items: [one, { op: 'null', field }] }),
    },
  ];
}

type Comparison = Extract<Where, { readonly field: string; readonly value: unknown }> | In | Same;
type In = Extract<Where, { op: 'in' }>;
type Same = Extract<Where, { op: 'same' | 'less' }>;

const COMPARISONS = [
  ...['eq', 'in', 'lt', 'lte', 'gt', 'gte', 'contains', 'startsWith'],
  ...['same', 'less'],
];

const isComparison = (where: Where): where is Comparison => COMPARISONS.includes(where.op);

type Relation = Extract<Where, { op: 'parent' | 'children' | 'linked' | 'related' }>;

const isRelation = (where: Where): where is Relation =>
  ['parent', 'children', 'linked', 'related'].includes(where.op);

/** The conditions within a condition. */
function innerOf(where: Where): readonly Inner[] {
  if (where.op === 'and' || where.op === 'or')
    return where.items.map((item, index) => ({
      where: item,
      step: `.${where.op}[${index}]`,
      put: (one) => ({ ...where, items: where.items.with(index, one) }),
    }));
  if (where.op === 'not')
    return [{ where: where.item, step: '.not', put: (item) => ({ ...where, item }) }];
  if (isRelation(where))
    return [
      { where: where.where, step: `.${textOf(where)}`, put: (one) => ({ ...where, where: one }) },
    ];
  return [];
}

/** The condition with a changed part; as it is if the caller's condition has no such part. */
function mapPart(where: Where, path: string, text: string, changed: (part: Where) => Where): Where {
  if (path === '') return textOf(where) === text ? changed(where) : where;
  const inner = innerOf(where).find(({ step }) => path.startsWith(step));
  if (!inner) return where;
  return inner.put(mapPart(inner.where, path.slice(inner.step.length), text, changed));
}

/** A condition as code writes it, without the values, which depend on the caller. */
function textOf(where: Where): string {
  switch (where.op) {
    case 'all':
    case 'none':
      return where.op;
    case 'and':
    case 'or':
      return `${where.op}(${where.items.map(textOf).join(', ')})`;
    case 'not':
      return where.item.op === 'eq' ? `ne(${where.item.field})` : `not(${textOf(where.item)})`;
    case 'null':
      return `isNull(${where.field})`;
    case 'same':
    case 'less':
      return `${where.op}(${where.field}, ${where.other})`;
    case 'words':
      return `words(${where.fields.join(', ')})`;
    case 'related':
      return `${where.as}(${where.relation})`;
    case 'rule':
      return `asParent(${where.field})`;
    case 'children':
      return `children(${where.model}.${where.field})`;
    default:
      return `${where.op}(${where.field})`;
  }
}

import { isDeepStrictEqual } from 'node:util';
import type { CommonModel } from './pair.js';
import type { Difference, Direction, Shown, Verb } from './differences.js';
import { ROW_ACTIONS, type ActorFacts } from './version-facts.js';

/** Differences that one sentence tells: of several actors and actions, on rows or fields of equal words. */
export interface Group {
  readonly direction: Direction;
  readonly model: CommonModel;
  readonly verb: Verb;
  readonly words: string;
  readonly isSome: boolean;
  /** Whether one version refuses the actions whatever the row. */
  readonly isWhole: boolean;
  readonly parts: readonly Part[];
  /** The models whose rules make the difference, if the model's own rules are equal in both versions. */
  readonly through: readonly string[];
  /** The differences as shown for the first actor. */
  readonly shown: Shown;
}

/** Actors with equal actions. */
export interface Part {
  /** Indexes of actors. */
  readonly actors: readonly number[];
  readonly actions: readonly string[];
}

/** Leaves out the differences that others imply, and groups the rest. */
export function groupDifferences(
  differences: readonly Difference[],
  actors: readonly ActorFacts[],
): readonly Group[] {
  const own = differences.filter((one) => !follows(one, differences));
  const told = own.filter((one) => !isImplied(one, own, actors));
  return groupBy(told, keyOf).map((some) => ({
    ...some[0]!,
    parts: partsOf(some),
    through: throughOf(some[0]!, differences),
  }));
}

/** The differences in rows of the actor of another difference, in its direction. */
const rowsBeside = (one: Difference, all: readonly Difference[]): readonly Difference[] =>
  all.filter(
    ({ direction, actor, verb }) =>
      direction === one.direction && actor === one.actor && verb.kind === 'rows',
  );

const isCreation = ({ verb }: Difference): boolean =>
  verb.kind === 'rows' && verb.action === 'create';

/**
 * Whether the difference follows from a difference in the rows that the actor reaches: records that the actor may create because
 * they refer to a record that the actor now sees, and values of a field that such records have.
 */
function follows(one: Difference, all: readonly Difference[]): boolean {
  const { verb, model, isWhole } = one;
  if (isWhole || (verb.kind !== 'move' && !isCreation(one))) return false;
  const beside = rowsBeside(one, all);
  const reached = beside.filter((other) => !isCreation(other));
  if (!model.isChanged && reached.some((other) => model.references.includes(other.model.name)))
    return verb.kind === 'move' || !reached.some((other) => isEqualReach(one, other));
  if (verb.kind !== 'move') return false;
  const at = model.aspects.findIndex(({ field }) => field === verb.field);
  const hasValue = (other: Difference) => other.rows.some(({ values }) => values[at] === verb.to);
  return beside.some((other) => other.model === model && hasValue(other));
}

const isEqualReach = (one: Difference, other: Difference): boolean =>
  one.model === other.model && one.words === other.words;

function throughOf(one: Difference, all: readonly Difference[]): readonly string[] {
  if (one.model.isChanged) return [];
  const reached = rowsBeside(one, all).filter((other) => !isCreation(other));
  const names = reached.map(({ model }) => model.name);
  const looked = one.model.aspects.flatMap(({ to }) => to ?? []);
  return [...new Set(looked.filter((name) => names.includes(name)))];
}

/**
 * Whether the difference is implied by that of another actor: the actor with a tenant of their own, for an actor with other tenants;
 * those with single roles, for an actor with two of them.
 */
function isImplied(
  one: Difference,
  all: readonly Difference[],
  actors: readonly ActorFacts[],
): boolean {
  const { roles, tenants } = actors[one.actor]!;
  const implying = all.filter((other) => {
    const by = actors[other.actor]!;
    if (!isDeepStrictEqual(by.tenants, ['own']) || !isAlike(one, other)) return false;
    const isSame = isDeepStrictEqual(by.roles, roles) && !isDeepStrictEqual(tenants, ['own']);
    const isPart = roles.length > 1 && by.roles.length === 1 && roles.includes(by.roles[0]!);
    return isSame || isPart;
  });
  if (one.verb.kind !== 'fields')
    return one.rows.every((row) => implying.some(({ selects }) => selects(row)));
  const known = implying.flatMap(({ verb }) => (verb.kind === 'fields' ? verb.fields : []));
  return one.verb.fields.every((field) => known.includes(field));
}

const isAlike = (one: Difference, other: Difference): boolean =>
  one.direction === other.direction && one.model === other.model && nameOf(one) === nameOf(other);

const nameOf = ({ verb }: Difference): string =>
  verb.kind === 'move' ? `move ${verb.field} ${verb.to}` : `${verb.kind} ${verb.action}`;

/** Equal for differences that one sentence tells. */
function keyOf({ direction, model, verb, words, isSome, isWhole }: Difference): string {
  const target =
    verb.kind === 'fields'
      ? [verb.fields, isRead(verb.action)]
      : verb.kind === 'move' && [verb.field, verb.to];
  return JSON.stringify([direction, model.name, verb.kind, target, words, isSome, isWhole]);
}

export const isRead = (action: string): boolean => action === 'list' || action === 'show';

/** The actors of some differences by their actions. */
function partsOf(differences: readonly Difference[]): readonly Part[] {
  const actions = new Map<number, string[]>();
  for (const { actor, verb } of differences)
    actions.set(actor, [
      ...(actions.get(actor) ?? []),
      ...(verb.kind === 'move' ? [] : [verb.action]),
    ]);
  return groupBy([...actions], ([, some]) => inOrder(some).join()).map((some) => ({
    actors: some.map(([actor]) => actor),
    actions: inOrder(some[0]![1]),
  }));
}

const inOrder = (actions: readonly string[]): readonly string[] =>
  ROW_ACTIONS.filter((action) => actions.includes(action));

/** Items with equal keys, in the order of their first ones. */
export function groupBy<T>(
  items: readonly T[],
  key: (item: T) => string,
): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return [...groups.values()];
}

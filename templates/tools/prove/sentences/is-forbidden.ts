import type { Sentence, Tie, Way } from '../../../../src/model/sentence.js';
import type { Naive, Person, Row } from '../naive/naive.js';

/**
 * Whether a sentence forbids its actions on a row to a user. A user with several roles may do whatever the roles together allow: `never`
 * speaks of users who have no other roles than those of the sentence, and `only` forbids nothing to a user who has one of its roles.
 */
export function isForbidden(sentence: Sentence, user: Person, row: Row, naive: Naive): boolean {
  const { kind, model, who, which } = sentence;
  const end = (way: Way) => endOf(way, model, row, naive);
  const isTied = (tie: Tie | null) => tie === null || holds(tie, user, end);
  if (!isTied(which)) return false;
  const roles = who.flatMap(({ role, tie }) => (isTied(tie) ? [role] : []));
  if (kind === 'only') return !roles.some((role) => role === null || user.roles.includes(role));
  const acts = user.roles.length > 0 && user.roles.every((role) => roles.includes(role));
  return acts || roles.includes(null);
}

function holds(
  { is, by }: Tie,
  { id, tenants }: Person,
  end: (way: Way) => Row['id'] | null,
): boolean {
  const ids = by.flatMap((way) => end(way) ?? []);
  if (is === 'nobody') return ids.length === 0;
  const own: readonly Row['id'][] = is === 'user' || is === 'other user' ? [id] : tenants;
  const isOwn = ids.some((one) => own.includes(one));
  return is === 'user' || is === 'tenant' ? isOwn : ids.length > 0 && !isOwn;
}

/** The id at the end of a way; null where the way ends in nothing. */
function endOf({ parents, field }: Way, model: string, row: Row, naive: Naive): Row['id'] | null {
  let at: Row | undefined = row;
  let of = model;
  for (const { field: reference, model: parent } of parents) {
    const value: unknown = at?.[reference] ?? null;
    const key = naive.keyOf(of, reference);
    at = naive.world[parent]!.find((other) => value !== null && other[key] === value);
    of = parent;
  }
  return (at?.[field] as Row['id'] | null | undefined) ?? null;
}

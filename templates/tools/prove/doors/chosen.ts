import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Naive, Person } from '../naive/naive.js';
import type { Proof } from './door.js';

/**
 * Every field that a rule is about, and some of the others: who asks next takes the ones after these, so that all fields are asked
 * about by somebody and nobody asks about all of them.
 */
export function chosenFields(
  proof: Pick<Proof, 'people'>,
  actor: Person,
  model: ModelInfo,
  count: number,
): readonly string[] {
  const ruled = ruledFields(model);
  const others = fieldNames(model).filter((name) => !ruled.has(name));
  return [...ruled, ...inTurn(others, turnOf(proof, actor) * count, count)];
}

/** Which of the actors this is. */
export const turnOf = ({ people }: Pick<Proof, 'people'>, actor: Person): number =>
  Math.max(0, people.actors.indexOf(actor));

/** So many items from a position on, and on from the first behind the last. */
export const inTurn = <T>(items: readonly T[], from: number, count: number): readonly T[] =>
  items.length <= count
    ? items
    : Array.from({ length: count }, (_, at) => items[(from + at) % items.length]!);

/** All names under which a model has something to read. */
export const fieldNames = ({ columns, links, extras }: ModelInfo): readonly string[] => [
  ...columns.filter(({ role }) => role !== 'hidden').map(({ name }) => name),
  ...links.map(({ name }) => name),
  ...extras.filter(({ compute }) => compute !== null).map(({ name }) => name),
];

/** The fields that rules of fields or rows name. */
function ruledFields({ access, columns, links, extras }: ModelInfo): ReadonlySet<string> {
  const known = new Set(fieldNames({ columns, links, extras } as ModelInfo));
  const ofRows = (access.rows ?? []).flatMap((rule) => ('field' in rule ? rule.field : []));
  return new Set([...Object.keys(access.fields), ...ofRows].filter((name) => known.has(name)));
}

/** Names that lists know of no field: hidden columns, what is only written, relations and paths beyond them, and nothing at all. */
export function strangeNames(model: ModelInfo): readonly string[] {
  const { columns, extras } = model;
  const known = new Set(fieldNames(model));
  const relations = columns.flatMap(({ reference }) => reference?.relation ?? []);
  return [
    ...columns.filter(({ role }) => role === 'hidden').map(({ name }) => name),
    ...extras.filter(({ compute }) => compute === null).map(({ name }) => name),
    ...relations.flatMap((relation) => [relation, `${relation}.id`]),
    ...['constructor', 'nothing', '"id"'],
  ].filter((name) => !known.has(name));
}

/** Whether an actor reads all of these fields in lists. */
export const mayReadAll = (
  naive: Naive,
  actor: Person,
  model: ModelInfo,
  needs: readonly string[],
  action: 'list' | 'show' = 'list',
): boolean => {
  const readable = naive.readable(actor, action, model.name);
  return needs.every((name) => readable.has(name));
};

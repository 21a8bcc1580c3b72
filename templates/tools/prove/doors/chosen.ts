import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Naive, Person } from '../naive/naive.js';
import type { Proof } from './door.js';

/**
 * Every field that a rule is about, and some of the other fields. The next actor gets the next of these, so each field is asked about
 * by some actor, and no actor asks about all fields.
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

/** The position of an actor among all actors. */
export const turnOf = ({ people }: Pick<Proof, 'people'>, actor: Person): number =>
  Math.max(0, people.actors.indexOf(actor));

/** A number of items from a position on; the first item follows the last. */
export const inTurn = <T>(items: readonly T[], from: number, count: number): readonly T[] =>
  items.length <= count
    ? items
    : Array.from({ length: count }, (_, at) => items[(from + at) % items.length]!);

/** The names of all fields that a model can show. */
export const fieldNames = ({
  columns,
  links,
  extras,
  key,
  isKeyless,
}: Pick<ModelInfo, 'columns' | 'links' | 'extras' | 'key' | 'isKeyless'>): readonly string[] => [
  ...columns
    .filter((one) => one.role !== 'hidden' && !(isKeyless && one === key))
    .map(({ name }) => name),
  ...links.map(({ name }) => name),
  ...extras.filter(({ compute }) => compute !== null).map(({ name }) => name),
];

/** The fields that rules of fields or rows name. */
function ruledFields({ access, ...model }: ModelInfo): ReadonlySet<string> {
  const known = new Set(fieldNames(model));
  const ofRows = (access.rows ?? []).flatMap((rule) => ('field' in rule ? rule.field : []));
  return new Set([...Object.keys(access.fields), ...ofRows].filter((name) => known.has(name)));
}

/** Names that no list accepts as a field: hidden columns, fields that are only written, relations, paths through relations, and others. */
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

import { isBuiltIn } from './built-in.js';
import { hasCompositeKey, isKeyless, keyOf, keysOf } from './keys.js';
import type { Field, Model } from './model.js';
import { titleCase } from './names.js';

/** Fields that name a row by default, in this order; the service has the same list (`#engine`, `model/field.ts`). */
const USUAL = ['name', 'title', 'label', 'subject', 'username', 'email'];

/** Fields that identify a row better than its id. */
const MARKS = ['number', 'code', 'sku', 'reference'];
const MARK_TYPES: readonly Field['type'][] = ['string', 'text', 'integer', 'bigint'];
const TEXTS: readonly Field['type'][] = ['string', 'text'];

/** What names a person in two parts; neither part alone does, and an address is what they are written to. */
const PEOPLE = [
  ['first_name', 'last_name'],
  ['given_name', 'family_name'],
  ['first_name', 'surname'],
] as const;
const ADDRESSES = ['username', 'email'];

/** The fields of a person's whole name; none where a model has no such pair. */
export function personFields({ fields }: Pick<Model, 'fields'>): readonly Field[] {
  const named = (name: string) =>
    fields.filter((field) => field.name === name && TEXTS.includes(field.type));
  const pairs = PEOPLE.map((pair) => pair.flatMap(named));
  return pairs.find((found) => found.length === 2) ?? [];
}

/** The fields of a row's label; none where it is the id alone. */
export function labelFields({ label, fields }: Model): readonly Field[] {
  const names =
    label === null ? USUAL : [...label.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name!);
  const found = names.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  return label === null ? found.slice(0, 1) : found;
}

/**
 * A new model with a label in its code, so that later versions keep it: a person's whole name, its number or code, else the
 * model name and the id, or a text of a row without an id. The service's own default is left out.
 */
export function withLabel(model: Model): Model {
  return model.label === null ? { ...model, label: defaultLabel(model) } : model;
}

function defaultLabel(model: Model): string | null {
  if (isBuiltIn(model)) return null;
  const [usual] = labelFields({ ...model, label: null });
  const person = personFields(model);
  if (person.length > 0 && (usual === undefined || ADDRESSES.includes(usual.name)))
    return person.map(({ name }) => `{${name}}`).join(' ');
  if (usual !== undefined) return null;
  // A part of a key does not tell a row from others.
  const isPart = ({ key }: Field) => key !== null && hasCompositeKey(model);
  const mark = MARKS.find((name) =>
    model.fields.some(
      (field) => field.name === name && MARK_TYPES.includes(field.type) && !isPart(field),
    ),
  );
  if (mark !== undefined) return `{${mark}}`;
  const text = lineText(model) ?? (hasCompositeKey(model) ? requiredText(model) : undefined);
  if (text !== undefined) return `{${text}}`;
  if (isKeyless(model)) return firstText(model);
  const name = titleCase(model.name);
  const number = numberInKey(model);
  if (number !== undefined) return `${name} #{${number}}`;
  if (name === model.name) return null;
  const { type = 'integer' } = keyOf(model) ?? {};
  const isNumber = (type === 'integer' || type === 'bigint') && !hasCompositeKey(model);
  return isNumber ? `${name} #{id}` : `${name} {id}`;
}

/** The text that each line of another record has, such as what is sold: people know a line by that, and by no number of its row. */
const lineText = ({ fields }: Model): string | undefined =>
  fields.some(({ reference }) => reference?.lines)
    ? fields.find(({ type, required }) => type === 'string' && required)?.name
    : undefined;

const requiredText = ({ fields }: Model): string | undefined =>
  fields.find(({ type, required, key }) => type === 'string' && required && key === null)?.name;

/** The number by which a row is told from others of the same record, in a key of several columns: nobody reads all of that. */
function numberInKey(model: Model): string | undefined {
  if (!hasCompositeKey(model)) return undefined;
  const numbers = keysOf(model).filter(({ type }) => type === 'integer' || type === 'bigint');
  return numbers.length === 1 ? numbers[0]!.name : undefined;
}

/** The first text of a row that has no id to be known by; null without one. */
function firstText({ fields }: Model): string | null {
  const text = fields.find(({ type, read }) => TEXTS.includes(type) && read === null);
  return text === undefined ? null : `{${text.name}}`;
}

/** A changed model, with its label updated where it was the default. */
export function relabelled(before: Model, after: Model): Model {
  const isChosen = before.label === defaultLabel(before);
  return isChosen ? { ...after, label: defaultLabel(after) } : after;
}

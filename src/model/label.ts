import { isUser } from './built-in.js';
import type { Field, Model } from './model.js';
import { titleCase } from './names.js';

/** Fields that name a row by default, in this order; the service has the same list (`#engine`, `model/field.ts`). */
const USUAL = ['name', 'title', 'label', 'subject', 'username', 'email'];

/** Fields that identify a row better than its id. */
const MARKS = ['number', 'code', 'sku', 'reference'];
const MARK_TYPES: readonly Field['type'][] = ['string', 'text', 'integer', 'bigint'];

/** The fields of a row's label; none where it is the id alone. */
export function labelFields({ label, fields }: Model): readonly Field[] {
  const names =
    label === null ? USUAL : [...label.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name!);
  const found = names.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  return label === null ? found.slice(0, 1) : found;
}

/**
 * A new model with a label in its code, so that later versions keep it: its number or code, else the model name and the id.
 * The service's own default is left out.
 */
export function withLabel(model: Model): Model {
  return model.label === null ? { ...model, label: defaultLabel(model) } : model;
}

function defaultLabel(model: Model): string | null {
  if (isUser(model) || labelFields({ ...model, label: null }).length > 0) return null;
  const mark = MARKS.find((name) =>
    model.fields.some((field) => field.name === name && MARK_TYPES.includes(field.type)),
  );
  if (mark !== undefined) return `{${mark}}`;
  const name = titleCase(model.name);
  return name === model.name ? null : `${name} #{id}`;
}

/** A changed model, with its label updated where it was the default. */
export function relabelled(before: Model, after: Model): Model {
  const isChosen = before.label === defaultLabel(before);
  return isChosen ? { ...after, label: defaultLabel(after) } : after;
}

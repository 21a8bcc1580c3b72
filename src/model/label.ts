import { isUser } from './built-in.js';
import type { Field, Model } from './model.js';
import { titleCase } from './names.js';

/** Fields that name a row where nothing else is said, in this order; the service says the same (`#engine`, `model/field.ts`). */
const USUAL = ['name', 'title', 'label', 'subject', 'username', 'email'];

/** Fields that name a row before its id does. */
const MARKS = ['number', 'code', 'sku', 'reference'];
const MARK_TYPES: readonly Field['type'][] = ['string', 'text', 'integer', 'bigint'];

/** The fields that the label of a row is made of; none where it is made of the id alone. */
export function labelFields({ label, fields }: Model): readonly Field[] {
  const names =
    label === null ? USUAL : [...label.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name!);
  const found = names.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  return label === null ? found.slice(0, 1) : found;
}

/**
 * A new model with the label that is written into its code, so that no later version calls its rows otherwise: its number or
 * code, else its name as people read it and the id. What the service finds by itself stays unsaid.
 */
export function withLabel(model: Model): Model {
  return model.label === null ? { ...model, label: chosenLabel(model) } : model;
}

function chosenLabel(model: Model): string | null {
  if (isUser(model) || labelFields({ ...model, label: null }).length > 0) return null;
  const mark = MARKS.find((name) =>
    model.fields.some((field) => field.name === name && MARK_TYPES.includes(field.type)),
  );
  if (mark !== undefined) return `{${mark}}`;
  const name = titleCase(model.name);
  return name === model.name ? null : `${name} #{id}`;
}

/** A model that changed, with the label chosen anew where it was the chosen one. */
export function relabelled(before: Model, after: Model): Model {
  const isChosen = before.label === chosenLabel(before);
  return isChosen ? { ...after, label: chosenLabel(after) } : after;
}

import type { ModelInfo } from '../../model/model-info.js';
import type { Grant } from '../../model/access-rules.js';
import type { Granted } from '../scope.js';
import { parseLabel } from './label.js';

/**
 * A scope whose records have only the chosen fields, with `id` and `_label`; all fields if none are chosen. Statements read these columns, and
 * those that a label or a computed field is made of.
 */
export function choosing(fields: readonly string[] | null, allowed: Granted): Granted {
  if (fields === null) return allowed;
  const { core, access, user, model, context, grant } = allowed;
  const shown = namesIn(grant, new Set(['id', ...fields]));
  const sources = sourcesOf(shown, model, grant);
  const readable =
    sources === 'all' ? grant.readable : namesIn(grant, new Set([...shown, ...sources]));
  const readableKey = `${grant.readableKey} only ${[...shown].join()}`;
  return { core, access, user, model, context, grant: { ...grant, readable, shown, readableKey } };
}

/** The fields of records in a list, where its request names none: all but those that are too large for many records; null for all. */
export function listedFields({ model: { unlisted }, grant }: Granted): readonly string[] | null {
  if (unlisted === undefined) return null;
  return [...grant.readable].filter((name) => !unlisted.includes(name));
}

/** The names in the order of the model, so that one choice has one key. */
const namesIn = ({ readable }: Grant, chosen: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...readable].filter((name) => chosen.has(name)));

/** The fields that labels and computed fields are made of: of code that may be any. */
function sourcesOf(
  shown: ReadonlySet<string>,
  model: ModelInfo,
  { readable }: Grant,
): 'all' | readonly string[] {
  const { label, extras } = model;
  if (label.kind === 'function' || extras.some(({ name }) => shown.has(name))) return 'all';
  return parseLabel(label.template, model, readable).parts.map(({ column }) => column.name);
}

/** Whether records of this grant have a field. */
export const isShown = (name: string, { readable, shown = readable }: Grant): boolean =>
  shown.has(name);

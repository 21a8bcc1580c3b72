import type { App, Field, Model } from '../../model/model.js';
import type { Props } from '../print/element.js';
import { targetOf } from './targets.js';

/** The fields that the service keeps by itself, last on every page. */
export const STAMPS = ['created_at', 'updated_at'];

/** A field as a JSX element. */
export interface Shown {
  readonly component: string;
  readonly source: string;
  readonly props: Props;
}

export type Place = 'Column' | 'Detail';

/** Every field of a model as the columns of its list, or the details of its page. */
export function allShown(app: App, model: Model, place: Place): Shown[] {
  const own = model.fields.map((field) => shownField(app, field, place));
  return [...own, ...(model.timestamps ? STAMPS.map((name) => stampField(name, place)) : [])];
}

/** A field as a column of a list, or as a detail of a page. */
export function shownField(app: App, field: Field, place: Place): Shown {
  const { kind, props } = displayOf(field);
  const reference = field.reference ? targetOf(app, field) : undefined;
  const isLong = place === 'Detail' && field.type === 'text' && field.values.length === 0;
  return {
    component: `${isLong ? 'LongText' : kind}${place}`,
    source: field.name,
    props: { source: field.name, reference, ...props },
  };
}

const stampField = (source: string, place: Place): Shown => ({
  component: `Datetime${place}`,
  source,
  props: { source },
});

/** How a field's values are shown: `Text` stands for `TextColumn` in a list and `TextDetail` on a page. */
function displayOf(field: Field): { kind: string; props: Props } {
  const { type, values, format } = field;
  if (values.length > 0) return { kind: 'Choice', props: {} };
  if (format === 'email') return { kind: 'Email', props: {} };
  if (format === 'url') return { kind: 'Url', props: {} };
  if (type === 'decimal') return { kind: 'Number', props: { digits: field.scale ?? undefined } };
  return { kind: DISPLAYS[type] ?? 'Text', props: {} };
}

const DISPLAYS: Partial<Record<Field['type'], string>> = {
  integer: 'Number',
  float: 'Number',
  boolean: 'Boolean',
  date: 'Date',
  datetime: 'Datetime',
  json: 'Json',
  ref: 'Reference',
  refs: 'References',
};

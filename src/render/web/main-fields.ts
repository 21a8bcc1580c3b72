import { labelFields } from '../../model/label.js';
import type { Field, Model } from '../../model/model.js';

const LONG: readonly Field['type'][] = ['text', 'json', 'bigint', 'uuid', 'refs'];
const NUMBERS: readonly Field['type'][] = ['integer', 'float', 'decimal'];
const AMOUNT = /(^|_)(amount|total|price|cost|sum|balance|fee|quantity)$/;

/**
 * The most informative fields of a row where there is no room for all, in the order of the model: its name, state, amounts, a
 * date and its parent; then short values. URLs come last, long values only where there is nothing else.
 */
export function mainFields(model: Model, most: number): readonly Field[] {
  const short = model.fields.filter(({ type }) => !LONG.includes(type));
  const rest = short.toSorted((one, other) => rankOf(model, one) - rankOf(model, other));
  const ranked = new Set([...namesOf(model), ...firstOfEach(model, short), ...rest]);
  const chosen = ranked.size > 0 ? [...ranked].slice(0, most) : model.fields.slice(0, 3);
  return model.fields.filter((field) => chosen.includes(field));
}

/** The name of a row, or else its first editable text. */
function namesOf(model: Model): readonly Field[] {
  const labels = labelFields(model).filter(({ type }) => type !== 'refs');
  if (labels.length > 0) return labels;
  const written = ({ type, format, values }: Field) =>
    (type === 'string' || type === 'text') && format === null && values.length === 0;
  return model.fields.filter(written).slice(0, 1);
}

/** The number of fields of each kind, so that no kind takes all the room. */
function firstOfEach(model: Model, fields: readonly Field[]): Field[] {
  const own = fields.filter((field) => field.type === 'ref' && !isRowRule(model, field));
  const references = own.toSorted((one, other) => Number(other.required) - Number(one.required));
  return [
    ...fields.filter(isState).slice(0, 2),
    ...fields.filter(isAmount).slice(0, 2),
    ...fields.filter(({ type }) => type === 'date' || type === 'datetime').slice(0, 1),
    ...references.slice(0, 2),
  ];
}

const isState = ({ name, values }: Field): boolean =>
  values.length > 0 || /^(status|state|stage)$/.test(name);

const isAmount = ({ name, type }: Field): boolean =>
  type === 'decimal' || (NUMBERS.includes(type) && AMOUNT.test(name));

const isRowRule = ({ rows }: Model, { name }: Field): boolean =>
  name === rows.owner || name === rows.tenant;

function rankOf(model: Model, field: Field): number {
  if (field.format === 'url') return 3;
  if (isRowRule(model, field)) return 2;
  return NUMBERS.includes(field.type) ? 1 : 0;
}

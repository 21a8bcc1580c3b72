import { labelFields } from '../../model/label.js';
import type { Field, Model } from '../../model/model.js';
import { isSelfReference } from '../../model/relations.js';
import { isState } from './dashboard-place.js';
import { DUE, positionField } from './own-order.js';

/** The decimals of money. */
const CENTS = 2;
const LONG: readonly Field['type'][] = ['text', 'json', 'bigint', 'uuid', 'refs'];
const NUMBERS: readonly Field['type'][] = ['integer', 'float', 'decimal'];
const AMOUNT = /(^|_)(amount|total|price|cost|sum|balance|fee)$/;
/** Decimals that say little by themselves. */
const SHARE = /(^|_)(discount|rate|tax|vat|percent|percentage|share|factor)$/;
/** Decimals that say nothing together. */
const EACH = /(^|_)(price|rating|score|grade|limit|average|avg|latitude|longitude)$|^unit_/;
const STOCK = /(^|_)(stock|quantity|on_hand|available)$/;
const PERSON = /^(first_name|last_name|given_name|family_name|surname)$/;
const LIFE = /(^|_)(birth\w*|born)(_|$)/;

/**
 * The most informative fields of a row where there is no room for all, in the order of the model: its name, then one field of
 * each kind that tells rows apart in daily work, then a second one; then short values. URLs come last, long values only where
 * there is nothing else.
 */
export function mainFields(model: Model, most: number): readonly Field[] {
  const short = model.fields.filter(({ type }) => !LONG.includes(type));
  const rest = short.toSorted((one, other) => rankOf(model, one) - rankOf(model, other));
  const kinds = kindsOf(model, short);
  const nth = (at: number) => kinds.flatMap((fields) => fields.slice(at, at + 1));
  const ranked = new Set([...namingFields(model), ...nth(0), ...nth(1), ...rest]);
  const chosen = ranked.size > 0 ? [...ranked].slice(0, most) : model.fields.slice(0, 3);
  return model.fields.filter((field) => chosen.includes(field));
}

/** Its place in a list, and the name of a row, or else its first editable text. */
function namingFields(model: Model): readonly Field[] {
  const position = positionField(model);
  const places = position === null ? [] : [position];
  const labels = labelFields(model).filter(({ type }) => type !== 'refs');
  const people = model.fields.filter(({ name }) => PERSON.test(name));
  if (labels.length + people.length > 0) return [...places, ...labels, ...people];
  const written = ({ type, format, values }: Field) =>
    (type === 'string' || type === 'text') && format === null && values.length === 0;
  return [...places, ...model.fields.filter(written).slice(0, 1)];
}

/** Fields by kind, the most important of each first: state, parent, date, amount, and what lists are looked through by. */
function kindsOf(model: Model, fields: readonly Field[]): readonly (readonly Field[])[] {
  const open = fields.filter((field) => field.read === null && !isRowRule(model, field));
  const first = (kind: readonly Field[], isFirst: (field: Field) => boolean) =>
    kind.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
  const isAccount = ({ unique, reference }: Field) => unique && reference?.model === 'User';
  const references = open.filter(({ type }) => type === 'ref');
  const parents = first(references, (one) => !isAccount(one) && !isSelfReference(model, one));
  return [
    first(open.filter(isChoice), isState),
    first(parents, ({ required }) => required),
    first(open.filter(isDate), ({ name }) => DUE.test(name)),
    first(open.filter(isAmount), ({ required }) => required),
    open.filter((one) => isLookedAt(one) && !isChoice(one) && !isDate(one) && !isAmount(one)),
  ];
}

const isChoice = ({ name, values }: Field): boolean =>
  values.length > 0 || /^(status|state|stage)$/.test(name);

const isDate = ({ name, type }: Field): boolean =>
  (type === 'date' || type === 'datetime') && !LIFE.test(name);

const isAmount = ({ name, type }: Field): boolean =>
  (type === 'decimal' && !SHARE.test(name) && !STOCK.test(name)) ||
  (NUMBERS.includes(type) && AMOUNT.test(name));

/** Whether a field is of amounts that add up: money and what is counted like it, so no prices and shares. */
export const isSummed = ({ name, type, scale, values }: Field): boolean =>
  values.length === 0 &&
  ![SHARE, STOCK, EACH].some((other) => other.test(name)) &&
  ((type === 'decimal' && scale === CENTS) || (NUMBERS.includes(type) && AMOUNT.test(name)));

const QUANTITY = /(^|_)(quantity|qty|pieces|hours)$/;
const PRICE = /(^|_)price$/;

/** What lines add up to: their amounts, or else prices times quantities, unless a share of these is to be taken, too. */
export function totalsOf(fields: readonly Field[]): readonly string[] {
  const amounts = fields.filter(isSummed);
  if (amounts.length > 0) return amounts.map(({ name }) => name);
  const quantity = fields.find(({ name, type }) => NUMBERS.includes(type) && QUANTITY.test(name));
  const price = fields.find(({ name, scale }) => scale === CENTS && PRICE.test(name));
  const hasShare = fields.some(({ name }) => SHARE.test(name));
  return quantity && price && !hasShare ? [`${quantity.name} * ${price.name}`] : [];
}

/** Whether a total is of a product of fields, which no column shows. */
export const isProduct = (total: string): boolean => total.includes('*');

/** An index says that lists are filtered or sorted by a field. */
const isLookedAt = ({ name, type, index }: Field): boolean =>
  (index && type !== 'ref') || (NUMBERS.includes(type) && STOCK.test(name));

const isRowRule = ({ rows }: Model, { name }: Field): boolean =>
  name === rows.owner || name === rows.tenant;

function rankOf(model: Model, field: Field): number {
  if (field.format === 'url') return 3;
  if (isRowRule(model, field)) return 2;
  return NUMBERS.includes(field.type) ? 1 : 0;
}

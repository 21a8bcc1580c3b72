import { isDated, isText } from '../../model/columns.js';
import { labelFields } from '../../model/label.js';
import { type Field, isOwnReference, type Model } from '../../model/model.js';
import { isSelfReference } from '../../model/relations.js';
import { isState } from './dashboard-place.js';
import { DUE, positionField } from './own-order.js';

/** The decimals of money. */
const CENTS = 2;
const LONG: readonly Field['type'][] = ['text', 'json', 'bigint', 'uuid', 'refs'];
const NUMBERS: readonly Field['type'][] = ['integer', 'float', 'decimal'];
const AMOUNT = /(^|_)(amount|total|price|cost|sum|balance|fee)$/;
/** What is asked for first, of a record of money. */
const TOTAL = /(^|_)(total|amount|gross)$/;
/** Names of the parts of a total. */
const PART = /(^|_)(net|vat|tax|subtotal|shipping)(_amount)?$/;
/** Decimals that say little by themselves. */
const SHARE = /(^|_)(discount|rate|tax|vat|percent|percentage|share|factor)$/;
/** Decimals that say nothing together. */
const EACH = /(^|_)(price|rating|score|grade|limit|average|avg|latitude|longitude)$|^unit_/;
const STOCK = /(^|_)(stock|quantity|on_hand|available)$/;
const PERSON = /^(first_name|last_name|given_name|family_name|surname)$/;
export const LIFE = /(^|_)(birth\w*|born)(_|$)/;
/** The day of a document, by which it is filed and looked for. */
const ISSUED =
  /^(issued|invoiced|billed|ordered|placed|purchased|sold)_(at|on)$|^(issue|invoice|billing|order|purchase|sale)_date$/;
/** The account of whoever a row is about. */
const ACCOUNT = /(^|_)(user|account|login)_id$/;
/** How money is given. */
const PAID = /(^|_)(currency|iban|bic|vat_id|payment_days|payment_terms)$/;
/** What nobody looks for in a list: its town says where something is. */
const POSTAL =
  /(^|_)(street|address|address_line|zip|zip_code|postal_code|postcode|country|iban|bic|latitude|longitude)(_?\d)?$/;

/**
 * The most informative fields of a row where there is no room for all, in the order of the model: its name, then one field of
 * each kind that tells rows apart in daily work, then a second one; then short values. URLs come last, long values only where
 * there is nothing else.
 */
export function mainFields(given: Model, most: number): readonly Field[] {
  const model = { ...given, fields: given.fields.filter(({ type }) => type !== 'bytes') };
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
  const written = (field: Field) =>
    isText(field) && field.format === null && field.values.length === 0;
  return [...places, ...model.fields.filter(written).slice(0, 1)];
}

/** Fields by kind, the most important of each first: state, date, amount, parent, and what lists are looked through by. */
export function kindsOf(model: Model, fields: readonly Field[]): readonly (readonly Field[])[] {
  const open = fields.filter((field) => field.read === null && !isAside(model, field));
  const isPlain = (one: Field) => isLookedAt(one) && !isChoice(one) && !isDate(one);
  return [
    first(open.filter(isChoice), isState),
    first(open.filter(isDate), isIssued, ({ name }) => DUE.test(name)),
    first(open.filter(isAmount), isTotal, ({ required }) => required),
    first(
      open.filter(({ type }) => type === 'ref'),
      ({ required }) => required,
      ({ reference }) => reference?.model !== 'User',
    ),
    open.filter((one) => isPlain(one) && !isAmount(one)),
  ];
}

/** Fields of a kind: first those that are the first thing, then those that are the second. */
function first(
  kind: readonly Field[],
  ...tests: readonly ((field: Field) => boolean)[]
): readonly Field[] {
  const rank = (field: Field) => [...tests, () => true].findIndex((isSo) => isSo(field));
  return kind.toSorted((one, other) => rank(one) - rank(other));
}

const isIssued = ({ name }: Field): boolean => ISSUED.test(name);

const isTotal = ({ name }: Field): boolean => TOTAL.test(name) && !PART.test(name);

const isChoice = ({ name, values }: Field): boolean =>
  values.length > 0 || /^(status|state|stage)$/.test(name);

/** Whether a field says where something is. */
export const isPostal = ({ name }: Field): boolean => POSTAL.test(name);

/** Money, what is taken off it or comes on top, and how it is paid. */
export const isMoney = (field: Field): boolean =>
  isAmount(field) || PAID.test(field.name) || (field.type === 'decimal' && SHARE.test(field.name));

const isDate = (field: Field): boolean => isDated(field) && !LIFE.test(field.name);

const isAmount = ({ name, type }: Field): boolean =>
  ((type === 'decimal' || type === 'exact') && !SHARE.test(name) && !STOCK.test(name)) ||
  (NUMBERS.includes(type) && AMOUNT.test(name));

/** Whether a field is of amounts that add up: money and what is counted like it, so no prices and shares. */
export const isSummed = ({ name, type, scale, values }: Field): boolean =>
  values.length === 0 &&
  ![SHARE, STOCK, EACH].some((other) => other.test(name)) &&
  ((type === 'decimal' && scale === CENTS) || (NUMBERS.includes(type) && AMOUNT.test(name)));

const QUANTITY = /(^|_)(quantity|qty|pieces|hours)$/;
const PRICE = /(^|_)price$/;
/** Names of an amount that comes on top of another amount, and is not a share of it. */
const TAX = /(^|_)(tax|vat)(_(rate|percent|percentage))?$/;

/** What lines add up to: their amounts, or else prices times quantities, unless a share of these is to be taken, too. */
export function totalsOf(fields: readonly Field[]): readonly string[] {
  const amounts = fields.filter(isSummed);
  if (amounts.length > 0) return amounts.map(({ name }) => name);
  const quantity = fields.find(({ name, type }) => NUMBERS.includes(type) && QUANTITY.test(name));
  const price = fields.find(
    ({ name, type, scale }) => type === 'decimal' && scale === CENTS && PRICE.test(name),
  );
  const hasShare = fields.some(({ name }) => SHARE.test(name) && !TAX.test(name));
  return quantity && price && !hasShare ? [`${quantity.name} * ${price.name}`] : [];
}

/** Whether a total is of a product of fields, which no column shows. */
export const isProduct = (total: string): boolean => total.includes('*');

/** An index says that lists are filtered or sorted by a field. */
const isLookedAt = ({ name, type, index }: Field): boolean =>
  (index && type !== 'ref') || (NUMBERS.includes(type) && STOCK.test(name));

/** What says nothing of most rows, or nothing by itself: it is shown where there is room left. */
const isAside = (model: Model, field: Field): boolean =>
  isOwnReference(model, field) || isAccount(field) || isAbove(model, field) || isPart(model, field);

/** Most people of a business have no account, and whose it is they know. */
const isAccount = ({ name, unique, required, reference }: Field): boolean =>
  reference?.model === 'User' && !required && (unique || ACCOUNT.test(name));

/** Another row of its kind, which the first ones have not. */
const isAbove = (model: Model, field: Field): boolean =>
  !field.required && isSelfReference(model, field);

const isPart = ({ fields }: Model, field: Field): boolean =>
  PART.test(field.name) && fields.some((other) => isTotal(other) && isAmount(other));

function rankOf(model: Model, field: Field): number {
  if (field.format === 'url') return 4;
  if (isAside(model, field)) return 3;
  if (POSTAL.test(field.name)) return 2;
  return NUMBERS.includes(field.type) ? 1 : 0;
}

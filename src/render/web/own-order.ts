import { BUILT_IN } from '../../model/built-in.js';
import { isDated, stampField } from '../../model/columns.js';
import { keyOf, keysOf } from '../../model/keys.js';
import type { Field, Model } from '../../model/model.js';

const POSITION = /^(position|sort_order|ordering|rank|sequence|line_no|line_number)$/;

/** The field that numbers rows below their parent: it is unique with the reference to it, or has such a name. */
export function positionField(model: Model): Field | null {
  const { fields } = model;
  const groups = uniqueTogether(model);
  const numbers = fields.filter(({ type }) => type === 'integer');
  const parents = fields.filter(({ type }) => type === 'ref').map(({ name }) => name);
  const isPlace = ({ name }: Field) =>
    groups.some((group) => group.includes(name) && group.some((one) => parents.includes(one)));
  const named = numbers.filter(({ name }) => POSITION.test(name));
  return named.find(isPlace) ?? named[0] ?? numbers.find(isPlace) ?? null;
}

/** The groups of fields that are unique together, the parts of the key among them. */
const uniqueTogether = (model: Model): readonly (readonly string[])[] => [
  ...model.unique,
  keysOf(model).map(({ name }) => name),
];

/** Whether rows lie ahead, so that the next one comes first. */
export const SCHEDULE = /(^|_)(starts?|begins?|scheduled)(_|$)/;

/** What somebody has to do something by. */
export const DUE = /(^|_)(due|deadline|starts?|begins?|scheduled|expires?)(_|$)/;

/** The `sort` of a list. */
export type Sort = Readonly<{ field: string; order: 'ASC' | 'DESC' }>;

/** The field by which rows stand below what a field refers to; null where none says it to everybody. */
export function placeWithin(model: Model, target: Field): Field | null {
  const place = positionField(model);
  if (place === null || place.read !== null) return null;
  const groups = uniqueTogether(model).filter((group) => group.includes(place.name));
  // Positions below one parent are not an order below another parent.
  const isOrder = groups.length === 0 || groups.some((group) => group.includes(target.name));
  return isOrder ? place : null;
}

/** The `sort` of rows below what a field refers to: by position, or by the day of a schedule; null for the newest first. */
export function orderWithin(model: Model, target: Field): Sort | null {
  const planned = datesOf(model).find(({ name, read }) => SCHEDULE.test(name) && read === null);
  const field = placeWithin(model, target) ?? planned;
  return field ? sortBy(field, 'ASC') : orderOf(model);
}

/**
 * The `sort` of all rows: by position where it is one among all of them, by the day that they are about, else, where their
 * creation is not recorded, by any date. Rows whose ids tell no order stand by their creation; `key` is the field of the ids.
 */
export function orderOf(model: Model, key: Field | null = keyOf(model)): Sort | null {
  const place = positionField(model);
  if (place?.read === null && POSITION.test(place.name) && !isBelowOthers(model))
    return sortBy(place, 'ASC');
  const dates = datesOf(model).filter(({ read }) => read === null);
  // Rows without a date would come last, however new they are.
  const main = dates.find(({ name, required }) => required && DUE.test(name));
  const created = stampField(model, 'created');
  const date = main ?? (created === null ? dates[0] : undefined);
  if (date) return sortBy(date, 'DESC');
  return (key?.key === 'v4' || key?.key === 'public') && created !== null
    ? { field: created, order: 'DESC' }
    : null;
}

/** The datetime at which a row takes place, such as an appointment: of these the next ones are looked for, and no past ones. */
export const upcomingOf = (model: Model): string | null =>
  datesOf(model).find(
    ({ name, type, required, read }) =>
      type === 'datetime' && required && read === null && SCHEDULE.test(name),
  )?.name ?? null;

/** Whether rows stand below others, among which each place is taken again. */
const isBelowOthers = ({ fields }: Model): boolean =>
  fields.some(({ type, reference }) => type === 'ref' && BUILT_IN[reference!.model] === undefined);

const datesOf = ({ fields }: Model): readonly Field[] =>
  fields.filter((field) => isDated(field) && field.stamp === null);

const sortBy = ({ name }: Field, order: Sort['order']): Sort => ({ field: name, order });

import { hasCompositeKey } from './keys.js';
import { isDated, NUMBER_TYPES, STAMPS, stampsOf } from './columns.js';
import type { Card, CardFilter, Field, FieldType, Model } from './model.js';

const UNGROUPED: readonly FieldType[] = ['text', 'json', 'list', 'refs'];
/** Columns that are never renamed. */
export const FIXED = ['id', ...STAMPS];

/** The use of a field in a card: tell when, tell apart, or add up. */
export type CardRole = 'date' | 'group' | 'sum';

/** The use of the field that a card is named after. */
export const roleOf = ({ kind }: Pick<Card, 'kind'>): CardRole =>
  kind === 'bars' ? 'group' : kind === 'low' ? 'sum' : 'date';

/** The names of fields and timestamps with which a card can do something. */
export function columnsFor(model: Model, role: CardRole): readonly string[] {
  const named = model.fields.filter((field) => suits(model, field, role)).map(({ name }) => name);
  return role === 'date' ? [...named, ...stampsOf(model)] : named;
}

/** Whether a card can do something with a field. A whole primary key tells rows apart, so that it says nothing in groups; no part of one is an amount. */
function suits(model: Model, field: Field, role: CardRole): boolean {
  if (field.key !== null && (role === 'sum' || !hasCompositeKey(model))) return false;
  if (role === 'sum') return NUMBER_TYPES.includes(field.type);
  return role === 'date' ? isDated(field) : !UNGROUPED.includes(field.type);
}

/** The field of a condition: `total` of `total__gte`. */
export const conditionField = (key: string): string => key.split('__')[0]!;

/** Whether a condition compares its field with another one, which is its value: `stock__lte_field`. */
export const comparesFields = (key: string): boolean => /__lte?_field$/.test(key);

/**
 * A card whose fields have got other names, or null where they are gone: a card goes with its field, a condition with that which
 * it is about.
 */
export function cardAfter(
  { sum, filter, done, ...card }: Card,
  model: Model,
  nameOf: (field: string) => string | null,
): readonly Card[] {
  const isUsed = (name: string, role: CardRole): boolean =>
    columnsFor(model, role).some((one) => one === name);
  const newName = (name: string) => (FIXED.includes(name) ? name : nameOf(name));
  const field = newName(card.field);
  const added = sum === undefined ? undefined : newName(sum);
  if (field === null || !isUsed(field, roleOf(card))) return [];
  if (added === null || (added !== undefined && !isUsed(added, 'sum'))) return [];
  return [
    {
      ...card,
      field,
      ...(added !== undefined && { sum: added }),
      ...conditionsAfter('filter', filter, newName),
      ...conditionsAfter('done', done, newName),
    },
  ];
}

function conditionsAfter(
  option: 'filter' | 'done',
  given: CardFilter | undefined,
  newName: (field: string) => string | null,
): Pick<Card, 'filter' | 'done'> {
  const entries = Object.entries(given ?? {}).flatMap(([key, value]) => {
    const field = conditionField(key);
    const name = newName(field);
    const other = comparesFields(key) ? newName(String(value)) : value;
    return name === null || other === null
      ? []
      : [[name + key.slice(field.length), other] as const];
  });
  return entries.length === 0 ? {} : { [option]: Object.fromEntries(entries) };
}

import { columnsFor, comparesFields, conditionField, FIXED, roleOf } from '../model/cards.js';
import type { Card, CardFilter, Field, Model } from '../model/model.js';
import { didYouMean } from '../model/nearest.js';
import type { Report } from '../problem.js';
import type { Located, SpecCard, SpecCondition, SpecModel } from './spec.js';

/** A field by its name in a spec or in the database; null after reporting that the field does not exist. */
export type FindField = (
  name: Located<string>,
  others: readonly string[],
) => (Pick<Field, 'name'> & Partial<Field>) | null;

/** The endings that conditions of a list may have (contract, "Filters"). */
const OPERATORS = [
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'isnull',
  'ilike',
  'startswith',
  'lt_field',
  'lte_field',
];

/** The cards of a model, each of fields that it can do something with; absent where a spec names none. */
export function checkDashboard(
  cards: SpecModel['dashboard'],
  model: Model,
  find: FindField,
  report: Report,
): Pick<Model, 'dashboard'> {
  if (cards === null) return {};
  return {
    dashboard: cards.value.flatMap((card) => checkCard(card, { model, find, report }) ?? []),
  };
}

interface Checking {
  readonly model: Model;
  readonly find: FindField;
  readonly report: Report;
}

function checkCard(card: SpecCard, checking: Checking): Card | null {
  const { report } = checking;
  const kind = card.kind.value;
  const field = cardColumn(card.field, card, checking);
  const sum = card.sum && cardColumn(card.sum, card, checking, 'sum');
  const misplaced = kind === 'due' ? undefined : card.done[0]?.key;
  if (misplaced) {
    const help = 'use `filter`; only `due` takes `done`';
    report.error('bad-card', `\`${kind}\` does not take \`done\``, misplaced.at, help);
  }
  if (kind === 'low' && card.sum) {
    const help = 'leave it out; `low` shows the values of its own field';
    report.error('bad-card', '`low` does not take `sum`', card.sum.at, help);
  }
  const filter = filterOf(card.filter, checking);
  const done = filterOf(card.done, checking);
  if (field === null) return null;
  return {
    kind,
    field,
    ...(sum && { sum }),
    ...(filter && { filter }),
    ...(done && { done }),
    ...(card.title && { title: card.title.value }),
  };
}

/** The name of a field that a card can use as it says. */
function cardColumn(
  name: Located<string>,
  { kind }: SpecCard,
  { model, find, report }: Checking,
  option?: 'sum',
): string | null {
  const role = option ?? roleOf({ kind: kind.value });
  const fitting = columnsFor(model, role);
  const stamps = fitting.filter((one) => FIXED.includes(one));
  const found = find(name, stamps);
  if (found === null || fitting.includes(found.name)) return found?.name ?? null;
  const word = option ?? kind.value;
  const message = `\`${word}\` cannot use \`${name.value}\`, which is ${found.type ?? 'a column'}`;
  const wants = { date: 'a date or datetime', group: 'a field with few values', sum: 'a number' };
  const all = fitting.length === 0 ? 'this model has none' : fitting.join(', ');
  return report.error('bad-card', message, name.at, `choose ${wants[role]}: ${all}`);
}

/** Undefined without conditions. */
function filterOf(
  conditions: readonly SpecCondition[],
  checking: Checking,
): CardFilter | undefined {
  const entries = conditions.flatMap((condition) => {
    const key = keyOf(condition, checking);
    if (key === null) return [];
    const values = condition.values.map(({ value }) => value);
    return [[key, condition.isList ? values : values[0]!] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** The name of the condition, with that of the column; null after reporting what is wrong with it. */
function keyOf({ key, values }: SpecCondition, { find, report }: Checking): string | null {
  const name = conditionField(key.value);
  const operator = key.value.slice(name.length + 2);
  const field = find({ value: name, at: key.at }, FIXED);
  if (field === null) return null;
  if (operator !== '' && !OPERATORS.includes(operator)) {
    const help = didYouMean(operator, OPERATORS, `operators: ${OPERATORS.join(', ')}`);
    return report.error('bad-card', `\`${operator}\` is not an operator`, key.at, help);
  }
  for (const { value, at } of operator === '' && field.enforce ? values : [])
    if (!field.values!.includes(String(value))) {
      const help = didYouMean(String(value), field.values!, `values: ${field.values!.join(', ')}`);
      report.error('bad-card', `\`${field.name}\` has no value \`${value}\``, at, help);
    }
  const other =
    comparesFields(key.value) && find({ ...values[0]!, value: String(values[0]!.value) }, []);
  return other === null ? null : field.name + key.value.slice(name.length);
}

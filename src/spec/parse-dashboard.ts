import { CARD_KINDS, type CardValue } from '../model/model.js';
import { didYouMean } from '../model/nearest.js';
import type { Report } from '../problem.js';
import {
  type Entry,
  kindOf,
  mapOf,
  type Node,
  reportKey,
  entryText,
  uniqueEntries,
} from './node.js';
import type { Located, SpecCard, SpecCondition, SpecModel } from './spec.js';

/** The options of a card beside its kind, with descriptions. */
export const CARD_OPTIONS = {
  sum: 'The field whose values are added up; by default rows are counted.',
  filter:
    'Conditions, written like the filters of a list: { status: [open, paid], total__gte: 100 }.',
  done: 'The values that mark a row as done: { status: [paid] }, or { paid_on__isnull: false }.',
  title: 'Your own heading for the card.',
} as const;

/** What each kind of card shows of the field that it is named after. */
export const CARD_ABOUT: Readonly<Record<(typeof CARD_KINDS)[number], string>> = {
  figure: 'The rows whose date is in the current month: their number, or the sum of a field.',
  series: 'The number of rows, or the sum of a field, for each of the last twelve months.',
  bars: 'The number of rows for each value of a field.',
  due: 'The rows that are overdue or due in the next days, by their date.',
};

const EXAMPLE = '`- bars: status`';

/** The cards of `dashboard:`, each named after its kind: `- figure: issued_on`; null where none are asked for. */
export function parseDashboard(entry: Entry | undefined, report: Report): SpecModel['dashboard'] {
  if (entry === undefined) return null;
  const { key, value } = entry;
  if (value.kind === 'list')
    return { value: value.items.flatMap((item) => parseCard(item, report) ?? []), at: key.at };
  const message = `\`dashboard\` must be a list of cards, not ${kindOf(value)}`;
  const help = `write ${EXAMPLE} below it, or \`dashboard: []\` for none`;
  return report.error('not-a-list', message, value.at, help);
}

function parseCard(node: Node, report: Report): SpecCard | null {
  const map = mapOf(node, 'a card of `dashboard`', EXAMPLE, report);
  if (map === null) return null;
  const entries = uniqueEntries(map, 'duplicate-key', 'key', report);
  const isKind = ({ key }: Entry) => CARD_KINDS.some((kind) => kind === key.value);
  const [named, another] = entries.filter(isKind);
  reportKeys(entries, report);
  if (named === undefined) {
    const message = 'a card of `dashboard` has no kind';
    return report.error('no-card', message, map.at, `write ${EXAMPLE}; ${KINDS}`);
  }
  if (another !== undefined) {
    const message = `a card is either \`${named.key.value}\` or \`${another.key.value}\``;
    return report.error('no-card', message, another.key.at, 'start another card with `- `');
  }
  const field = entryText(named, report, like('status'));
  const option = (name: keyof typeof CARD_OPTIONS) => entries.find(({ key }) => key.value === name);
  return (
    field && {
      kind: named.key as SpecCard['kind'],
      field,
      sum: entryText(option('sum'), report, like('total')),
      filter: conditionsOf(option('filter'), report),
      done: conditionsOf(option('done'), report),
      title: entryText(option('title'), report, like('Overdue')),
    }
  );
}

const like =
  (example: string) =>
  ({ key }: Entry): string =>
    `write \`${key.value}: ${example}\``;

const KINDS = `cards: ${CARD_KINDS.join(', ')}`;

function reportKeys(entries: readonly Entry[], report: Report): void {
  const keys = [...CARD_KINDS, ...Object.keys(CARD_OPTIONS)];
  for (const { key } of entries)
    if (!keys.includes(key.value)) {
      const help = didYouMean(key.value, keys, `${KINDS}; options: ${keys.slice(4).join(', ')}`);
      reportKey(key, 'a card of `dashboard`', help, report);
    }
}

function conditionsOf(entry: Entry | undefined, report: Report): readonly SpecCondition[] {
  if (entry === undefined) return [];
  const belongs = 'fields with their values, such as `{ status: [open] }`';
  const map = mapOf(entry.value, `\`${entry.key.value}\``, belongs, report);
  if (map === null) return [];
  return uniqueEntries(map, 'duplicate-key', 'condition', report).flatMap(({ key, value }) => {
    const values = valuesOf(value);
    if (values !== null) return [{ key, values, isList: value.kind === 'list' }];
    const message = `\`${key.value}\` must have a value or a list of values`;
    report.error('not-a-value', message, value.at, `write \`{ ${key.value}: [open, paid] }\``);
    return [];
  });
}

/** The values of a condition; null where there is anything but values. */
function valuesOf(node: Node): readonly Located<CardValue>[] | null {
  const items = node.kind === 'list' ? node.items : [node];
  const values = items.flatMap((item) =>
    item.kind === 'scalar' && item.value !== null ? [{ value: item.value, at: item.at }] : [],
  );
  return values.length === items.length && values.length > 0 ? values : null;
}

import { CARD_KINDS, type CardValue } from '../model/model.js';
import { entriesOf, type Entry, entryOf, itemsOf, type Node, textOf } from './node.js';
import type { Located, SpecCard, SpecCondition, SpecModel } from './spec.js';

/** The cards of `dashboard:`, each named after its kind: `- figure: issued_on`; null if the spec does not list cards. */
export const parseDashboard = (entry: Entry | undefined): SpecModel['dashboard'] =>
  entry?.value.kind === 'list'
    ? { value: entry.value.items.flatMap((item) => parseCard(item) ?? []), at: entry.key.at }
    : null;

function parseCard(node: Node): SpecCard | null {
  const kind = entriesOf(node).find(({ key }) => CARD_KINDS.some((one) => one === key.value));
  const field = textOf(kind);
  if (kind === undefined || field === null) return null;
  return {
    kind: kind.key as SpecCard['kind'],
    field,
    sum: textOf(entryOf(node, 'sum')),
    filter: conditionsOf(entryOf(node, 'filter')),
    done: conditionsOf(entryOf(node, 'done')),
    title: textOf(entryOf(node, 'title')),
  };
}

const conditionsOf = (entry: Entry | undefined): readonly SpecCondition[] =>
  entriesOf(entry?.value).flatMap(({ key, value }) => {
    const isList = value.kind === 'list';
    const values = (isList ? itemsOf(value) : [value]).flatMap((item): Located<CardValue>[] =>
      item.kind === 'scalar' && item.value !== null ? [{ value: item.value, at: item.at }] : [],
    );
    return values.length === 0 ? [] : [{ key, values, isList }];
  });

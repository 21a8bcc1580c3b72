import type { ReactNode } from 'react';
import { Children, isValidElement } from 'react';
import { useStore } from 'react-admin';
import { useFieldRuleOf } from '../use-field-rule';
import { useLabels } from '../use-labels';
import type { ColumnProps } from './columns';

type ColumnFacts = Pick<ColumnProps, 'source' | 'label'> & { plain: boolean };

export interface ColumnChoice {
  source: string;
  label: string;
  shown: boolean;
  /** Whether its cells hold no links of their own. */
  plain: boolean;
}

/** The columns of a list in the order of the user, where react-admin's table keeps it. */
export function useColumns(resource: string, children: ReactNode, hiddenAtFirst: string[]) {
  const labels = useLabels();
  const ruleOf = useFieldRuleOf();
  const storeKey = `${resource}.datatable`;
  const [hidden, setHidden] = useStore<string[]>(storeKey, hiddenAtFirst);
  const [ranks, setRanks] = useStore<number[] | undefined>(`${storeKey}_columnRanks`);

  // The table counts its children, of which the first selects rows.
  const all = [null, ...Children.toArray(children).map(factsOf)];
  const order = fullOrder(ranks ?? [], all.length);
  const usable = order.filter((index) => isUsable(all[index], (source) => ruleOf(source).read));
  const columns = usable.map((index): ColumnChoice => {
    const { source, label, plain } = all[index]!;
    return {
      source,
      label: label ?? labels.field(resource, source),
      shown: !hidden.includes(source),
      plain,
    };
  });

  const toggle = (source: string) =>
    setHidden(
      hidden.includes(source) ? hidden.filter((one) => one !== source) : [...hidden, source],
    );
  const move = (from: number, to: number) => {
    const placeOf = (place: number) => order.indexOf(usable[place] ?? 0);
    setRanks(withMoved(order, placeOf(from), placeOf(to)));
  };
  const reset = () => {
    setHidden(hiddenAtFirst);
    setRanks(undefined);
  };
  return { columns, toggle, move, reset };
}

/** The columns of a table that nobody rearranges, without those that the user may not read. */
export function useFixedColumns(children: ReactNode): ColumnFacts[] {
  const ruleOf = useFieldRuleOf();
  const all = Children.toArray(children).map(factsOf);
  return all.filter((facts) => facts !== null).filter(({ source }) => ruleOf(source).read);
}

function factsOf(child: ReactNode): ColumnFacts | null {
  if (!isValidElement<Partial<ColumnProps>>(child)) return null;
  const { source, label } = child.props;
  if (source === undefined) return null;
  const { plain } = child.type as { plain?: boolean };
  return { source, plain: plain === true, ...(label !== undefined && { label }) };
}

function isUsable(column: ColumnFacts | null | undefined, read: (source: string) => boolean) {
  return column != null && read(column.source);
}

/** The order of so many columns: as it was chosen, and those that came later at the end. */
export function fullOrder(chosen: readonly number[], count: number): number[] {
  const known = [...new Set(chosen)].filter((index) => index < count);
  const later = Array.from({ length: count }, (_, index) => index).filter(
    (index) => !known.includes(index),
  );
  return [...known, ...later];
}

/** The list with the item at one place taken out and put in at another. */
export function withMoved<T>(items: readonly T[], from: number, to: number): T[] {
  const others = items.filter((_, index) => index !== from);
  return [...others.slice(0, to), ...items.slice(from, from + 1), ...others.slice(to)];
}

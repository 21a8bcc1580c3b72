import { Children, isValidElement, type ReactNode } from 'react';

/** What the store has of a table that shows these fields in this order, with the hidden ones behind them. */
export function arrangedAs(columns: ReactNode, sources: readonly string[]) {
  const all = Children.toArray(columns).map((column) =>
    isValidElement<{ source?: string }>(column) ? column.props.source : undefined,
  );
  const places = sources.map((source) => all.indexOf(source)).filter((at) => at >= 0);
  const others = all.flatMap((_, at) => (places.includes(at) ? [] : [at]));
  return {
    hidden: others.flatMap((at) => all[at] ?? []),
    // The first child of a table selects rows.
    ranks: [0, ...[...places, ...others].map((at) => at + 1)],
  };
}

/** What a reader has made of the dashboard in this browser: the cards that were moved, in their order, and those that are hidden. */
export interface Arrangement {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

export const UNARRANGED: Arrangement = { order: [], hidden: [] };

interface Keyed {
  readonly key: string;
}

/** Cards in a reader's order, without the hidden ones; those that have come since keep theirs, and stand behind. */
export function arranged<C extends Keyed>(
  cards: readonly C[],
  { order, hidden }: Arrangement,
): readonly C[] {
  const placeOf = ({ key }: C) => (order.includes(key) ? order.indexOf(key) : order.length);
  return cards
    .filter(({ key }) => !hidden.includes(key))
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The arrangement after one of some cards, which stand together, has moved to the place of another. */
export function moved(
  { order, hidden }: Arrangement,
  together: readonly string[],
  key: string,
  to: number,
): Arrangement {
  const others = together.filter((one) => one !== key);
  const placed = [...others.slice(0, to), key, ...others.slice(to)];
  return { order: [...order.filter((one) => !together.includes(one)), ...placed], hidden };
}

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

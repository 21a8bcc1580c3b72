/** The numbers that put a record among others: its own, and those of the records behind it that make room, in their order. */
export interface Placing {
  own: number;
  behind: readonly number[];
}

/** The numbers with which a record comes before the one at an index; records are numbered from 1 on. */
export function placing(places: readonly number[], index: number): Placing {
  const before = places[index - 1];
  const after = places[index];
  if (after === undefined) return { own: (before ?? 0) + 1, behind: [] };
  if (before === undefined)
    return after > 1 ? { own: after - 1, behind: [] } : pushing(places, index, after);
  if (after - before >= 2) return { own: Math.floor((before + after) / 2), behind: [] };
  return pushing(places, index, before + 1);
}

/** As few records as there are up to the next gap get other numbers. */
function pushing(places: readonly number[], index: number, own: number): Placing {
  const behind: number[] = [];
  for (const place of places.slice(index)) {
    const last = behind.at(-1) ?? own;
    if (place > last) break;
    behind.push(last + 1);
  }
  return { own, behind };
}

import { useState, type KeyboardEvent } from 'react';
import type { RecordId, Row } from '../application';

/** Where an arrow key leads: along the direction of reading, or down; by one. */
export interface Step {
  readonly along: number;
  readonly down: number;
}

export interface CarryingOptions<Item, Spot> {
  rowOf: (item: Item) => Row;
  /** Where an item is when it is picked up. */
  start: (item: Item) => Spot;
  /** Where a key leads from a place; null where there is no other. */
  next: (item: Item, spot: Spot, step: Step) => Spot | null;
  put: (item: Item, spot: Spot) => Promise<void>;
  /** What screen readers are told. */
  texts: {
    pickedUp: (item: Item) => string;
    over: (item: Item, spot: Spot) => string;
    putBack: (item: Item) => string;
  };
}

/** Carrying by keyboard: Space picks an item up, arrow keys lead to other places, Space and Enter put it down, Escape takes it back. */
export function useCarrying<Item, Spot>(options: CarryingOptions<Item, Spot>) {
  const { rowOf, start, next, put, texts } = options;
  const [carried, setCarried] = useState<{ item: Item; spot: Spot } | null>(null);
  const [focused, setFocused] = useState<RecordId | null>(null);
  const [said, say] = useState('');
  const pickUp = (item: Item) => {
    setCarried({ item, spot: start(item) });
    say(texts.pickedUp(item));
  };
  const moveTo = (item: Item, spot: Spot | null) => {
    if (spot === null) return;
    setCarried({ item, spot });
    say(texts.over(item, spot));
  };
  const putBack = (item: Item) => {
    setCarried(null);
    say(texts.putBack(item));
  };
  const putDown = (item: Item, spot: Spot) => {
    setCarried(null);
    setFocused(null);
    void put(item, spot).then(() => setFocused(rowOf(item).id));
  };
  const onKeyDown = (item: Item, event: KeyboardEvent<HTMLElement>) => {
    const isOwn = carried !== null && rowOf(carried.item).id === rowOf(item).id;
    const { key } = event;
    if (!isOwn && key !== ' ') return;
    if (!isOwn) pickUp(item);
    else if (key === 'Escape') putBack(item);
    else if (key === ' ' || key === 'Enter') putDown(item, carried.spot);
    else if (key in ARROWS) moveTo(item, next(item, carried.spot, stepBy(key)));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    ...{ carried, said, onKeyDown },
    /** The record that was put down last: its link is to have the focus where it is now. */
    focused,
    onBlur: () => carried && putBack(carried.item),
  };
}

const ARROWS: Readonly<Record<string, Step>> = {
  ArrowLeft: { along: -1, down: 0 },
  ArrowRight: { along: 1, down: 0 },
  ArrowUp: { along: 0, down: -1 },
  ArrowDown: { along: 0, down: 1 },
};

/** Where people read from right to left, what comes next is on the left. */
function stepBy(key: string): Step {
  const { along, down } = ARROWS[key]!;
  return { along: document.documentElement.dir === 'rtl' ? -along : along, down };
}

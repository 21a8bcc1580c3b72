import { useState, type KeyboardEvent } from 'react';
import { useTranslate } from 'react-admin';
import type { Row } from '../application';
import type { Spot } from './board-context';
import type { BoardColumn } from './board-query';

export interface CarryingOptions {
  columns: readonly BoardColumn[];
  columnOf: (row: Row) => string;
  isOpen: (row: Row, key: string) => boolean;
  /** The records of a column that are read, where people put them in order; undefined where they do not. */
  rowsOf: ((key: string) => readonly Row[]) | undefined;
  onPut: (row: Row, spot: Spot) => void;
}

/** Carrying a card by keyboard: Space picks it up, arrow keys lead to the places that are open to it. */
export function useCarrying(options: CarryingOptions) {
  const { columns, columnOf, isOpen, onPut } = options;
  const translate = useTranslate();
  const [carried, setCarried] = useState<{ row: Row; spot: Spot } | null>(null);
  const [said, say] = useState('');
  const steps = useSteps(options);
  const labelOf = (key: string) => columns.find((column) => column.key === key)?.label;

  const pickUp = (row: Row) => {
    const key = columnOf(row);
    const name = row._label;
    if (!columns.some((column) => isOpen(row, column.key)))
      return say(translate('board.nowhere', { name }));
    setCarried({ row, spot: steps.start(row, key) });
    say(translate('board.picked_up', { name, value: labelOf(key) }));
  };
  const moveTo = (row: Row, spot: Spot | null) => {
    if (spot === null) return;
    setCarried({ row, spot });
    say(steps.textOf(row, spot));
  };
  const putBack = (row: Row) => {
    setCarried(null);
    say(translate('board.put_back', { name: row._label, value: labelOf(columnOf(row)) }));
  };
  const onKeyDown = (row: Row, event: KeyboardEvent<HTMLElement>) => {
    const isOwn = carried?.row.id === row.id;
    if (!isOwn && event.key !== ' ') return;
    if (!isOwn) pickUp(row);
    else if (event.key === 'Escape') putBack(row);
    else if (event.key === ' ' || event.key === 'Enter') {
      setCarried(null);
      onPut(row, carried.spot);
    } else if (event.key in ARROWS) moveTo(row, steps.next(row, carried.spot, event.key));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { carried, said, onKeyDown, onBlur: () => carried && putBack(carried.row) };
}

const ARROWS: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The places to which arrow keys lead. */
function useSteps({ columns, columnOf, isOpen, rowsOf }: CarryingOptions) {
  const translate = useTranslate();
  const others = (row: Row, key: string) => rowsOf?.(key).filter(({ id }) => id !== row.id);
  const start = (row: Row, key: string): Spot => {
    const index = rowsOf?.(key).findIndex(({ id }) => id === row.id);
    return { key, index: index === undefined ? undefined : Math.max(0, index) };
  };
  const next = (row: Row, { key, index }: Spot, arrow: string): Spot | null => {
    const [sideways, down] = ARROWS[arrow]!;
    if (down !== 0) {
      const last = others(row, key)?.length;
      if (last === undefined || index === undefined || !isOpen(row, key)) return null;
      return { key, index: Math.min(last, Math.max(0, index + down)) };
    }
    // Where people read from right to left, the next column is on the left.
    const by = document.documentElement.dir === 'rtl' ? -sideways : sideways;
    const at = columns.findIndex((column) => column.key === key);
    const behind = by > 0 ? columns.slice(at + 1) : columns.slice(0, at).toReversed();
    const isHome = (column: BoardColumn) => column.key === columnOf(row);
    const found = behind.find((column) => isHome(column) || isOpen(row, column.key));
    if (found === undefined) return null;
    const rows = others(row, found.key)?.length;
    const kept = rows === undefined ? undefined : Math.min(index ?? 0, rows);
    return { key: found.key, index: kept };
  };
  const textOf = (row: Row, { key, index }: Spot): string => {
    const column = columns.find((one) => one.key === key);
    const total = others(row, key)?.length;
    if (index !== undefined && total !== undefined)
      return translate('board.over', { value: column?.label, place: index + 1, total: total + 1 });
    const count = column?.count ?? 0;
    return translate('board.over_column', { value: column?.label, smart_count: count });
  };
  return { start, next, textOf };
}

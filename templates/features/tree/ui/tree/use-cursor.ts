import { useEffect, useState } from 'react';
import type { RecordId, Row } from '../application';
import { usePlaceInColumn, type Tree } from './tree-query';

/** A key that is held down moves the cursor; the record is selected where it stops. */
const SETTLE_DELAY = 80;

export interface CursorOptions {
  tree: Tree;
  parent: RecordId | null;
  /** The selected record of the column, if any. */
  selected: RecordId | null;
  /** The number of records in the column, once known. */
  total: number | undefined;
  rowAt: (index: number) => Row | undefined;
  scrollTo: (index: number) => void;
  onSelect: (id: RecordId) => void;
}

/** The keyboard cursor in a column: at the selected record, or moving to the next one. */
export function useCursor(options: CursorOptions) {
  const { tree, parent, selected, total, rowAt, scrollTo, onSelect } = options;
  const [moved, setMoved] = useState<number | null>(null);
  const [requested, setRequested] = useState(selected);
  const [seen, setSeen] = useState(selected);
  if (seen !== selected) {
    setSeen(selected);
    // Something else has selected a record: the cursor follows.
    if (selected !== requested) setMoved(null);
  }
  const place = usePlaceInColumn(tree, parent, moved === null ? selected : null);
  const index = moved ?? place;
  const id = index === null ? undefined : rowAt(index)?.id;

  const isRead = total !== undefined;
  useEffect(() => {
    if (place !== null && isRead) scrollTo(place);
    // Only a new place moves the column: people scroll it themselves.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [place, isRead]);

  const select = (row: RecordId) => {
    setRequested(row);
    if (row !== selected) onSelect(row);
  };
  useEffect(() => {
    if (moved === null || id === undefined || id === selected) return undefined;
    const timer = setTimeout(() => select(id), SETTLE_DELAY);
    return () => clearTimeout(timer);
    // A row that is not read yet is selected as soon as it is: `id` changes then.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [moved, id, selected]);

  return {
    index,
    id,
    move: (next: number) => {
      setMoved(next);
      scrollTo(next);
    },
    /** Selects the record at the cursor immediately. */
    settle: () => id !== undefined && select(id),
    choose: (next: number, row: RecordId) => {
      setMoved(next);
      select(row);
    },
  };
}

/** The index that a key leads to in a column of this length; null if the column does not handle it. */
export function moveIndex(key: string, index: number | null, total: number): number | null {
  if (total === 0) return null;
  const last = total - 1;
  if (key === 'ArrowDown') return index === null ? 0 : Math.min(index + 1, last);
  if (key === 'ArrowUp') return index === null ? last : Math.max(index - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  return null;
}

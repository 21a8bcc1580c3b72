import { useTranslate } from 'react-admin';
import type { Row } from '../application';
import type { CarryingOptions, Step } from '../layouts/carrying';
import type { Spot } from './board-context';
import type { BoardColumn } from './board-query';

export interface SpotsOptions {
  columns: readonly BoardColumn[];
  columnOf: (row: Row) => string;
  isOpen: (row: Row, key: string) => boolean;
  /** The records of a column that are read, where people put them in order; undefined where they do not. */
  rowsOf: ((key: string) => readonly Row[]) | undefined;
}

/** The places of a board to which arrow keys lead, and what is said of them. */
export function useSpots(options: SpotsOptions): Omit<CarryingOptions<Row, Spot>, 'put'> {
  const { columns, columnOf, isOpen, rowsOf } = options;
  const translate = useTranslate();
  const others = (row: Row, key: string) => rowsOf?.(key).filter(({ id }) => id !== row.id);
  const start = (row: Row): Spot => {
    const key = columnOf(row);
    const index = rowsOf?.(key).findIndex(({ id }) => id === row.id);
    return { key, index: index === undefined ? undefined : Math.max(0, index) };
  };
  const next = (row: Row, { key, index }: Spot, { along, down }: Step): Spot | null => {
    if (down !== 0) {
      const last = others(row, key)?.length;
      if (last === undefined || index === undefined || !isOpen(row, key)) return null;
      return { key, index: Math.min(last, Math.max(0, index + down)) };
    }
    const at = columns.findIndex((column) => column.key === key);
    const behind = along > 0 ? columns.slice(at + 1) : columns.slice(0, at).toReversed();
    const isHome = (column: BoardColumn) => column.key === columnOf(row);
    const found = behind.find((column) => isHome(column) || isOpen(row, column.key));
    if (found === undefined) return null;
    const rows = others(row, found.key)?.length;
    const kept = rows === undefined ? undefined : Math.min(index ?? 0, rows);
    return { key: found.key, index: kept };
  };
  const over = (row: Row, { key, index }: Spot): string => {
    const column = columns.find((one) => one.key === key);
    const total = others(row, key)?.length;
    if (index !== undefined && total !== undefined)
      return translate('board.over', { value: column?.label, place: index + 1, total: total + 1 });
    const count = column?.count ?? 0;
    return translate('board.over_column', { value: column?.label, smart_count: count });
  };
  const homeOf = (row: Row) => ({
    name: row._label,
    value: columns.find(({ key }) => key === columnOf(row))?.label,
  });
  const texts = {
    over,
    pickedUp: (row: Row) => translate('board.picked_up', homeOf(row)),
    putBack: (row: Row) => translate('board.put_back', homeOf(row)),
  };
  return { rowOf: (row) => row, start, next, texts };
}

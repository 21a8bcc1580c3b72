import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useResourceContext } from 'react-admin';
import type { FieldFact, Row } from '../application';
import { useCarrying } from '../layouts/carrying';
import { useDragging, type DropPlace } from '../layouts/drag';
import { useMoves } from '../layouts/moves';
import { RECORD } from '../layouts/slide';
import { useMayMove } from './allowed';
import type { Spot } from './board-context';
import { boardKeys, keyOf, type BoardColumn, type ColumnPage } from './board-query';
import { placing } from './place';
import { useSpots } from './spots';

/** How the cards of a board are moved: by mouse, finger, keyboard and menu. */
export function useBoard(fact: FieldFact, columns: readonly BoardColumn[], place?: string) {
  const [over, setOver] = useState<Spot | null>(null);
  const { put, isOpen, columnOf, rowsOf, moved, refused } = usePut(fact, columns, place);
  const spotAt = (row: Row, where: DropPlace): Spot => ({
    key: where.key,
    index: place === undefined ? undefined : indexAt(row, where),
  });
  const dragging = useDragging<Row>({
    isOpen,
    onOver: (row, where) => {
      const spot = where && spotAt(row, where);
      setOver((old) => (old?.key === spot?.key && old?.index === spot?.index ? old : spot));
    },
    onDrop: (row, where) => void put(row, spotAt(row, where)),
  });
  const inOrder = place === undefined ? undefined : rowsOf;
  const spots = useSpots({ columns, columnOf, isOpen, rowsOf: inOrder });
  const carrying = useCarrying({ ...spots, put });
  return {
    ...{ columns, columnOf, isOpen, put, moved, refused },
    focused: carrying.focused,
    held: dragging.item ?? carrying.carried?.item ?? null,
    over: dragging.item === null ? (carrying.carried?.spot ?? null) : over,
    said: carrying.said,
    onPointerDown: dragging.press,
    onKeyDown: carrying.onKeyDown,
    onBlur: carrying.onBlur,
  };
}

/** Puts records into columns, and into their places there. */
function usePut(fact: FieldFact, columns: readonly BoardColumn[], place: string | undefined) {
  const resource = useResourceContext() ?? '';
  const keys = boardKeys(resource, fact.source);
  const client = useQueryClient();
  const mayMove = useMayMove(fact);
  const makeRoom = useMakeRoom(place);
  const { moved, refused, move } = useMoves();
  const columnOf = (row: Row) => keyOf((row[fact.source] ?? null) as BoardColumn['value']);
  const rowsOf = (key: string): readonly Row[] => {
    const found = client.getQueriesData<InfiniteData<ColumnPage>>({ queryKey: keys.column(key) });
    return found.at(-1)?.[1]?.pages.flatMap(({ rows }) => rows) ?? [];
  };
  const isOpen = (row: Row, key: string): boolean => {
    const to = columns.find((one) => one.key === key);
    if (to === undefined) return false;
    const isHere = columnOf(row) === key;
    return isHere ? place !== undefined && mayMove(row, null, place) : mayMove(row, to.value);
  };
  const put = async (row: Row, { key, index }: Spot): Promise<void> => {
    const to = columns.find((one) => one.key === key);
    if (to === undefined || !isOpen(row, key)) return;
    const isHere = columnOf(row) === key;
    const others = rowsOf(key).filter(({ id }) => id !== row.id);
    const isSamePlace = index === undefined || rowsOf(key)[index]?.id === row.id;
    if (isHere && isSamePlace) return;
    const at = place === undefined ? null : await makeRoom(others, index ?? 0);
    const values = { ...(!isHere && { [fact.source]: to.value }), ...at };
    const outdated = [keys.column(columnOf(row)), keys.column(key), keys.figures];
    await move(row, values, outdated);
  };
  return { put, isOpen, columnOf, rowsOf, moved, refused };
}

/** Gives the records behind a place the next numbers, where there is no gap, and tells the number of the one that comes there. */
function useMakeRoom(place: string | undefined) {
  const resource = useResourceContext() ?? '';
  const provider = useDataProvider();
  return async (rows: readonly Row[], index: number) => {
    if (place === undefined) return null;
    const numbers = rows.map((row) => Number(row[place] ?? 0));
    const { own, behind } = placing(numbers, index);
    // From the last one on, so that no two have the same number meanwhile. One that is closed stays where it is.
    for (const [at, number] of [...behind.entries()].toReversed()) {
      const row = rows[index + at]!;
      const changed = { id: row.id, data: { [place]: number }, previousData: { id: row.id } };
      await provider.update(resource, changed).catch(() => undefined);
    }
    return { [place]: own };
  };
}

/** The place of a record among the cards of the column below the pointer. */
function indexAt(row: Row, { element, y }: DropPlace): number {
  const cards = [...element.querySelectorAll<HTMLElement>(`[${RECORD}]`)].filter(
    (one) => one.getAttribute(RECORD) !== String(row.id),
  );
  const next = cards.findIndex((one) => {
    const { top, height } = one.getBoundingClientRect();
    return top + height / 2 > y;
  });
  return next < 0 ? cards.length : next;
}

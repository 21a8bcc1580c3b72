import { createContext, useContext, type KeyboardEvent, type PointerEvent } from 'react';
import type { FieldFact, RecordId, Row } from '../application';
import type { BoardColumn } from './board-query';

/** What the columns and cards of a board share. */
export interface Board {
  fact: FieldFact;
  /** The fields on the cards. */
  facts: readonly FieldFact[];
  /** The field that columns add up. */
  summed: FieldFact | undefined;
  /** The field by which records stand in a column, if they are put there by hand. */
  place: string | undefined;
  columns: readonly BoardColumn[];
  /** Records on their way to where they were put, as they will be. */
  moved: ReadonlyMap<RecordId, Row>;
  /** What is in the hand, of the mouse or the keyboard, and the column above which it is. */
  held: Row | null;
  over: Spot | null;
  columnOf: (row: Row) => string;
  /** Whether a record may be put into a column. */
  isOpen: (row: Row, key: string) => boolean;
  put: (row: Row, spot: Spot) => Promise<void>;
  onPointerDown: (row: Row, event: PointerEvent<HTMLElement>) => void;
  onKeyDown: (row: Row, event: KeyboardEvent<HTMLElement>) => void;
  onBlur: () => void;
}

/** A column, and the place in it, where its records are put by hand. */
export interface Spot {
  key: string;
  index?: number | undefined;
}

export const BoardContext = createContext<Board | null>(null);

/** The board around a column or a card. */
export function useBoardContext(): Board {
  const board = useContext(BoardContext);
  if (board === null) throw new Error('This is a part of a board, and has to be within one.');
  return board;
}

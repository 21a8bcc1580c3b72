import { createContext, useContext, type KeyboardEvent, type PointerEvent } from 'react';
import type { FieldFact, Row } from '../application';
import type { Day } from './days';
import type { Dates, Entry } from './entries';

/** An entry in the hand, and by what of it: the day on which it was taken, and the minutes from its beginning. */
export interface Held {
  entry: Entry;
  day: Day;
  minutes: number;
}

/** What the parts of a calendar share. */
export interface Calendar {
  dates: Dates;
  /** The field by whose values entries have their colours. */
  state: string | undefined;
  /** The fields that entries tell of themselves. */
  facts: readonly FieldFact[];
  entries: readonly Entry[];
  /** Whether the entries of the period have been read. */
  isRead: boolean;
  /** Tells more of an entry, beside the element that stands for it. */
  tell: (entry: Entry, anchor: HTMLElement) => void;
  held: Entry | null;
  /** The day, and the minute of it, at which what is held would begin. */
  over: { day: Day; minute?: number | undefined } | null;
  mayMove: (row: Row) => boolean;
  mayCreate: boolean;
  /** The path of the form for a new record of a day. */
  newPath: (day: Day, minute?: number) => string;
  move: (entry: Entry, day: Day, minute?: number) => Promise<void>;
  onPointerDown: (held: Held, event: PointerEvent<HTMLElement>) => void;
  onKeyDown: (entry: Entry, event: KeyboardEvent<HTMLElement>) => void;
  onBlur: () => void;
}

export const CalendarContext = createContext<Calendar | null>(null);

/** The calendar around a day or an entry. */
export function useCalendarContext(): Calendar {
  const calendar = useContext(CalendarContext);
  if (calendar === null) throw new Error('This is a part of a calendar, and has to be within one.');
  return calendar;
}

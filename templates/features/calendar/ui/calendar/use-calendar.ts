import { useState, type KeyboardEvent } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import { useLocation } from 'react-router';
import { useCanWrite, useFieldRuleOf } from '../api/session';
import type { RecordId, Row } from '../application';
import { useDragging, type DropPlace } from '../layouts/drag';
import { useMayEdit } from '../layouts/may-edit';
import { useMoves } from '../layouts/moves';
import type { Calendar, Held } from './calendar-context';
import { dayName, daysBetween, plus, type Day, type Range } from './days';
import { calendarKey, movedTo, newOn, type Dates, type Entry } from './entries';

/** Minutes to which an entry snaps. */
const STEP = 15;
/** What a place of a certain time of day is marked with, behind its day. */
export const TIMED = 'T';

/** How the entries of a calendar are moved, and new ones made. */
export function useCalendar(dates: Dates, range: Range) {
  const resource = useResourceContext() ?? '';
  const { moved, refused, move: save } = useMoves();
  const [over, setOver] = useState<Calendar['over']>(null);
  const [focused, setFocused] = useState<RecordId | null>(null);
  const mayMove = useMayMove(dates);
  const newPath = useNewPath(dates);
  const mayCreate = useCanWrite(resource, 'create');
  const move = async (entry: Entry, day: Day, minute?: number) => {
    const values = movedTo(entry, dates, day, minute);
    const isSame = Object.entries(values).every(([key, value]) => isMoment(value, entry.row[key]));
    if (!isSame) await save(entry.row, values, [calendarKey(resource)]);
  };
  const dragging = useDragging<Held>({
    isOpen: () => true,
    onOver: (held, where) => {
      const next = where && spotAt(held, where);
      setOver((old) => (old?.day === next?.day && old?.minute === next?.minute ? old : next));
    },
    onDrop: (held, where) => {
      const { day, minute } = spotAt(held, where);
      void move(held.entry, day, minute);
    },
  });
  const carrying = useCarrying(range, mayMove, (entry, day) => {
    setFocused(null);
    void move(entry, day).then(() => setFocused(entry.row.id));
  });
  return {
    ...{ mayMove, mayCreate, newPath, move, moved, refused, focused, said: carrying.said },
    held: dragging.item?.entry ?? carrying.carried?.entry ?? null,
    over: dragging.item === null ? (carrying.carried ?? null) : over,
    onPointerDown: dragging.press,
    onKeyDown: carrying.onKeyDown,
    onBlur: carrying.onBlur,
  };
}

/** The same moment, however it is written. */
const isMoment = (one: unknown, other: unknown): boolean =>
  one === other || Date.parse(String(one)) === Date.parse(String(other));

/** Where what is held would begin, if it were put down there. */
function spotAt({ entry, day, minutes }: Held, { key, element, y }: DropPlace) {
  const there = key.slice(0, 10);
  if (!key.endsWith(TIMED)) return { day: plus(there, -daysBetween(entry.first, day)) };
  const { top, height } = element.getBoundingClientRect();
  const at = ((y - top) / height) * 24 * 60 - minutes;
  return { day: there, minute: Math.max(0, Math.round(at / STEP) * STEP) };
}

/** Whether the signed-in user may move a record: change it, and its dates. */
function useMayMove({ from, to }: Dates): (row: Row) => boolean {
  const mayEdit = useMayEdit();
  const ruleOf = useFieldRuleOf(useResourceContext() ?? '');
  const isWritten = [from, ...(to ? [to] : [])].every(
    ({ source, stamp }) => ruleOf(source).write && stamp !== true,
  );
  return isWritten ? mayEdit : () => false;
}

function useNewPath(dates: Dates): Calendar['newPath'] {
  const resource = useResourceContext() ?? '';
  const { pathname, search } = useLocation();
  return (day, minute) => {
    const source = JSON.stringify(newOn(dates, day, minute));
    return `/${resource}/create?${new URLSearchParams({ source, back: pathname + search })}`;
  };
}

/** Carrying an entry by keyboard, from day to day of what is seen. */
function useCarrying(
  { first, last }: Range,
  mayMove: (row: Row) => boolean,
  onPut: (entry: Entry, day: Day) => void,
) {
  const translate = useTranslate();
  const [carried, setCarried] = useState<{ entry: Entry; day: Day } | null>(null);
  const [said, say] = useState('');
  const pickUp = (entry: Entry) => {
    setCarried({ entry, day: entry.first });
    say(translate('calendar.picked_up', { name: entry.row._label, day: dayName(entry.first) }));
  };
  const putBack = (entry: Entry) => {
    setCarried(null);
    say(translate('calendar.put_back', { name: entry.row._label, day: dayName(entry.first) }));
  };
  const go = (entry: Entry, from: Day, days: number) => {
    const day = plus(from, days);
    if (day < first || day > last) return;
    setCarried({ entry, day });
    say(dayName(day));
  };
  const onKeyDown = (entry: Entry, event: KeyboardEvent<HTMLElement>) => {
    const isOwn = carried?.entry.row.id === entry.row.id;
    if (!isOwn && (event.key !== ' ' || !mayMove(entry.row))) return;
    if (!isOwn) pickUp(entry);
    else if (event.key === 'Escape') putBack(entry);
    else if (event.key === ' ' || event.key === 'Enter') {
      setCarried(null);
      onPut(entry, carried.day);
    } else if (event.key in ARROWS) go(entry, carried.day, daysBy(event.key));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { carried, said, onKeyDown, onBlur: () => carried && putBack(carried.entry) };
}

const ARROWS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

/** Where people read from right to left, the next day is on the left. */
function daysBy(key: string): number {
  const days = ARROWS[key]!;
  return Math.abs(days) === 1 && document.documentElement.dir === 'rtl' ? -days : days;
}

import { useState } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import { useLocation } from 'react-router';
import { useCanWrite, useFieldRuleOf } from '../api/session';
import type { Row } from '../application';
import { useCarrying, type CarryingOptions } from '../layouts/carrying';
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
  const { carried, ...carrying } = useCarrying({ ...useDays(range), put: move });
  return {
    ...{ mayMove, mayCreate, newPath, move, moved, refused },
    focused: carrying.focused,
    said: carrying.said,
    held: dragging.item?.entry ?? carried?.item ?? null,
    over: dragging.item === null ? carried && { day: carried.spot } : over,
    onPointerDown: dragging.press,
    onKeyDown: carrying.onKeyDown,
    onBlur: carrying.onBlur,
  };
}

/** Whether two values are one moment, however each is written. */
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

/** The days of what is seen, to which arrow keys lead: to the next one, or by a week. */
function useDays({ first, last }: Range): Omit<CarryingOptions<Entry, Day>, 'put'> {
  const translate = useTranslate();
  const homeOf = ({ row, first: day }: Entry) => ({ name: row._label, day: dayName(day) });
  return {
    rowOf: ({ row }) => row,
    start: (entry) => entry.first,
    next: (_entry, from, { along, down }) => {
      const day = plus(from, along + 7 * down);
      return day < first || day > last ? null : day;
    },
    texts: {
      over: (_entry, day) => dayName(day),
      pickedUp: (entry) => translate('calendar.picked_up', homeOf(entry)),
      putBack: (entry) => translate('calendar.put_back', homeOf(entry)),
    },
  };
}

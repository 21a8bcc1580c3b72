import { Box, Paper, type Theme } from '@mui/material';
import { useEffect, useEffectEvent, useRef, type MouseEvent } from 'react';
import { useTranslate } from 'react-admin';
import { DROP, SCROLLS } from '../layouts/drag';
import { useCalendarContext } from './calendar-context';
import { dayName, dayNumber, daysFrom, today, weekdayName, type Day } from './days';
import { entriesOn } from './entries';
import { EntryLink } from './entry-link';
import { EntryList } from './entry-list';
import { slotsOf } from './lanes';
import { DayNumber, useEmptyClick } from './new-link';
import { TIMED } from './use-calendar';
import { HourLines, HOUR, Hours, NowLine, nowInHours } from './hours';
import type { Shown } from './toolbar';

/** The first hour of a week without records. */
const MORNING = 8;
/** From this hour on the working day is shown, not what is left of the evening. */
const EVENING = 18;
/** Hours above the first entry: at the edge, what is dragged scrolls. */
const ABOVE = 1.5;
/** Pixels of a line of text in an entry. */
const LINE = 15;
/** Pixels between an entry and the next. */
const GAP = 2;

/** The days of a week, with the records of each: at their hours, where they have some. */
export function WeekGrid({ range }: Shown) {
  const { dates } = useCalendarContext();
  const days = daysFrom(range.first, range.last);
  const isTimed = dates.from.type === 'datetime';
  const scroller = useScrolled(days);
  return (
    <Paper variant="outlined" sx={{ overflow: 'clip' }}>
      <Box component="ol" sx={isTimed ? WITH_HOURS : DAYS}>
        {isTimed && <AllDayLabel />}
        {days.map((day) => (
          <AllDay key={day} day={day} isTall={!isTimed} />
        ))}
      </Box>
      {isTimed && (
        <Box ref={scroller} sx={SCROLLER} {...{ [SCROLLS]: 'y' }}>
          <Hours />
          <Box component="ol" sx={COLUMNS}>
            {days.map((day) => (
              <DayColumn key={day} day={day} />
            ))}
          </Box>
          <HourLines />
        </Box>
      )}
    </Paper>
  );
}

/** What is scrolled, once its entries are known: to the first of them, with the present moment in sight by day. */
function useScrolled(days: readonly Day[]) {
  const { entries, isRead } = useCalendarContext();
  const scroller = useRef<HTMLDivElement>(null);
  const scroll = useEffectEvent(() => {
    const { current: box } = scroller;
    if (box === null) return;
    const isNow = days.includes(today());
    const slots = days.flatMap((day) => slotsOf(entries, day));
    const first = Math.min(...slots.map(({ from }) => from / 60));
    const top = ((Number.isFinite(first) ? first : MORNING) - ABOVE) * HOUR;
    const hour = nowInHours();
    const now = hour * HOUR;
    const isSeen = now > top && now < top + box.clientHeight - HOUR;
    const isSought = isNow && !isSeen && hour >= MORNING && hour < EVENING;
    box.scrollTop = isSought ? now - box.clientHeight / 3 : top;
  });
  useEffect(() => {
    if (isRead) scroll();
  }, [isRead]);
  return scroller;
}

function AllDayLabel() {
  const translate = useTranslate();
  return (
    <Box
      component="li"
      aria-hidden
      sx={{ alignSelf: 'end', p: 0.5, fontSize: '0.6875rem', color: 'text.secondary' }}
    >
      {translate('calendar.all_day')}
    </Box>
  );
}

/** The head of a day, and what has no time of it. */
function AllDay({ day, isTall }: { day: Day; isTall: boolean }) {
  const { entries, over } = useCalendarContext();
  const open = useEmptyClick();
  const whole = entriesOn(entries, day).filter(
    ({ times, first, last }) => times === null || first !== last,
  );
  const isOver = over?.day === day && over.minute === undefined;
  return (
    <Box
      component="li"
      aria-label={dayName(day)}
      {...{ [DROP]: day }}
      data-state={isOver ? 'over' : undefined}
      onClick={(event) => open(event, day)}
      sx={isTall ? { ...HEAD, minHeight: 420 } : HEAD}
    >
      <DayNumber day={day} text={`${weekdayName(day)} ${dayNumber(day)}`} />
      <Box sx={{ pt: 0.25 }}>
        <EntryList entries={whole} day={day} />
      </Box>
    </Box>
  );
}

/** The hours of a day, and what stands at its time of it. */
function DayColumn({ day }: { day: Day }) {
  const { entries, over, held } = useCalendarContext();
  const open = useEmptyClick();
  const click = (event: MouseEvent<HTMLElement>) => {
    const { top } = event.currentTarget.getBoundingClientRect();
    const minute = Math.floor((event.clientY - top) / (HOUR / 2)) * 30;
    open(event, day, minute);
  };
  const minute = over?.day === day ? over.minute : undefined;
  return (
    <Box
      component="li"
      aria-label={dayName(day)}
      {...{ [DROP]: day + TIMED }}
      onClick={click}
      sx={COLUMN}
    >
      {slotsOf(entries, day).map(({ entry, from, to, lane, lanes, wide }) => (
        <EntryLink
          key={entry.row.id}
          entry={entry}
          day={day}
          minutesPerPixel={60 / HOUR}
          lines={Math.floor((heightOf(to - from) - GAP) / LINE)}
          isNarrow={lanes > wide}
          sx={{
            ...SLOT,
            top: heightOf(from),
            height: heightOf(to - from) - GAP,
            insetInlineStart: `${(lane / lanes) * 100}%`,
            width: `calc(${(wide / lanes) * 100}% - 3px)`,
          }}
        />
      ))}
      {minute !== undefined && held !== null && (
        <Box aria-hidden sx={{ ...MARK, top: heightOf(minute) }} />
      )}
      {day === today() && <NowLine />}
    </Box>
  );
}

const heightOf = (minutes: number): number => (minutes / 60) * HOUR;

const GRID = { display: 'grid', listStyle: 'none', m: 0, p: 0 };
const DAYS = { ...GRID, gridTemplateColumns: 'repeat(7, minmax(0, 1fr))' };
const WITH_HOURS = {
  ...GRID,
  gridTemplateColumns: '52px repeat(7, minmax(0, 1fr))',
  borderBottom: 1,
  borderColor: 'divider',
  // As wide as what scrolls below it.
  scrollbarGutter: 'stable',
  overflow: 'hidden',
};
const HEAD = {
  p: 0.5,
  minWidth: 0,
  borderInlineStart: '1px solid',
  borderColor: 'divider',
  '&[data-state="over"]': { bgcolor: 'action.selected' },
};
const SCROLLER = {
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '52px minmax(0, 1fr)',
  maxHeight: 'calc(100dvh - 352px)',
  minHeight: 360,
  overflowY: 'auto',
  scrollbarGutter: 'stable',
};
const COLUMNS = { ...DAYS, height: 24 * HOUR, position: 'relative', zIndex: 1 };
const COLUMN = {
  position: 'relative',
  minWidth: 0,
  borderInlineStart: '1px solid',
  borderColor: 'divider',
};
const SLOT = {
  position: 'absolute',
  minHeight: 0,
  px: 0.5,
  // Opaque, above the lines of the hours.
  bgcolor: ({ palette }: Theme) =>
    `color-mix(in srgb, currentColor 8%, ${palette.background.paper})`,
};
const MARK = {
  position: 'absolute',
  insetInline: 0,
  height: 3,
  borderRadius: 2,
  bgcolor: 'primary.main',
};

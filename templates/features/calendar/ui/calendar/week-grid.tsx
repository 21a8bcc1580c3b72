import { Box, Paper, type Theme } from '@mui/material';
import { useEffect, useRef, type MouseEvent } from 'react';
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
import { HourLines, HOUR, Hours, NowLine } from './hours';
import type { Shown } from './toolbar';

/** The hour to which a week is scrolled at first. */
const MORNING = 7;

/** The days of a week, with the records of each: at their hours, where they have some. */
export function WeekGrid({ range }: Shown) {
  const { dates } = useCalendarContext();
  const days = daysFrom(range.first, range.last);
  const isTimed = dates.from.type === 'datetime';
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = MORNING * HOUR;
  }, []);
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
      {slotsOf(entries, day).map(({ entry, from, to, lane, lanes }) => (
        <EntryLink
          key={entry.row.id}
          entry={entry}
          day={day}
          minutesPerPixel={60 / HOUR}
          sx={{
            ...SLOT,
            top: (from / 60) * HOUR,
            height: ((to - from) / 60) * HOUR - 2,
            insetInlineStart: `${(lane / lanes) * 100}%`,
            width: `calc(${100 / lanes}% - 3px)`,
          }}
        />
      ))}
      {minute !== undefined && held !== null && (
        <Box aria-hidden sx={{ ...MARK, top: (minute / 60) * HOUR }} />
      )}
      {day === today() && <NowLine />}
    </Box>
  );
}

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
  maxHeight: 'calc(100dvh - 330px)',
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
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 0,
  py: 0.25,
  // Opaque, above the lines of the hours.
  bgcolor: ({ palette }: Theme) =>
    `color-mix(in srgb, currentColor 8%, ${palette.background.paper})`,
  whiteSpace: 'normal',
};
const MARK = {
  position: 'absolute',
  insetInline: 0,
  height: 3,
  borderRadius: 2,
  bgcolor: 'primary.main',
};

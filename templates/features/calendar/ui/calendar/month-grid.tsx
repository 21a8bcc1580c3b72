import { Box, Button, Paper, Popover } from '@mui/material';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { DROP } from '../layouts/drag';
import { MEASURES } from '../theme/theme';
import { useCalendarContext } from './calendar-context';
import { dayName, daysFrom, monthOf, today, weekdayName, type Day } from './days';
import { entriesOn, type Entry } from './entries';
import { EntryList } from './entry-list';
import { DayNumber, useEmptyClick } from './new-link';
import { TOOLBAR, type Shown } from './toolbar';

/** Pixels of a window beside the weeks: the head of the page, and the names of the days. */
const BESIDE = 330;
/** Of a week, of the number of a day, and of an entry. */
const LEAST = 76;
const NUMBER = 36;
const ENTRY = 27;
/** Between two entries; the last one of a day has none below it. */
const GAP = 3;

/** The height of a week of which all fit into the window, and the number of entries for which its days have room. */
function useWeek(weeks: number) {
  const height = Math.max(LEAST, (useWindowHeight() - BESIDE) / weeks);
  return { height, room: Math.floor((height - NUMBER + GAP) / ENTRY) };
}

const useWindowHeight = (): number =>
  useSyncExternalStore(
    (onChange) => {
      window.addEventListener('resize', onChange);
      return () => window.removeEventListener('resize', onChange);
    },
    () => window.innerHeight,
  );

/** The weeks of a month, with the records of each day. */
export function MonthGrid({ day, range }: Shown) {
  const days = daysFrom(range.first, range.last);
  const { isRead } = useCalendarContext();
  const { height, room } = useWeek(days.length / 7);
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const found = isRead ? grid.current?.querySelector(TODAY) : null;
    // A day that can be seen for the most part leaves the head of the page where it is.
    if (found && found.getBoundingClientRect().top + LEAST / 2 > window.innerHeight)
      found.scrollIntoView({ block: 'nearest' });
  }, [isRead]);
  return (
    <Paper ref={grid} variant="outlined" sx={{ overflow: 'clip' }}>
      <Box aria-hidden sx={WEEKDAYS}>
        {days.slice(0, 7).map((one) => (
          <span key={one}>{weekdayName(one)}</span>
        ))}
      </Box>
      <Box component="ol" sx={DAYS} style={{ gridAutoRows: `minmax(${height}px, auto)` }}>
        {days.map((one) => (
          <DayCell key={one} day={one} isOther={monthOf(one) !== monthOf(day)} room={room} />
        ))}
      </Box>
    </Paper>
  );
}

interface DayCellProps {
  day: Day;
  isOther: boolean;
  /** Entries for which there is room; a button shows the others. */
  room: number;
}

function DayCell({ day, isOther, room }: DayCellProps) {
  const { entries, over } = useCalendarContext();
  const open = useEmptyClick();
  const all = entriesOn(entries, day);
  const shown = all.slice(0, room);
  return (
    <Box
      component="li"
      aria-label={dayName(day)}
      {...{ [DROP]: day }}
      data-day={day === today() ? 'today' : undefined}
      data-state={over?.day === day ? 'over' : isOther ? 'other' : undefined}
      onClick={(event) => open(event, day)}
      sx={DAY}
    >
      <Box sx={DAY_HEAD}>
        <DayNumber day={day} />
        {shown.length < all.length && (
          <MoreButton day={day} entries={all} hidden={all.length - shown.length} />
        )}
      </Box>
      {all.length > 0 && <EntryList entries={shown} day={day} />}
    </Box>
  );
}

interface MoreButtonProps {
  day: Day;
  entries: readonly Entry[];
  hidden: number;
}

function MoreButton({ day, entries, hidden }: MoreButtonProps) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { held } = useCalendarContext();
  const [isTaken, setTaken] = useState(false);
  // What is taken out of it is put down below it.
  if (anchor !== null && isTaken !== (held !== null)) {
    setTaken(held !== null);
    if (held === null) setAnchor(null);
  }
  return (
    <>
      <Button aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)} sx={MORE}>
        {translate('calendar.more', { smart_count: hidden })}
      </Button>
      {anchor && (
        <Popover
          open
          sx={isTaken ? ASIDE : undefined}
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          slotProps={{ paper: { 'aria-label': dayName(day), role: 'dialog' } }}
        >
          <Box sx={{ p: 1.5, width: 280 }}>
            <Box sx={{ fontWeight: 600, mb: 1 }}>{dayName(day)}</Box>
            <EntryList entries={entries} day={day} />
          </Box>
        </Popover>
      )}
    </>
  );
}

const TODAY = '[data-day="today"]';
const ASIDE = { visibility: 'hidden', pointerEvents: 'none' };
const COLUMNS = { display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 1fr))' };
const WEEKDAYS = {
  ...COLUMNS,
  position: 'sticky',
  top: MEASURES.header + TOOLBAR,
  zIndex: 2,
  bgcolor: 'background.paper',
  '& > span': { px: 1, py: 0.75, fontSize: '0.75rem', color: 'text.secondary' },
  borderBottom: 1,
  borderColor: 'divider',
};
const DAYS = {
  ...COLUMNS,
  listStyle: 'none',
  m: 0,
  p: 0,
};
const DAY = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'stretch',
  gap: 0.25,
  p: 0.5,
  minWidth: 0,
  borderInlineEnd: '1px solid',
  borderBottom: 1,
  borderColor: 'divider',
  '&:nth-of-type(7n)': { borderInlineEnd: 0 },
  '&:nth-last-of-type(-n + 7)': { borderBottom: 0 },
  '&[data-state="other"]': { bgcolor: 'background.default' },
  '&[data-state="over"]': { bgcolor: 'action.selected' },
};
const DAY_HEAD = { display: 'flex', justifyContent: 'space-between' };
const MORE = {
  minHeight: 24,
  minWidth: 0,
  py: 0,
  px: 0.75,
  fontSize: '0.75rem',
  color: 'text.secondary',
};

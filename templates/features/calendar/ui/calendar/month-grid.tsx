import { Box, Button, Paper, Popover } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { DROP } from '../layouts/drag';
import { useCalendarContext } from './calendar-context';
import { dayName, daysFrom, monthOf, today, weekdayName, type Day } from './days';
import { entriesOn, type Entry } from './entries';
import { EntryList } from './entry-list';
import { DayNumber, useEmptyClick } from './new-link';
import type { Shown } from './toolbar';

/** Entries for which a day has room; of more, one less, and a button that shows the others. */
const ROOM = 3;

/** The weeks of a month, with the records of each day. */
export function MonthGrid({ day, range }: Shown) {
  const days = daysFrom(range.first, range.last);
  const { isRead } = useCalendarContext();
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isRead) grid.current?.querySelector(TODAY)?.scrollIntoView({ block: 'nearest' });
  }, [isRead]);
  return (
    <Paper ref={grid} variant="outlined" sx={{ overflow: 'clip' }}>
      <Box aria-hidden sx={WEEKDAYS}>
        {days.slice(0, 7).map((one) => (
          <span key={one}>{weekdayName(one)}</span>
        ))}
      </Box>
      <Box component="ol" sx={DAYS}>
        {days.map((one) => (
          <DayCell key={one} day={one} isOther={monthOf(one) !== monthOf(day)} />
        ))}
      </Box>
    </Paper>
  );
}

function DayCell({ day, isOther }: { day: Day; isOther: boolean }) {
  const { entries, over } = useCalendarContext();
  const open = useEmptyClick();
  const all = entriesOn(entries, day);
  const shown = all.length > ROOM ? all.slice(0, ROOM - 1) : all;
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
      <DayNumber day={day} />
      {all.length > 0 && <EntryList entries={shown} day={day} />}
      {shown.length < all.length && (
        <MoreButton day={day} entries={all} hidden={all.length - shown.length} />
      )}
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
      <Button
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minHeight: 24, py: 0, px: 0.75, fontSize: '0.75rem', justifyContent: 'start' }}
      >
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
  px: 0,
  '& > span': { px: 1, py: 0.75, fontSize: '0.75rem', color: 'text.secondary' },
  borderBottom: 1,
  borderColor: 'divider',
};
const DAYS = {
  ...COLUMNS,
  gridAutoRows: 'minmax(112px, auto)',
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
  '& > :first-of-type': { alignSelf: 'flex-start' },
  '&[data-state="other"]': { bgcolor: 'background.default' },
  '&[data-state="over"]': { bgcolor: 'action.selected' },
};

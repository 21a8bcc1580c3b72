import MoveIcon from '@mui/icons-material/DriveFileMoveOutlined';
import { Box, ButtonBase, IconButton, Menu, MenuItem, Paper, Typography } from '@mui/material';
import { useState } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import { useLabels } from '../components/texts';
import { DROP } from '../layouts/drag';
import { useCalendarContext } from './calendar-context';
import { dayName, dayNumber, daysFrom, monthOf, plus, today, weekdayName, type Day } from './days';
import { entriesOn, type Entry } from './entries';
import { EntryLink } from './entry-link';
import { DayNumber } from './new-link';
import type { Shown } from './toolbar';

/** On a phone: the days of the period, each with a mark where it has records, and those of the chosen day. */
export function DayList({ unit, day, range, onDay }: Shown) {
  const translate = useTranslate();
  const { entries } = useCalendarContext();
  const days = daysFrom(range.first, range.last);
  const chosen = entriesOn(entries, day);
  return (
    <Paper variant="outlined" sx={{ overflow: 'clip' }}>
      <Box component="ol" sx={DAYS}>
        {days.map((one, at) => (
          <Box component="li" key={one} {...{ [DROP]: one }}>
            {at < 7 && (
              <Box component="span" aria-hidden sx={WEEKDAY}>
                {weekdayName(one)}
              </Box>
            )}
            <DayButton
              day={one}
              isChosen={one === day}
              isOther={unit === 'month' && monthOf(one) !== monthOf(day)}
              onChoose={() => onDay(one)}
            />
          </Box>
        ))}
      </Box>
      <Box sx={HEAD}>
        <Typography variant="h3">{dayName(day)}</Typography>
        <DayNumber day={day} text="+" />
      </Box>
      {chosen.length === 0 ? (
        <Typography role="status" sx={{ px: 1.5, pb: 2, color: 'text.secondary' }}>
          {translate('calendar.empty')}
        </Typography>
      ) : (
        <Box component="ul" sx={LIST}>
          {chosen.map((entry) => (
            <li key={entry.row.id}>
              <EntryLink entry={entry} day={day} lines={PHONE_LINES} sx={ON_PHONE} />
              <MoveMenu entry={entry} />
            </li>
          ))}
        </Box>
      )}
    </Paper>
  );
}

interface DayButtonProps {
  day: Day;
  isChosen: boolean;
  isOther: boolean;
  onChoose: () => void;
}

function DayButton({ day, isChosen, isOther, onChoose }: DayButtonProps) {
  const resource = useResourceContext() ?? '';
  const labels = useLabels();
  const { entries } = useCalendarContext();
  const count = entriesOn(entries, day).length;
  const said =
    count === 0
      ? dayName(day)
      : `${dayName(day)}: ${count} ${labels.countedWithin(resource, count)}`;
  return (
    <ButtonBase
      aria-label={said}
      aria-pressed={isChosen}
      onClick={onChoose}
      data-today={day === today() ? '' : undefined}
      data-other={isOther ? '' : undefined}
      sx={DAY}
    >
      {dayNumber(day)}
      <Box
        component="span"
        aria-hidden
        sx={{ ...DOT, visibility: count > 0 ? 'visible' : 'hidden' }}
      />
    </ButtonBase>
  );
}

const MOVES = [
  ['earlier', -1],
  ['later', 1],
  ['week_earlier', -7],
  ['week_later', 7],
] as const;

/** Moves a record without dragging it. */
function MoveMenu({ entry }: { entry: Entry }) {
  const translate = useTranslate();
  const { mayMove, move } = useCalendarContext();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!mayMove(entry.row)) return null;
  return (
    <>
      <IconButton
        aria-label={translate('calendar.move', { name: entry.row._label })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoveIcon sx={{ fontSize: 20 }} />
      </IconButton>
      {anchor && (
        <Menu anchorEl={anchor} open onClose={() => setAnchor(null)}>
          {MOVES.map(([key, days]) => (
            <MenuItem
              key={key}
              onClick={() => {
                setAnchor(null);
                void move(entry, plus(entry.first, days));
              }}
            >
              {translate(`calendar.${key}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}

/** When, what, and whose it is. */
const PHONE_LINES = 4;
const ON_PHONE = { flex: 1, minWidth: 0, py: 0.75, fontSize: '0.875rem' };
const DAYS = {
  display: 'grid',
  gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
  listStyle: 'none',
  m: 0,
  p: 1,
  borderBottom: 1,
  borderColor: 'divider',
  '& > li': { display: 'grid', justifyItems: 'center' },
};
const WEEKDAY = { fontSize: '0.6875rem', color: 'text.secondary', pb: 0.5 };
const DAY = {
  flexDirection: 'column',
  width: 40,
  height: 40,
  borderRadius: 2,
  fontFamily: 'inherit',
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  '&[data-other]': { color: 'text.secondary' },
  '&[data-today]': { color: 'primary.main', fontWeight: 700 },
  '&[aria-pressed="true"]': { bgcolor: 'primary.main', color: 'primary.contrastText' },
};
const DOT = { width: 5, height: 5, borderRadius: '50%', bgcolor: 'currentColor' };
const HEAD = { display: 'flex', alignItems: 'center', justifyContent: 'space-between', p: 1.5 };
const LIST = {
  listStyle: 'none',
  m: 0,
  px: 1.5,
  pb: 1.5,
  display: 'grid',
  gap: 0.75,
  '& > li': { display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0 },
};

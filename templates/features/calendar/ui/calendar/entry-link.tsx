import { Box } from '@mui/material';
import { useId, type KeyboardEvent, type PointerEvent } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { recordPath, useAppResource } from '../application';
import { RECORD } from '../layouts/slide';
import { VALUE, toneOf } from '../theme/tone';
import { useCalendarContext } from './calendar-context';
import { timeName, type Day } from './days';
import type { Entry } from './entries';

export interface EntryLinkProps {
  entry: Entry;
  /** The day on which it stands here. */
  day: Day;
  /** The number of minutes of a pixel, where it stands at its time of day. */
  minutesPerPixel?: number;
  /** Its size and place. */
  sx?: object;
}

/** A record in a calendar: it leads to its page, and is moved by whoever may. */
export function EntryLink({ entry, day, minutesPerPixel = 0, sx = {} }: EntryLinkProps) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const calendar = useCalendarContext();
  const keysId = useId();
  const { row, first, times } = entry;
  const isMovable = calendar.mayMove(row);
  const press = (event: PointerEvent<HTMLElement>) => {
    const { top } = event.currentTarget.getBoundingClientRect();
    const minutes = (event.clientY - top) * minutesPerPixel;
    calendar.onPointerDown({ entry, day, minutes }, event);
  };
  return (
    <>
      <Box
        component={Link}
        to={`${recordPath(resource, row.id)}/show`}
        draggable={false}
        className={useTone(entry)}
        title={row._label}
        {...{ [RECORD]: String(row.id) }}
        data-part={partOf(entry, day)}
        data-held={calendar.held?.row.id === row.id ? '' : undefined}
        sx={{ ...ENTRY, ...(isMovable && MOVABLE), ...sx }}
        {...(isMovable && {
          'aria-describedby': keysId,
          onPointerDown: press,
          onKeyDown: (event: KeyboardEvent<HTMLElement>) => calendar.onKeyDown(entry, event),
          onBlur: calendar.onBlur,
        })}
      >
        {times !== null && first === day && <time>{timeName(times.from)}</time>}
        <span>{row._label}</span>
      </Box>
      {isMovable && (
        <span id={keysId} hidden>
          {translate('calendar.keys')}
        </span>
      )}
    </>
  );
}

/** Which part of an entry of several days stands on one of them. */
function partOf({ first, last }: Entry, day: Day): 'first' | 'middle' | 'last' | undefined {
  if (first === last) return undefined;
  if (day === first) return 'first';
  return day === last ? 'last' : 'middle';
}

/** The class of the colour that the value of a record has. */
function useTone({ row }: Entry): string {
  const { state } = useCalendarContext();
  const tones = useAppResource(useResourceContext() ?? '')?.tones;
  const value = state === undefined ? null : row[state];
  const tone = typeof value === 'string' ? toneOf(value, tones, state) : 'blue';
  return `${VALUE.chip}-${tone}`;
}

const ENTRY = {
  display: 'flex',
  gap: 0.5,
  minHeight: 24,
  alignItems: 'center',
  px: 0.75,
  borderRadius: 1,
  borderInlineStart: '3px solid currentColor',
  fontSize: '0.75rem',
  fontWeight: 550,
  lineHeight: 1.35,
  textDecoration: 'none',
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '& > time': { flex: 'none', fontWeight: 400, fontVariantNumeric: 'tabular-nums' },
  '&[data-held]': { outline: '1px dashed currentColor', outlineOffset: -1 },
  // Days that follow on each other are one bar.
  '&[data-part="first"], &[data-part="middle"]': {
    marginInlineEnd: '-5px',
    borderStartEndRadius: 0,
    borderEndEndRadius: 0,
  },
  '&[data-part="last"], &[data-part="middle"]': {
    marginInlineStart: '-5px',
    borderInlineStart: 0,
    borderStartStartRadius: 0,
    borderEndStartRadius: 0,
  },
};

const MOVABLE = { cursor: 'grab', userSelect: 'none', WebkitTouchCallout: 'none' };

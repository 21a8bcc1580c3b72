import { Box } from '@mui/material';
import { useId, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { RecordContextProvider, useResourceContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { recordPath, useAppResource, useDefinition } from '../application';
import { useIsPhone } from '../components/list/cards';
import { labelParts } from '../layouts/label-parts';
import { FactValue, filledIn } from '../layouts/record-facts';
import { RECORD } from '../layouts/slide';
import { VALUE, toneOf } from '../theme/tone';
import { useCalendarContext } from './calendar-context';
import { timeName, timesName, type Day } from './days';
import type { Entry } from './entries';

export interface EntryLinkProps {
  entry: Entry;
  /** The day on which it stands here. */
  day: Day;
  /** The number of minutes of a pixel, where it stands at its time of day. */
  minutesPerPixel?: number;
  /** The lines of text for which it has room; with one, all stands side by side. */
  lines?: number;
  /** Whether others stand beside it. */
  isNarrow?: boolean;
  /** Its size and place. */
  sx?: object;
}

/** A record in a calendar: it leads to its page, and is moved by whoever may. */
export function EntryLink({
  entry,
  day,
  minutesPerPixel = 0,
  lines = 1,
  isNarrow = false,
  sx = {},
}: EntryLinkProps) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const calendar = useCalendarContext();
  const keysId = useId();
  const isPhone = useIsPhone();
  const { row } = entry;
  const isMovable = calendar.mayMove(row);
  const press = (event: PointerEvent<HTMLElement>) => {
    const { top } = event.currentTarget.getBoundingClientRect();
    const minutes = (event.clientY - top) * minutesPerPixel;
    calendar.onPointerDown({ entry, day, minutes }, event);
  };
  const tell = (event: MouseEvent<HTMLElement>) => {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey;
    if (isPhone || opensElsewhere) return;
    event.preventDefault();
    calendar.tell(entry, event.currentTarget);
  };
  return (
    <>
      <Box
        component={Link}
        to={`${recordPath(resource, row.id)}/show`}
        draggable={false}
        className={useTone(entry)}
        title={row._label}
        aria-haspopup={isPhone ? undefined : 'dialog'}
        onClick={tell}
        {...{ [RECORD]: String(row.id) }}
        data-part={partOf(entry, day)}
        data-held={calendar.held?.row.id === row.id ? '' : undefined}
        sx={{ ...ENTRY, ...(lines > 1 && TALL), ...(isMovable && MOVABLE), ...sx }}
        {...(isMovable && {
          'aria-describedby': keysId,
          onPointerDown: press,
          onKeyDown: (event: KeyboardEvent<HTMLElement>) => calendar.onKeyDown(entry, event),
          onBlur: calendar.onBlur,
        })}
      >
        <EntryText {...{ entry, day, lines, isNarrow }} />
      </Box>
      {isMovable && (
        <span id={keysId} hidden>
          {translate('calendar.keys')}
        </span>
      )}
    </>
  );
}

/** When it is, its label, and the first of its facts, as far as there is room. */
function EntryText({ entry, day, lines, isNarrow }: TextProps) {
  const { facts } = useCalendarContext();
  const { row, first, last, times } = entry;
  const { name, number } = labelParts(row, useDefinition(useResourceContext() ?? '')?.fields ?? []);
  // The number is what may be cut.
  const label = number === undefined ? name : `${name} ${number}`;
  const [fact] = filledIn(row, facts);
  const isAtTime = times !== null && first === day;
  const isWhole = lines > 1 && first === last && !isNarrow;
  const told = fact && lines !== 2 && (
    <RecordContextProvider value={row}>
      <span>
        <FactValue row={row} fact={fact} />
      </span>
    </RecordContextProvider>
  );
  const room = lines - Number(isAtTime) - Number(Boolean(told));
  return (
    <>
      {isAtTime && <time>{isWhole ? timesName(times) : timeName(times.from)}</time>}
      {lines === 1 ? (
        <span className="line">
          <b>{label}</b> {told}
        </span>
      ) : (
        <>
          <b style={{ WebkitLineClamp: Math.max(1, room) }}>{label}</b>
          {told}
        </>
      )}
    </>
  );
}

type TextProps = Pick<EntryLinkProps, 'entry' | 'day' | 'isNarrow'> & { lines: number };

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

/** A text is cut at its end, whichever way its script runs in the language of the page. */
const FROM_ITS_START = { '& b, & > span': { unicodeBidi: 'plaintext', textAlign: 'left' } };

const ENTRY = {
  display: 'flex',
  gap: 0.5,
  minHeight: 24,
  alignItems: 'center',
  px: 0.75,
  borderRadius: 1,
  borderInlineStart: '3px solid currentColor',
  fontSize: '0.75rem',
  lineHeight: 1.25,
  textDecoration: 'none',
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  '& time, & span, & b': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& time, & span': { fontWeight: 400 },
  '& time': { flex: 'none', fontVariantNumeric: 'tabular-nums' },
  '& b': { fontWeight: 600, minWidth: 0, maxWidth: '100%' },
  // What has no room behind the label is not there, rather than cut.
  '& .line': { display: 'flex', flexWrap: 'wrap', columnGap: '4px', height: '1.25em' },
  '& .line > *': { lineHeight: 'inherit' },
  ...FROM_ITS_START,
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

/** One below the other. */
const TALL = {
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 0,
  '& time, & > span': { fontWeight: 400, maxWidth: '100%' },
  '& time': { ...ENTRY['& time'], textOverflow: 'clip' },
  '& b': {
    fontWeight: 600,
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    whiteSpace: 'normal',
    maxWidth: '100%',
    flex: 'none',
    overflowWrap: 'anywhere',
    hyphens: 'auto',
  },
};

const MOVABLE = { cursor: 'grab', userSelect: 'none', WebkitTouchCallout: 'none' };

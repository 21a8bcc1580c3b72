import { Box, Tooltip, useTheme } from '@mui/material';
import { useState, type KeyboardEvent } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Series } from '../cards';
import { inLanguage } from '../i18n/language';
import {
  CardFrame,
  formatAmount,
  formatShort,
  useCardTitle,
  type ModelCardProps,
} from './card-frame';
import { barsIn, listOf, valueOf, type Group } from './cards';
import type { Steps } from './range';

/** A bar for each month, week or day, which leads to the list of what it counts. */
export function SeriesCard({ planned, answered, now }: ModelCardProps<Series>) {
  const translate = useTranslate();
  return (
    <CardFrame
      planned={planned}
      answered={answered}
      aside={
        <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
          {translate(`dashboard.${LAST[planned.range]}`)}
        </Box>
      }
    >
      {({ groups: [groups = []] }) => <Chart planned={planned} groups={groups} now={now} />}
    </CardFrame>
  );
}

/** What the bars of a range are. */
const LAST = { month: 'months', year: 'months', quarter: 'weeks', days: 'last_days' } as const;

interface ChartProps {
  planned: ModelCardProps<Series>['planned'];
  groups: readonly Group[];
  now: Date;
}

const MONTH = inLanguage((locale) => new Intl.DateTimeFormat(locale, { month: 'short' }));
const DAY = inLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }),
);
const WHOLE_MONTH = inLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }),
);

/** Below bars there is room for the name of every other month, or for some days. */
const EACH: Readonly<Record<Steps['unit'], number>> = { month: 2, week: 3, day: 7 };

function Chart({ planned, groups, now }: ChartProps) {
  const { card } = planned;
  const title = useCardTitle()(planned);
  const { unit, bars } = barsIn(planned, now);
  const months = bars.map(({ start, filter }) => ({
    date: new Date(`${start}T00:00`),
    amount: valueOf(
      card,
      groups.find(({ by }) => by?.[`${card.on}.${unit}`] === start),
    ),
    to: listOf(planned.resource, filter),
  }));
  const [short, long] = unit === 'month' ? [MONTH(), WHOLE_MONTH()] : [DAY(), DAY()];
  const [chosen, setAt] = useState(months.length - 1);
  const at = Math.min(chosen, months.length - 1);
  const move = useMoving(months.length, at, setAt);
  const scale = scaleOf(months.map(({ amount }) => amount));
  return (
    <Box sx={{ position: 'relative', flex: 1, display: 'flex' }}>
      <Box aria-hidden sx={{ ...LINE, top: 0 }}>
        {months.some(({ amount }) => amount > 0) && <span>{formatShort(planned, scale.top)}</span>}
      </Box>
      <Box component="ul" aria-label={title} sx={CHART} onKeyDown={move}>
        {months.map(({ date, amount, to }, index) => {
          const text = `${long.format(date)}: ${formatAmount(planned, amount)}`;
          return (
            <Box component="li" key={to} sx={PLACE}>
              <Tooltip title={text} disableInteractive>
                <Box
                  component={Link}
                  to={to}
                  aria-label={text}
                  tabIndex={index === at ? 0 : -1}
                  onFocus={() => setAt(index)}
                  sx={COLUMN}
                >
                  {amount !== 0 && (
                    <Box
                      sx={index === months.length - 1 ? { ...FILLED, ...UNFINISHED } : FILLED}
                      style={scale.placeOf(amount)}
                    />
                  )}
                </Box>
              </Tooltip>
              <Box aria-hidden sx={NAME}>
                {(months.length - 1 - index) % EACH[unit] === 0 && short.format(date)}
              </Box>
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}

/** The months are one stop of the Tab key; arrows lead from one to the next. */
function useMoving(count: number, at: number, setAt: (at: number) => void) {
  const forward = useTheme().direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  return (event: KeyboardEvent<HTMLElement>) => {
    const steps: Partial<Record<string, number>> = {
      ArrowLeft: forward === 'ArrowLeft' ? at + 1 : at - 1,
      ArrowRight: forward === 'ArrowRight' ? at + 1 : at - 1,
      Home: 0,
      End: count - 1,
    };
    const next = steps[event.key];
    if (next === undefined || next < 0 || next >= count) return;
    event.preventDefault();
    setAt(next);
    event.currentTarget.querySelectorAll('a')[next]?.focus();
  };
}

/** The round number at the top of a chart, and where the bar of an amount is. */
export function scaleOf(amounts: readonly number[]) {
  const top = roundUp(Math.max(0, ...amounts));
  const bottom = Math.min(0, ...amounts);
  const share = (amount: number) => `${(Math.abs(amount) / (top - bottom)) * 100}%`;
  return {
    top,
    placeOf: (amount: number) => ({
      height: share(amount),
      bottom: share(amount < 0 ? bottom - amount : bottom),
    }),
  };
}

const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The first round number that is not smaller. */
function roundUp(amount: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(amount, 1)));
  return STEPS.map((step) => step * power).find((step) => step >= amount) ?? amount;
}

const LINE = {
  position: 'absolute',
  insetInline: 0,
  borderTop: '1px dashed',
  borderColor: 'divider',
  fontSize: '0.6875rem',
  color: 'text.secondary',
  '& > span': {
    position: 'absolute',
    insetInlineStart: 0,
    top: 2,
    backgroundColor: 'background.paper',
    pr: 0.5,
  },
};

const CHART = { listStyle: 'none', m: 0, p: 0, flex: 1, display: 'flex', position: 'relative' };

const PLACE = { flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' };

const COLUMN = {
  position: 'relative',
  flex: 1,
  minHeight: 132,
  borderRadius: 1,
  '&:hover': { textDecoration: 'none', backgroundColor: 'action.hover' },
};

const FILLED = {
  position: 'absolute',
  insetInline: '14%',
  minHeight: '1px',
  borderRadius: '3px 3px 0 0',
  backgroundColor: 'primary.main',
};

/** The month that is not over. */
const UNFINISHED = { opacity: 0.5 };

const NAME = {
  borderTop: 1,
  borderColor: 'divider',
  pt: 0.5,
  color: 'text.secondary',
  fontSize: '0.6875rem',
  whiteSpace: 'nowrap',
  // The name of a day is wider than its bar.
  display: 'flex',
  justifyContent: 'center',
  minHeight: '1.9em',
};

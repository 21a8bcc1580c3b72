import { Box, Typography } from '@mui/material';
import { useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { FieldFact } from '../application';
import { useIsPhone } from '../components/list/cards';
import { ListError } from '../components/list/list-empty';
import { NoSuchPage } from '../components/messages';
import { useFocusOn } from '../layouts/focus';
import { useReadable } from '../layouts/record-facts';
import { useSlide } from '../layouts/slide';
import { VISUALLY_HIDDEN } from '../theme/theme';
import { CalendarContext } from './calendar-context';
import { isDay, rangeOf, today, type Day, type Unit } from './days';
import { DayList } from './day-list';
import { EntryDetails, useDetails } from './entry-details';
import { MOST, entryOf, useEntries, type Dates } from './entries';
import { MonthGrid } from './month-grid';
import type { CalendarOptions } from './options';
import { Toolbar } from './toolbar';
import { useCalendar } from './use-calendar';
import { WeekGrid } from './week-grid';

interface CalendarViewProps extends CalendarOptions {
  field: string;
}

/** The records of a list in a month or a week, by their dates. */
export function CalendarView({ field, to, state, fields = [] }: CalendarViewProps) {
  const [from] = useReadable([field]);
  const [end] = useReadable(to === undefined ? [] : [to]);
  const [colours] = useReadable(state === undefined ? [] : [state]);
  const facts = useReadable(fields);
  if (from === undefined) return <NoSuchPage />;
  return <Period dates={{ from, to: end }} state={colours?.source} facts={facts} />;
}

interface PeriodProps {
  dates: Dates;
  state: string | undefined;
  facts: readonly FieldFact[];
}

function Period({ dates, state, facts }: PeriodProps) {
  const translate = useTranslate();
  const isPhone = useIsPhone();
  const { unit, day, go } = usePlace();
  const range = rangeOf(unit, day);
  const found = useEntries(dates, range);
  const calendar = useCalendar(dates, range);
  const rows = (found.data?.rows ?? []).map((row) => calendar.moved.get(row.id) ?? row);
  const entries = rows.flatMap((row) => entryOf(row, dates) ?? []);
  const details = useDetails(entries);
  const area = useRef<HTMLDivElement>(null);
  useSlide(area, calendar.refused);
  useFocusOn(area, calendar.focused);
  if (found.isError && found.data === undefined) return <ListError error={found.error} />;
  const shown = { unit, day, range, onDay: (next: Day) => go(unit, next) };
  const isRead = found.data !== undefined;
  const isCut = (found.data?.total ?? 0) > MOST;
  return (
    <CalendarContext
      value={{ ...calendar, dates, state, facts, entries, isRead, tell: details.open }}
    >
      <Toolbar {...shown} isTimed={dates.from.type === 'datetime'} onUnit={go} />
      <Box ref={area} aria-busy={found.isPending}>
        {isPhone ? (
          <DayList {...shown} />
        ) : unit === 'month' ? (
          <MonthGrid {...shown} />
        ) : (
          <WeekGrid {...shown} />
        )}
      </Box>
      {details.shown && <EntryDetails {...details.shown} onClose={details.close} />}
      {isCut && (
        <Typography variant="caption" role="status">
          {translate('calendar.cut', { count: MOST })}
        </Typography>
      )}
      <Box role="status" sx={VISUALLY_HIDDEN}>
        {calendar.said}
      </Box>
    </CalendarContext>
  );
}

/** What is seen, as the address says it: `unit=week&day=2026-11-30`; without it, the present month. */
function usePlace() {
  const [query, setQuery] = useSearchParams();
  const given = query.get('day');
  const day = isDay(given) ? given : today();
  const unit: Unit = query.get('unit') === 'week' ? 'week' : 'month';
  const go = (next: Unit, to: Day) =>
    setQuery(
      (old) => {
        const all = new URLSearchParams(old);
        all.set('unit', next);
        all.set('day', to);
        return all;
      },
      { replace: true },
    );
  return { unit, day, go };
}

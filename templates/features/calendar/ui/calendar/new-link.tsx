import { Box } from '@mui/material';
import type { MouseEvent } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { useLabels } from '../components/texts';
import { useCalendarContext } from './calendar-context';
import { dayName, dayNumber, today, type Day } from './days';

/** The number of a day, which leads to the form of a new record of it. */
export function DayNumber({ day, text = dayNumber(day) }: { day: Day; text?: string }) {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const name = useLabels().oneWithin(resource);
  const { mayCreate, newPath } = useCalendarContext();
  const isToday = day === today();
  const marks = { 'data-today': isToday ? '' : undefined };
  if (!mayCreate)
    return (
      <Box component="span" sx={NUMBER} {...marks}>
        {text}
      </Box>
    );
  const label = translate('calendar.add', { name, day: dayName(day) });
  return (
    <Box
      component={Link}
      to={newPath(day)}
      aria-label={`${text}. ${label}`}
      title={label}
      sx={NUMBER}
      {...marks}
    >
      {text}
    </Box>
  );
}

/** Opens the form of a new record where a click meets nothing else. */
export function useEmptyClick() {
  const { mayCreate, newPath } = useCalendarContext();
  const navigate = useNavigate();
  if (!mayCreate) return () => undefined;
  return (event: MouseEvent<HTMLElement>, day: Day, minute?: number) => {
    if ((event.target as HTMLElement).closest('a, button') === null)
      void navigate(newPath(day, minute));
  };
}

const NUMBER = {
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  minWidth: 26,
  height: 26,
  px: 0.75,
  borderRadius: 13,
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  color: 'text.secondary',
  textDecoration: 'none',
  'a&:hover': { bgcolor: 'action.hover', color: 'text.primary' },
  '&[data-today]': { bgcolor: 'primary.main', color: 'primary.contrastText', fontWeight: 600 },
};

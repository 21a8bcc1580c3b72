import CalendarIcon from '@mui/icons-material/EventOutlined';
import { page, type ListLayout, type UiFeature } from '../application';
import type { CalendarOptions } from './options';

export type { CalendarOptions };

/** Lists as calendars. */
export const calendarFeature: UiFeature = {
  name: 'calendar',
  texts: {
    en: {
      layout: 'Calendar',
      month: 'Month',
      week: 'Week',
      unit: 'Period',
      today: 'Today',
      before: 'Back',
      after: 'Forward',
      zone: 'Times in %{zone}',
      all_day: 'All day',
      more: '%{smart_count} more',
      empty: 'Nothing on this day',
      add: 'New %{name} on %{day}',
      cut: 'There is more in this period than is shown: the first %{count}.',
      open: 'Open',
      move: 'Move %{name}',
      keys: 'Space picks it up, arrow keys move it by days, Enter puts it down, Escape takes it back.',
      picked_up: '%{name} picked up, on %{day}.',
      put_back: '%{name} is back on %{day}.',
      earlier: 'A day earlier',
      later: 'A day later',
      week_earlier: 'A week earlier',
      week_later: 'A week later',
    },
  },
};

/** A list as a calendar, by a date of its records, or from a beginning to an end. */
export const calendar = (field: string, options: CalendarOptions = {}): ListLayout => ({
  name: 'calendar',
  icon: CalendarIcon,
  label: 'calendar.layout',
  date: field,
  page: page(async () => {
    const { CalendarView } = await import('./calendar-view');
    return { Calendar: () => <CalendarView field={field} {...options} /> };
  }, 'Calendar'),
});

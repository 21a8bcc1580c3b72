import { isTimeZone, UTC } from '../fields/periods.js';
import type { Feature } from '../service/project.js';
import { refusals } from './check-series.js';
import { numbersOf, setNumbers } from './number-rows.js';

/** The settings of numbers. */
export interface SeriesSettings {
  /** The time zone in which the years and months of numbers begin. */
  readonly timeZone: string;
}

/** Gives each new row of a model with `@Field({ series: 'INV-{year}-{0000}' })` the next number. */
export const series: Feature<SeriesSettings> = {
  name: 'series',
  readSettings: (read) => ({ timeZone: read('SERIES_TIME_ZONE', UTC, timeZone) }),
  testSettings: { timeZone: UTC },
  guardsBy: (own) => ({
    gives: 'series',
    of: (model) => numbersOf(model, own),
    fill: (rows, place) => setNumbers(rows, place, own),
    refusals,
    notes: ({ columns }) =>
      new Map(
        columns.flatMap(({ name, role }) => (role === 'series' ? [[name, SERIES_NOTE]] : [])),
      ),
  }),
};

/** What `/openapi.json` says of a number. */
const SERIES_NOTE =
  'The service gives it, the next number without gaps; it is ignored where it is sent.';

function timeZone(text: string): string {
  if (isTimeZone(text)) return text;
  throw new Error('must be the name of a time zone, such as Europe/Berlin');
}

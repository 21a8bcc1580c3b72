import { randomUUID } from 'node:crypto';

let count = 0;
const next = () => ++count;
const day = (number: number) => new Date(Date.UTC(2000, 0, number)).toISOString();

/** Begins again: the rows that have the values are gone. */
export const restartFresh = (): void => {
  count = 0;
};

/** Values that no row has yet. */
export const fresh = {
  /** A text of `min` to `max` characters. */
  text({ min = 0, max = Infinity }: { min?: number; max?: number } = {}): string {
    return next()
      .toString(36)
      .padStart(Math.max(min, Math.min(max, 6)), '0');
  },
  email: () => `somebody-${next()}@example.com`,
  url: () => `https://example.com/${next()}`,
  number: (min = 0) => min + next(),
  bigint: (min = 0) => String(min + next()),
  date: () => day(next()).slice(0, 10),
  time: () => new Date(next() * 1000).toISOString().slice(11, 19),
  datetime: () => day(next()),
  uuid: () => randomUUID(),
  /** Each of a few values in turn. */
  of: <T>(values: readonly T[]): T => values[next() % values.length]!,
};

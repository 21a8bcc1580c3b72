import { Cron } from 'croner';

/** A recurring time. */
export interface Schedule {
  /** Minute, hour, day of the month, month, day of the week; with six parts the first is the second: `0 3 * * *`. */
  readonly expression: string;
  /** The time zone: `Europe/Zurich`, `UTC`. */
  readonly timeZone: string;
}

/** The next occurrence of a schedule after a time; null if no occurrence follows. Throws for an invalid schedule. */
export function nextOccurrence({ expression, timeZone }: Schedule, after: Date): Date | null {
  if (/^\d{4}-/.test(expression)) throw new Error(`\`${expression}\` is not a cron expression`);
  if (!isTimeZone(timeZone))
    throw new Error(
      `\`${timeZone}\` is not a time zone; write one such as \`Europe/Zurich\` or \`UTC\``,
    );
  return new Cron(expression, { timezone: timeZone, paused: true }).nextRun(after);
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}

/** A duration: `500ms`, `10s`, `5m`, `12h`, `7d`. */
export type Duration = `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`;

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** A duration in milliseconds; throws for anything else. */
export function milliseconds(duration: Duration): number {
  const [, amount, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(duration) ?? [];
  const found = Number(amount) * (UNITS[unit] ?? NaN);
  if (found >= 0) return found;
  throw new Error(
    `expected a length of time such as \`30s\`, \`5m\` or \`12h\`, got \`${duration}\``,
  );
}

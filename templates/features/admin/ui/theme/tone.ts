import { alpha, type Theme } from '@mui/material';
import type { Ink } from './palette';

/** The colour that a status word suggests. */
export type Tone = 'red' | 'amber' | 'green' | 'blue' | 'grey';

const WORDS: Record<Exclude<Tone, 'grey'>, string> = {
  red: 'critical urgent cancelled canceled failed rejected overdue blocked error red inactive deleted lost',
  amber:
    'high pending warning waiting cancelling late draft review on_hold paused amber yellow arrived',
  green:
    'done active paid confirmed complete completed approved ok won green low_risk success published',
  blue: 'open planned scheduled in_progress progress started shipped sent booked medium processing new blue running',
};

const TONES = new Map(
  Object.entries(WORDS).flatMap(([tone, words]) =>
    words.split(' ').map((word) => [word, tone as Tone] as const),
  ),
);

/** What waits, whatever it waits for: `waiting_parts`, `awaiting_payment`. */
const WAITS = /^(a?waiting|pending)_/;

/** What a model says of the tones of its values: by field, then by value. */
export type Tones = Readonly<Partial<Record<string, Readonly<Partial<Record<string, Tone>>>>>>;

/** What an entity says of the tones of its values: it may name its own fields and values alone. */
export type TonesOf<Entity> = {
  readonly [K in keyof Entity as NonNullable<Entity[K]> extends string ? K : never]?: Readonly<
    Partial<Record<NonNullable<Entity[K]> & string, Tone>>
  >;
};

/** The tone of a value: what its model says, or else that of its word (`done`, `In progress`); grey for unknown words. */
export function toneOf(value: string, tones: Tones = {}, source = ''): Tone {
  const own = tones[source] ?? {};
  const told = Object.hasOwn(own, value) ? own[value] : undefined;
  const word = value.toLowerCase().replace(/[\s-]+/g, '_');
  return told ?? TONES.get(word) ?? (WAITS.test(word) ? 'amber' : 'grey');
}

/** Whether any of a field's values has a colour: those of `low` and `urgent`, none of `pc` and `kg`. */
export const hasTones = (values: readonly string[], tones?: Tones, source?: string): boolean =>
  values.some((value) => toneOf(value, tones, source) !== 'grey');

/** The colour of a tone in this theme. */
export function inkOf({ palette }: Theme, tone: Tone): string {
  const inks: Record<Tone, string> = {
    red: palette.error.main,
    amber: palette.warning.main,
    green: palette.success.main,
    blue: palette.info.main,
    grey: palette.text.secondary,
  };
  return inks[tone];
}

/** Classes of what tables show in each row: creating styles per value takes longer than rendering it. */
export const VALUE = {
  none: 'value-none',
  chip: 'value-chip',
  dot: 'value-dot',
  color: 'value-color',
} as const;

/** The class of the initials of people. */
export const FACE = 'face';

/** Their styles. */
export function values(ink: Ink, mode: 'light' | 'dark') {
  const tones: Record<Tone, string> = {
    red: ink.red,
    amber: ink.amber,
    green: ink.green,
    blue: ink.blue,
    grey: ink.quiet,
  };
  return {
    [`.${FACE}`]: face(mode),
    [`.${VALUE.none}`]: { color: ink.faint },
    [`.${VALUE.chip}`]: CHIP,
    [`.${VALUE.dot}::before`]: DOT,
    [`.${VALUE.color}`]: { ...SWATCHED, '& > span': { ...SWATCH, borderColor: ink.faint } },
    ...Object.fromEntries(
      Object.entries(tones).map(([tone, color]) => [
        `.${VALUE.chip}-${tone}`,
        { color, backgroundColor: alpha(color, ink.wash) },
      ]),
    ),
  };
}

/** Equally light whatever the hue, so that the letters can be read. */
const face = (mode: 'light' | 'dark') => ({
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  width: 'var(--size)',
  height: 'var(--size)',
  borderRadius: '50%',
  fontSize: 'calc(var(--size) * 0.4)',
  fontWeight: 600,
  lineHeight: 1,
  verticalAlign: 'middle',
  margin: '-2px 3px 0 0',
  letterSpacing: 0,
  color: `oklch(${mode === 'dark' ? '0.92 0.05' : '0.42 0.11'} var(--hue))`,
  backgroundColor: `oklch(${mode === 'dark' ? '0.36 0.06' : '0.92 0.05'} var(--hue))`,
});

const SWATCHED = { display: 'inline-flex', alignItems: 'center', gap: 6, whiteSpace: 'nowrap' };
const SWATCH = {
  flex: 'none',
  width: 12,
  height: 12,
  borderRadius: 3,
  borderWidth: 1,
  borderStyle: 'solid',
};

const CHIP = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  padding: '1px 7px',
  borderRadius: 6,
  fontSize: '0.75rem',
  fontWeight: 500,
  lineHeight: 1.6,
  whiteSpace: 'nowrap',
};

const DOT = {
  content: '""',
  width: 6,
  height: 6,
  borderRadius: '50%',
  backgroundColor: 'currentColor',
};

import { alpha } from '@mui/material';
import type { Ink } from './palette';
import type { Tone } from './tone';

/** Classes of what tables show in each row: creating styles per value takes longer than rendering it. */
export const VALUE = { none: 'value-none', chip: 'value-chip' } as const;

/** Their styles. */
export function values(ink: Ink, mode: 'light' | 'dark') {
  const tones: Record<Tone, string> = {
    red: ink.red,
    amber: ink.amber,
    green: ink.green,
    blue: ink.blue,
    grey: ink.quiet,
  };
  const strength = mode === 'dark' ? 0.14 : 0.08;
  return {
    [`.${VALUE.none}`]: { color: ink.faint },
    [`.${VALUE.chip}`]: CHIP,
    ...Object.fromEntries(
      Object.entries(tones).map(([tone, color]) => [
        `.${VALUE.chip}-${tone}`,
        { color, backgroundColor: alpha(color, strength) },
      ]),
    ),
  };
}

const CHIP = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  padding: '1px 7px',
  borderRadius: 12,
  fontSize: '0.75rem',
  fontWeight: 550,
  lineHeight: 1.6,
  whiteSpace: 'nowrap',
  '&::before': {
    content: '""',
    width: 6,
    height: 6,
    borderRadius: '50%',
    backgroundColor: 'currentColor',
  },
};

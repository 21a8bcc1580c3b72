import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import { alpha } from '@mui/material/styles';
import type { Tone } from '../../theme/tone';
import { toneOf } from '../../theme/tone';

/** A small coloured label for a value. */
export function ToneChip({ value, label }: { value: string; label: string }) {
  const tone = toneOf(value);
  return (
    <Box
      component="span"
      sx={(theme) => ({
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        px: 0.875,
        py: 0.125,
        borderRadius: 1.5,
        fontSize: '0.75rem',
        fontWeight: 550,
        lineHeight: 1.6,
        whiteSpace: 'nowrap',
        color: inkOf(theme, tone),
        bgcolor: alpha(inkOf(theme, tone), theme.palette.mode === 'dark' ? 0.14 : 0.08),
        '&::before': {
          content: '""',
          width: 6,
          height: 6,
          borderRadius: '50%',
          bgcolor: 'currentColor',
        },
      })}
    >
      {label}
    </Box>
  );
}

/** The ink of a tone in this theme. */
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

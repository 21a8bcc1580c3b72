import { Box } from '@mui/material';
import { inLanguage } from '../i18n/language';

/** Pixels of an hour. */
export const HOUR = 48;
const ALL = Array.from({ length: 24 }, (_, hour) => hour);

const NAME = inLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZone: 'UTC' }),
);

/** The names of the hours of a day, beside it. */
export function Hours() {
  return (
    <Box aria-hidden sx={{ position: 'relative', height: 24 * HOUR }}>
      {ALL.slice(1).map((hour) => (
        <Box key={hour} component="span" sx={{ ...LABEL, top: hour * HOUR - 8 }}>
          {NAME().format(new Date(hour * 3_600_000))}
        </Box>
      ))}
    </Box>
  );
}

/** A line at each hour, below what stands there. */
export const HourLines = () => <Box aria-hidden sx={LINES} />;

/** The present moment in hours of today. */
export function nowInHours(): number {
  const now = new Date();
  return now.getHours() + now.getMinutes() / 60;
}

/** Where the present moment is in the hours of today. */
export const NowLine = () => <Box aria-hidden sx={{ ...NOW, top: nowInHours() * HOUR }} />;

const LABEL = {
  position: 'absolute',
  insetInlineEnd: 8,
  fontSize: '0.6875rem',
  lineHeight: '16px',
  color: 'text.secondary',
  whiteSpace: 'nowrap',
};
const LINES = {
  position: 'absolute',
  top: 0,
  insetInline: '52px 0',
  height: 24 * HOUR,
  pointerEvents: 'none',
  color: 'divider',
  backgroundImage: `repeating-linear-gradient(currentColor 0 1px, transparent 1px ${HOUR}px)`,
};
const NOW = {
  position: 'absolute',
  insetInline: 0,
  height: 2,
  bgcolor: 'error.main',
  pointerEvents: 'none',
  zIndex: 2,
};

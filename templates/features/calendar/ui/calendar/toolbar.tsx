import BeforeIcon from '@mui/icons-material/NavigateBefore';
import AfterIcon from '@mui/icons-material/NavigateNext';
import { Box, Button, IconButton, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Segments } from '../components/segments';
import { MEASURES } from '../theme/theme';
import {
  monthName,
  rangeName,
  timeZone,
  today,
  turned,
  type Day,
  type Range,
  type Unit,
} from './days';

/** What is seen of a calendar. */
export interface Shown {
  unit: Unit;
  day: Day;
  range: Range;
  onDay: (day: Day) => void;
}

interface ToolbarProps extends Shown {
  /** Whether records have times of day. */
  isTimed: boolean;
  onUnit: (unit: Unit, day: Day) => void;
}

const UNITS: readonly Unit[] = ['month', 'week'];

/** Which period is seen, and what leads to others. */
export function Toolbar({ unit, day, range, isTimed, onDay, onUnit }: ToolbarProps) {
  const translate = useTranslate();
  return (
    <Box className="on-screen" sx={BAR}>
      <Button variant="outlined" onClick={() => onDay(today())}>
        {translate('calendar.today')}
      </Button>
      <Box sx={{ display: 'flex', '[dir="rtl"] & svg': { transform: 'scaleX(-1)' } }}>
        <IconButton
          aria-label={translate('calendar.before')}
          onClick={() => onDay(turned(unit, day, -1))}
        >
          <BeforeIcon />
        </IconButton>
        <IconButton
          aria-label={translate('calendar.after')}
          onClick={() => onDay(turned(unit, day, 1))}
        >
          <AfterIcon />
        </IconButton>
      </Box>
      <Typography variant="h2" aria-live="polite">
        {unit === 'month' ? monthName(day) : rangeName(range)}
      </Typography>
      {isTimed && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {translate('calendar.zone', { zone: timeZone() })}
        </Typography>
      )}
      <Box sx={{ ml: 'auto' }}>
        <Segments
          label={translate('calendar.unit')}
          options={UNITS.map((value) => ({ value, text: translate(`calendar.${value}`) }))}
          chosen={unit}
          onChoose={(next) => onUnit(next, day)}
        />
      </Box>
    </Box>
  );
}

/** Its height, below which what is seen of a calendar scrolls. */
export const TOOLBAR = 54;

const BAR = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  minHeight: { sm: TOOLBAR },
  pb: { xs: 1.5, sm: 0 },
  position: { sm: 'sticky' },
  top: MEASURES.header,
  zIndex: 3,
  bgcolor: 'background.default',
};

import { Box, ButtonBase } from '@mui/material';

export interface SegmentsProps<Value> {
  /** What is chosen. */
  label: string;
  options: readonly { value: Value; text: string; lang?: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** Buttons side by side, of which one is pressed: a choice among a few. */
export function Segments<Value extends string | null>(props: SegmentsProps<Value>) {
  const { label, options, chosen, onChoose } = props;
  return (
    <Box role="group" aria-label={label} sx={SEGMENTS}>
      {options.map(({ value, text, lang }) => (
        <ButtonBase
          key={value}
          lang={lang}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          sx={{ ...SEGMENT, '&[aria-pressed="true"]': CHOSEN }}
        >
          {text}
        </ButtonBase>
      ))}
    </Box>
  );
}

/** A tab of a page: a quiet word, which stands on a ground of its own where its page is open. */
export const TAB = {
  flexShrink: 0,
  minHeight: 32,
  minWidth: 0,
  px: 1.25,
  py: 0.75,
  borderRadius: 1,
  fontSize: '0.8125rem',
  fontWeight: 500,
  lineHeight: 1.5,
  color: 'text.secondary',
  '&:hover': { color: 'text.primary', bgcolor: 'action.hover', textDecoration: 'none' },
  '&:focus-visible': { outlineOffset: -2 },
  '&[aria-current]': { color: 'text.primary', bgcolor: 'action.focus' },
};

/** The frame of segments, also of links that look like them. */
export const SEGMENTS = {
  display: 'inline-flex',
  flexWrap: 'wrap',
  gap: '2px',
  p: '2px',
  border: 1,
  borderColor: 'divider',
  borderRadius: '8px',
  bgcolor: 'var(--menu)',
};

export const SEGMENT = {
  minHeight: 30,
  py: 0,
  px: 1.5,
  border: '1px solid transparent',
  borderRadius: '6px',
  fontSize: '0.8125rem',
  fontWeight: 500,
  color: 'text.secondary',
  '&:hover': { color: 'text.primary' },
  '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'primary.main' },
};

/** The segment that is chosen. */
export const CHOSEN = {
  borderColor: 'divider',
  color: 'text.primary',
  bgcolor: 'background.paper',
};

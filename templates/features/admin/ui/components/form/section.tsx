import { Box, Typography } from '@mui/material';
import { useContext, useId, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { AsideContext } from './aside';
import { useIsAlone } from './use-form-input';

export interface SectionProps {
  /** Its title; a language may have a text `sections.<title>` for it. */
  title?: string;
  children: ReactNode;
}

/** Inputs that belong together, in two columns where there is room. */
export function Section({ title, children }: SectionProps) {
  const translate = useTranslate();
  const titleId = useId();
  const isNarrow = useContext(AsideContext) !== null;
  if (useIsAlone()) return children;
  const inputs = <Box sx={isNarrow ? ONE_COLUMN : TWO_COLUMNS}>{children}</Box>;
  if (title === undefined) return <Box className="wide form-section">{inputs}</Box>;
  return (
    <Box className="wide form-section" role="group" aria-labelledby={titleId} sx={TITLED}>
      <Typography id={titleId} component="h2" sx={{ mb: 2, fontSize: '0.875rem', fontWeight: 600 }}>
        {translate(`sections.${title}`, { _: title })}
      </Typography>
      {inputs}
    </Box>
  );
}

/** The sections of a form, and beside them on wide windows its `Side`. */
export function Columns({ children }: { children: ReactNode }) {
  const isNarrow = useContext(AsideContext) !== null;
  if (useIsAlone()) return children;
  return (
    <Box className="wide form-columns" sx={isNarrow ? STACKED : BESIDE}>
      {children}
    </Box>
  );
}

/** What says how a record stands rather than what it is: its state, its people, its tags. */
export function Side({ children }: { children: ReactNode }) {
  if (useIsAlone()) return children;
  return (
    <Box className="form-side" sx={SIDE}>
      {children}
    </Box>
  );
}

const ONE_COLUMN = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: 2.25 };

const TWO_COLUMNS = {
  ...ONE_COLUMN,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  columnGap: 2.5,
  alignItems: 'start',
  '& > .wide': { gridColumn: '1 / -1' },
  // No hole before a long text.
  '& > :nth-of-type(odd):has(+ .wide)': { gridColumn: '1 / -1' },
  '& > .wide ~ *': { gridColumn: '1 / -1' },
};

const TITLED = { borderTop: 1, borderColor: 'divider', pt: 2.25 };

const SIDE = {
  ...ONE_COLUMN,
  alignContent: 'start',
  '@media (max-width: 1199.95px)': { borderTop: 1, borderColor: 'divider', pt: 3 },
};

const STACKED = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: 3 };

/** More rows than a form has sections: the last one takes what the side is longer. */
const ROWS = 30;

const BESIDE = {
  ...STACKED,
  '& > .form-section + .form-section': { mt: { lg: 3 } },
  [`@media (min-width: 1200px)`]: {
    rowGap: 0,
    columnGap: 4,
    gridTemplateColumns: 'minmax(0, 1fr) 300px',
    gridTemplateRows: `repeat(${ROWS - 1}, auto) 1fr`,
    '& > *': { gridColumn: 1 },
    '& > .form-side': {
      gridColumn: 2,
      gridRow: `1 / span ${ROWS}`,
      borderInlineStart: '1px solid',
      borderColor: 'divider',
      paddingInlineStart: '32px',
    },
  },
};

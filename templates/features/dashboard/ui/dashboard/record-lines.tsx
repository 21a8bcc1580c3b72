import { Box } from '@mui/material';
import { Link } from 'react-router';
import { sessionMayDo } from '../api/session';
import { recordPath, type Row } from '../application';

/** The first records of a card: each is a line with its name, what it has, and more about it below. */
export const LINES = { listStyle: 'none', m: 0, p: 0 };

export const LINE = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 1.5,
  py: 0.75,
  borderTop: 1,
  borderColor: 'divider',
  fontSize: '0.8125rem',
};

export const ELLIPSIS = {
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
};

const LABEL = { flex: 1, color: 'text.primary', fontWeight: 500, ...ELLIPSIS };

export const AMOUNT = { fontWeight: 550, fontVariantNumeric: 'tabular-nums' };

export const SECOND = {
  display: 'flex',
  gap: 1.5,
  flex: '1 0 100%',
  minWidth: 0,
  minHeight: '1.5em',
  fontSize: '0.75rem',
  color: 'text.secondary',
};

/** How many there are, as a link to all of them. */
export const COUNT = { fontWeight: 550, py: 0.5 };

/** The name of a record, which leads to it. */
export function RecordLink({ resource: { name }, row }: { resource: { name: string }; row: Row }) {
  return (
    <Box
      component={Link}
      to={sessionMayDo('show', name) ? `${recordPath(name, row.id)}/show` : `/${name}`}
      sx={LABEL}
    >
      {row._label}
    </Box>
  );
}

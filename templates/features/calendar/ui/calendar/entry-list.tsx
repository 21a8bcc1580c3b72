import { Box } from '@mui/material';
import type { Day } from './days';
import type { Entry } from './entries';
import { EntryLink } from './entry-link';

/** Records of a day, one below the other. */
export function EntryList({ entries, day }: { entries: readonly Entry[]; day: Day }) {
  return (
    <Box component="ul" sx={ENTRIES}>
      {entries.map((entry) => (
        <li key={entry.row.id}>
          <EntryLink entry={entry} day={day} />
        </li>
      ))}
    </Box>
  );
}

const ENTRIES = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '3px',
  alignSelf: 'stretch !important',
};

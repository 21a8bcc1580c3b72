import { Box, Button, Popover, Typography } from '@mui/material';
import { useState } from 'react';
import { RecordContextProvider, useResourceContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { recordPath, type RecordId } from '../application';
import { EditRecordButton } from '../components/page-header';
import { StateMenu } from '../components/state-menu';
import { useLabels } from '../components/texts';
import { FactValue, filledIn } from '../layouts/record-facts';
import { useMayEdit } from '../layouts/may-edit';
import { useCalendarContext } from './calendar-context';
import { dayName, timesName } from './days';
import type { Entry } from './entries';

interface Opened {
  id: RecordId;
  anchor: HTMLElement;
}

/** The entry of which more is told, and beside what; it is closed where the entry is no longer there. */
export function useDetails(entries: readonly Entry[]) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const entry = entries.find(({ row }) => row.id === opened?.id);
  return {
    shown: opened && entry && opened.anchor.isConnected ? { entry, anchor: opened.anchor } : null,
    open: ({ row }: Entry, anchor: HTMLElement) => setOpened({ id: row.id, anchor }),
    close: () => setOpened(null),
  };
}

interface EntryDetailsProps {
  entry: Entry;
  anchor: HTMLElement;
  onClose: () => void;
}

/** What is asked first of an entry: when it is, how far it has come, whose it is; and the ways on. */
export function EntryDetails({ entry, anchor, onClose }: EntryDetailsProps) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const labels = useLabels();
  const mayEdit = useMayEdit();
  const { facts, state } = useCalendarContext();
  const { row } = entry;
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': row._label, sx: PAPER } }}
    >
      <RecordContextProvider value={row}>
        <Box sx={{ display: 'grid', gap: 0.25, justifyItems: 'start' }}>
          <Typography variant="h3">{row._label}</Typography>
          <Typography sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            {whenOf(entry)}
          </Typography>
        </Box>
        {state !== undefined && <StateMenu source={state} />}
        <Box component="dl" sx={FACTS}>
          {filledIn(row, facts).map((fact) => (
            <div key={fact.source}>
              <dt>{labels.field(resource, fact.source)}</dt>
              <dd>
                <FactValue row={row} fact={fact} />
              </dd>
            </div>
          ))}
        </Box>
        <Box sx={{ display: 'flex', gap: 1, mt: 0.5 }}>
          <Button
            component={Link}
            to={`${recordPath(resource, row.id)}/show`}
            variant="contained"
            color="primary"
            autoFocus
          >
            {translate('calendar.open')}
          </Button>
          {mayEdit(row) && <EditRecordButton record={row} quiet />}
        </Box>
      </RecordContextProvider>
    </Popover>
  );
}

/** The days of an entry, or its day and its times. */
function whenOf({ first, last, times }: Entry): string {
  if (first !== last) return `${dayName(first)} – ${dayName(last)}`;
  return times === null ? dayName(first) : `${dayName(first)}, ${timesName(times)}`;
}

const PAPER = { p: 2, width: 300, display: 'grid', gap: 1.25, justifyItems: 'start' };
const FACTS = {
  display: 'grid',
  gap: 0.5,
  m: 0,
  fontSize: '0.8125rem',
  '&:empty': { display: 'none' },
  '& > div': { display: 'grid', gridTemplateColumns: '84px minmax(0, 1fr)', gap: 1 },
  '& dt': { color: 'text.secondary', overflowWrap: 'anywhere' },
  '& dd': { m: 0, overflowWrap: 'anywhere' },
};

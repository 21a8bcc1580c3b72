import { Box, Dialog, Typography } from '@mui/material';
import { Fragment, useId, useState, type KeyboardEvent } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { allResources, useApplication } from '../application';
import { formatList } from '../components/formats';
import { useDebounced } from '../components/use-debounced';
import { useLabels } from '../components/texts';
import { VISUALLY_HIDDEN } from '../theme/theme';
import type { Command } from './commands';
import {
  commandEntries,
  inOrder,
  nextIndex,
  openedEntries,
  recordEntries,
  type PaletteEntry,
} from './palette-entries';
import { PaletteInput, PaletteLine } from './palette-parts';
import { useOpenedRecords } from './opened-records';
import { useRecordSearch, useSearchConfig } from './record-search';

const TYPING_PAUSE = 160;

export interface CommandPaletteProps {
  commands: readonly Command[];
  onClose: () => void;
}

/** Searches every registered model, and leads to pages and actions; fully usable by keyboard. */
export function CommandPalette({ commands, onClose }: CommandPaletteProps) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const listId = useId();
  const titleId = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { entries, status } = useEntries(text.trim(), commands);
  const current = Math.min(at, entries.length - 1);
  const open = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    onClose();
    if (entry.run) entry.run();
    else void navigate(entry.to);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') open(entries[current]);
    const next = nextIndex(event.key, current, entries.length);
    if (next === null) return;
    event.preventDefault();
    setAt(next);
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  const type = (value: string) => {
    setText(value);
    setAt(0);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
      sx={AT_THE_TOP}
    >
      <Box component="h2" id={titleId} sx={VISUALLY_HIDDEN}>
        {translate('search.title')}
      </Box>
      <PaletteInput
        text={text}
        onType={type}
        onKeyDown={onKey}
        listId={listId}
        current={entries.length > 0 ? `${listId}-${current}` : undefined}
        busy={status.isFetching}
      />
      <PaletteList
        listId={listId}
        entries={entries}
        current={current}
        onPoint={setAt}
        onOpen={open}
      />
      <PaletteFooter text={text.trim()} count={entries.length} {...status} />
    </Dialog>
  );
}

const AT_THE_TOP = {
  '& .MuiDialog-container': { alignItems: 'flex-start' },
  '& .MuiDialog-paper': { mt: { xs: 2, sm: 9 }, borderRadius: 2 },
};

const LIST = { overflowY: 'auto', maxHeight: '60vh' };

interface PaletteListProps {
  listId: string;
  entries: readonly PaletteEntry[];
  current: number;
  onPoint: (index: number) => void;
  onOpen: (entry: PaletteEntry) => void;
}

function PaletteList({ listId, entries, current, onPoint, onOpen }: PaletteListProps) {
  const translate = useTranslate();
  return (
    <Box
      role="listbox"
      id={listId}
      aria-label={translate('search.title')}
      sx={{ ...LIST, p: entries.length > 0 ? 1 : 0 }}
    >
      {entries.map((entry, index) => (
        <Fragment key={entry.id}>
          {entry.group !== entries[index - 1]?.group && <GroupTitle>{entry.group}</GroupTitle>}
          <PaletteLine
            id={`${listId}-${index}`}
            entry={entry}
            selected={index === current}
            onPoint={() => onPoint(index)}
            onOpen={() => onOpen(entry)}
          />
        </Fragment>
      ))}
    </Box>
  );
}

function useEntries(text: string, all: readonly Command[]) {
  const translate = useTranslate();
  const query = useDebounced(text, TYPING_PAUSE);
  const { fields } = useSearchConfig();
  const application = useApplication();
  const search = useRecordSearch(text === '' ? '' : query);
  const opened = openedEntries(useOpenedRecords(), text, translate);
  const found = text === '' ? [] : recordEntries(search.groups, query, fields, translate);
  const records = found.filter(({ id }) => !opened.some((one) => one.id === id));
  const status = {
    isFetching: search.isFetching || query !== text,
    isFailed: search.isFailed,
    searched: search.searched.map(({ name }) => name),
  };
  const menu = application.features.flatMap((feature) => feature.menu ?? []);
  const places = application.features.flatMap((feature) => feature.usePlaces?.(text) ?? []);
  const resources = allResources(application);
  const commands = commandEntries(text, resources, menu, translate, all, places);
  const shown = [...opened, ...records];
  return {
    entries: text === '' ? [...shown, ...commands] : inOrder(text, commands, shown),
    status,
  };
}

function GroupTitle({ children }: { children: string }) {
  return (
    <Typography
      variant="overline"
      component="div"
      role="presentation"
      sx={{ px: 1.25, pt: 1, pb: 0.25 }}
    >
      {children}
    </Typography>
  );
}

interface PaletteFooterProps {
  text: string;
  count: number;
  isFetching: boolean;
  isFailed: boolean;
  searched: string[];
}

function PaletteFooter({ text, count, isFetching, isFailed, searched }: PaletteFooterProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const nothing = count === 0 && !isFetching;
  const models = formatList(searched.map(labels.manyWithin));
  const help = searched.length === 0 ? 'search.no_models' : 'search.no_results_help';
  return (
    <Box
      role="status"
      sx={{
        px: 2,
        py: 1,
        borderTop: count > 0 ? 1 : 0,
        borderColor: 'divider',
        fontSize: '0.75rem',
        color: 'text.secondary',
      }}
    >
      {nothing && (
        <Box component="p" sx={{ m: 0, mb: 0.5, color: 'text.primary' }}>
          {translate('search.no_results', { query: text })}
        </Box>
      )}
      {isFailed
        ? translate('search.failed')
        : translate(nothing || searched.length === 0 ? help : 'search.hint', { models })}
    </Box>
  );
}

import type { UiFeature } from '../application';
import SearchIcon from '@mui/icons-material/Search';
import { Box, ButtonBase } from '@mui/material';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useCommands } from './commands';
import { CommandPalette } from './command-palette';
import { useRememberOpened } from './opened-records';
import { useSearchConfig } from './record-search';

/** A search over all models, and a way to every page by keyboard. */
export const search: UiFeature = {
  name: 'search',
  Header: SearchBar,
  keys: [{ keys: 'Ctrl K', label: 'search.bar' }],
  texts: {
    en: {
      title: 'Search',
      bar: 'Search or jump to…',
      placeholder: 'Search records, pages and actions…',
      go_to: 'Go to',
      actions: 'Actions',
      recent: 'Recently opened',
      new: 'New %{name}',
      matched: 'in %{field}',
      no_results: 'Nothing found for “%{query}”',
      no_results_help: 'Searched: %{models}.',
      no_models: 'No model is registered for search yet.',
      hint: '↑ ↓ to choose, Enter to open, Esc to close',
      failed: 'Some models could not be searched.',
      system_theme: 'Theme of the system',
    },
  },
};

const isMac = () => /mac/i.test(navigator.userAgent);

/** The search in the header, which opens the palette; so does Ctrl+K (Cmd+K on a Mac) anywhere. */
export function SearchBar() {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const { commands, question } = useCommands();
  useSearchConfig();
  useRememberOpened();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <ButtonBase onClick={() => setOpen(true)} aria-keyshortcuts="Control+K Meta+K /" sx={BAR}>
        <SearchIcon sx={{ fontSize: 18, flexShrink: 0 }} aria-hidden />
        <Box
          component="span"
          sx={{ flex: 1, textAlign: 'left', overflow: 'hidden', textOverflow: 'ellipsis' }}
        >
          {translate('search.bar')}
        </Box>
        <Box component="kbd" sx={KEY} aria-hidden>
          {isMac() ? '⌘K' : 'Ctrl K'}
        </Box>
      </ButtonBase>
      {open && <CommandPalette commands={commands} onClose={() => setOpen(false)} />}
      {question}
    </>
  );
}

const BAR = {
  display: 'flex',
  gap: 1,
  flex: 1,
  maxWidth: 400,
  height: 36,
  px: 1.25,
  borderRadius: 1,
  border: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  color: 'text.secondary',
  fontSize: '0.8125rem',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  '&:hover': { borderColor: 'text.disabled' },
};

const KEY = {
  display: { xs: 'none', sm: 'block' },
  px: 0.75,
  borderRadius: 1,
  border: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  fontFamily: 'inherit',
  fontSize: '0.6875rem',
  lineHeight: 1.7,
};

import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { lazy, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { OnDemand } from '../components/loading-page';
import { useSearchConfig } from './search-config';

const CommandPalette = lazy(() =>
  import('./command-palette').then((module) => ({ default: module.CommandPalette })),
);

const isMac = () => /mac/i.test(navigator.userAgent);

/** The search in the header, which opens the palette; so does Ctrl+K (Cmd+K on a Mac) anywhere. */
export function SearchBar() {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  useSearchConfig();
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
      <ButtonBase onClick={() => setOpen(true)} aria-keyshortcuts="Control+K Meta+K" sx={BAR}>
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
      {open && (
        <OnDemand onClose={() => setOpen(false)}>
          <CommandPalette onClose={() => setOpen(false)} />
        </OnDemand>
      )}
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
  borderRadius: 2,
  border: 1,
  borderColor: 'divider',
  bgcolor: 'background.default',
  color: 'text.secondary',
  fontSize: '0.8438rem',
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

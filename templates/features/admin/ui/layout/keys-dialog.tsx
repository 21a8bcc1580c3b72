import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { useApplication, type KeyHelp } from '../application';

const KEYS: readonly KeyHelp[] = [
  { keys: '/', label: 'keys.search' },
  { keys: 'C', label: 'keys.create' },
  { keys: 'E', label: 'keys.edit' },
  { keys: 'J', label: 'show.after' },
  { keys: 'K', label: 'show.before' },
  { keys: 'Ctrl S', label: 'form.save' },
  { keys: 'Ctrl Shift Enter', label: 'form.save_and_new' },
  { keys: 'Esc', label: 'keys.leave' },
  { keys: '?', label: 'keys.title' },
];

/** All keys of the back-office, those of its features included. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const titleId = useId();
  const { features } = useApplication();
  const all = [...KEYS, ...features.flatMap((feature) => feature.keys ?? [])];
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('keys.title')}</DialogTitle>
      <DialogContent>
        <Box component="dl" sx={LIST}>
          {all.map(({ keys, label }) => (
            <Box key={keys} sx={{ display: 'contents' }}>
              <Box component="dt">{translate(label)}</Box>
              <Box component="dd" dir="ltr" sx={{ m: 0, display: 'flex', gap: 0.5 }}>
                {keys.split(' ').map((key) => (
                  <Box key={key} component="kbd" sx={KEY}>
                    {key}
                  </Box>
                ))}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {translate('app.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const LIST = {
  m: 0,
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  columnGap: 3,
  rowGap: 1.25,
  alignItems: 'center',
  fontSize: '0.875rem',
};

const KEY = {
  px: 0.75,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.default',
  fontFamily: 'inherit',
  fontSize: '0.75rem',
  lineHeight: 1.7,
};

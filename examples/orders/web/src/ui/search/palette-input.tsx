import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import InputBase from '@mui/material/InputBase';
import type { KeyboardEvent } from 'react';
import { useTranslate } from 'react-admin';

export interface PaletteInputProps {
  text: string;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  listId: string;
  /** The id of the line that Enter opens. */
  current: string | undefined;
  busy: boolean;
}

/** Where one types; the focus stays here while the arrow keys choose a line. */
export function PaletteInput({
  text,
  onType,
  onKeyDown,
  listId,
  current,
  busy,
}: PaletteInputProps) {
  const translate = useTranslate();
  return (
    <Box sx={FRAME}>
      <SearchIcon sx={{ color: 'text.secondary' }} aria-hidden />
      <InputBase
        autoFocus
        fullWidth
        value={text}
        placeholder={translate('search.placeholder')}
        onKeyDown={onKeyDown}
        onChange={(event) => onType(event.target.value)}
        sx={{ height: 52, fontSize: '0.9375rem' }}
        inputProps={{
          role: 'combobox',
          'aria-label': translate('search.placeholder'),
          'aria-expanded': current !== undefined,
          'aria-controls': listId,
          'aria-autocomplete': 'list',
          'aria-activedescendant': current,
        }}
      />
      {busy && <CircularProgress size={16} aria-label={translate('app.loading')} />}
    </Box>
  );
}

const FRAME = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  px: 2,
  borderBottom: 1,
  borderColor: 'divider',
};

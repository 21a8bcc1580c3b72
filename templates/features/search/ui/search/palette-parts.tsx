import SearchIcon from '@mui/icons-material/Search';
import { Box, CircularProgress, InputBase } from '@mui/material';
import type { KeyboardEvent } from 'react';
import { useTranslate } from 'react-admin';
import type { Match, PaletteEntry } from './palette-entries';

export interface PaletteInputProps {
  text: string;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  listId: string;
  /** The id of the line that Enter opens. */
  current: string | undefined;
  busy: boolean;
}

/** The input; it keeps the focus while the arrow keys choose a line. */
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

export interface PaletteLineProps {
  id: string;
  entry: PaletteEntry;
  selected: boolean;
  onPoint: () => void;
  onOpen: () => void;
}

/** One result: what it is, and where it matches the query. */
export function PaletteLine({ id, entry, selected, onPoint, onOpen }: PaletteLineProps) {
  const { icon: Icon, label, match, matchedIn } = entry;
  return (
    <Box
      role="option"
      id={id}
      aria-selected={selected}
      onMouseMove={onPoint}
      onClick={onOpen}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        px: 1.25,
        py: 0.75,
        borderRadius: 1.5,
        cursor: 'pointer',
        fontSize: '0.875rem',
        ...(selected && { bgcolor: 'action.selected' }),
      }}
    >
      <Icon aria-hidden sx={{ fontSize: 18, color: 'text.secondary' }} />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Box
          sx={{
            fontWeight: 500,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {match !== null && isWhole(match, label) ? <Marked match={match} /> : label}
        </Box>
        {match !== null && !isWhole(match, label) && (
          <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
            <Marked match={match} />
          </Box>
        )}
      </Box>
      {match !== null && <MatchedIn field={matchedIn} />}
    </Box>
  );
}

function isWhole({ before, found, after }: Match, label: string): boolean {
  return before + found + after === label;
}

function Marked({ match: { before, found, after } }: { match: Match }) {
  return (
    <>
      {before}
      <Box component="mark" sx={{ bgcolor: 'action.focus', color: 'inherit', borderRadius: 0.5 }}>
        {found}
      </Box>
      {after}
    </>
  );
}

function MatchedIn({ field }: { field: string }) {
  const translate = useTranslate();
  return (
    <Box
      component="span"
      sx={{ fontSize: '0.75rem', color: 'text.secondary', whiteSpace: 'nowrap' }}
    >
      {translate('search.matched', { field })}
    </Box>
  );
}

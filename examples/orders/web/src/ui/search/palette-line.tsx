import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import type { Match, PaletteEntry } from './palette-entries';

export interface PaletteLineProps {
  id: string;
  entry: PaletteEntry;
  selected: boolean;
  onPoint: () => void;
  onOpen: () => void;
}

/** One result: what it is, and where the query was found in it. */
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

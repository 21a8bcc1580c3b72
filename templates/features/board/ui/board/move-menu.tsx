import MoveIcon from '@mui/icons-material/DriveFileMoveOutlined';
import { IconButton, ListSubheader, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Row } from '../application';
import { ToneChip } from '../components/fields';
import { useBoardContext } from './board-context';

/** Moves a card without dragging it: to the columns that are open to it. */
export function MoveMenu({ row }: { row: Row }) {
  const translate = useTranslate();
  const { columns, columnOf, isOpen, put } = useBoardContext();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const open = columns.filter(({ key }) => key !== columnOf(row) && isOpen(row, key));
  if (open.length === 0) return null;
  return (
    <>
      <IconButton
        size="small"
        aria-label={translate('board.move', { name: row._label })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={BUTTON}
      >
        <MoveIcon sx={{ fontSize: 18 }} />
      </IconButton>
      {anchor && (
        <Menu anchorEl={anchor} open onClose={() => setAnchor(null)}>
          <ListSubheader role="presentation">{translate('board.move_to')}</ListSubheader>
          {open.map(({ key, value, label, tone }) => (
            <MenuItem
              key={key}
              onClick={() => {
                setAnchor(null);
                void put(row, { key });
              }}
            >
              {tone === undefined ? (
                label
              ) : (
                <ToneChip value={String(value)} label={label} tone={tone} />
              )}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}

/** On a screen with a mouse it comes with the card below it. */
const BUTTON = {
  flex: 'none',
  m: '-4px -6px -4px 0',
  color: 'text.secondary',
  '@media (hover: hover)': {
    'li:not(:hover, :focus-within) &': { opacity: 0 },
  },
};

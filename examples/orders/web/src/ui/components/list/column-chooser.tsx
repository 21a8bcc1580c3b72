import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import { VISUALLY_HIDDEN } from '../../theme/theme';
import type { ColumnChoice } from './use-columns';
import { useColumns } from './use-columns';

export interface ColumnChooserProps {
  /** The columns of the list. */
  children: ReactNode;
  /** Those that are hidden until somebody asks for them. */
  hidden: string[];
  anchor: HTMLElement;
  onClose: () => void;
}

/** Which columns a list shows, and in which order; kept in the browser. */
export function ColumnChooser({ anchor, onClose, children, hidden }: ColumnChooserProps) {
  const translate = useTranslate();
  const { columns, toggle, move, reset } = useColumns(useResourceContext() ?? '', children, hidden);
  const [said, setSaid] = useState('');
  const dragged = useRef<number | null>(null);
  const moveTo = (from: number, to: number) => {
    if (to < 0 || to >= columns.length || from === to) return;
    move(from, to);
    const name = columns[from]?.label;
    setSaid(translate('list.column_moved', { name, place: to + 1, total: columns.length }));
  };
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': translate('list.columns') } }}
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 1, minWidth: 260 }}>
        {columns.map((column, place) => (
          <ColumnLine
            key={column.source}
            column={column}
            onToggle={() => toggle(column.source)}
            onMove={(steps) => moveTo(place, place + steps)}
            onDrag={() => (dragged.current = place)}
            onDrop={() => moveTo(dragged.current ?? place, place)}
          />
        ))}
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', px: 1, pb: 1 }}>
        <Button onClick={reset}>{translate('list.columns_reset')}</Button>
      </Box>
      <Box role="status" sx={VISUALLY_HIDDEN}>
        {said}
      </Box>
    </Popover>
  );
}

interface ColumnLineProps {
  column: ColumnChoice;
  onToggle: () => void;
  onMove: (steps: 1 | -1) => void;
  onDrag: () => void;
  onDrop: () => void;
}

function ColumnLine({ column, onToggle, onMove, onDrag, onDrop }: ColumnLineProps) {
  const translate = useTranslate();
  const { label: name } = column;
  return (
    <Box
      component="li"
      draggable
      onDragStart={onDrag}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
      sx={LINE}
    >
      <FormControlLabel
        sx={{ flex: 1, m: 0, '& .MuiTypography-root': { fontSize: '0.8125rem' } }}
        control={<Checkbox checked={column.shown} onChange={onToggle} sx={{ p: 0.5, mr: 0.5 }} />}
        label={name}
      />
      <IconButton
        aria-label={translate('list.column_up', { name })}
        onClick={(event) => keepFocus(event.currentTarget, () => onMove(-1))}
      >
        <UpIcon fontSize="small" />
      </IconButton>
      <IconButton
        aria-label={translate('list.column_down', { name })}
        onClick={(event) => keepFocus(event.currentTarget, () => onMove(1))}
      >
        <DownIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}

const LINE = {
  display: 'flex',
  alignItems: 'center',
  borderRadius: 1,
  cursor: 'grab',
  '& .MuiIconButton-root': { width: 24, height: 24, p: 0, color: 'text.disabled' },
  '&:hover, &:focus-within': {
    bgcolor: 'action.hover',
    '& .MuiIconButton-root': { color: 'text.secondary' },
  },
};

/** The line moves in the document, which would take the focus away from its button. */
function keepFocus(button: HTMLElement, work: () => void): void {
  work();
  requestAnimationFrame(() => button.focus());
}

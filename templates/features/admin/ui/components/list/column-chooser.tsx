import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import { Box, Button, Checkbox, FormControlLabel, IconButton, Popover } from '@mui/material';
import { Children, isValidElement, useRef, useState, type ReactNode } from 'react';
import { useResourceContext, useStore, useTranslate } from 'react-admin';
import { VISUALLY_HIDDEN } from '../../theme/theme';
import { useFieldRuleOf } from '../../api/session';
import { useLabels } from '../texts';
import type { ColumnProps } from './columns';
import { useTableKey } from './table-store';

export interface ColumnChooserProps {
  /** The columns of the list. */
  children: ReactNode;
  /** Columns that are hidden by default. */
  hidden: string[];
  anchor: HTMLElement;
  onClose: () => void;
}

/** Which columns a list shows, and in which order; stored in the browser. */
export function ColumnChooser({ anchor, onClose, children, hidden }: ColumnChooserProps) {
  const translate = useTranslate();
  const { columns, toggle, move, reset } = useColumns(useResourceContext() ?? '', children, hidden);
  const [announcement, setAnnouncement] = useState('');
  const dragged = useRef<number | null>(null);
  const moveTo = (from: number, to: number) => {
    if (to < 0 || to >= columns.length || from === to) return;
    move(from, to);
    const name = columns[from]?.label;
    setAnnouncement(translate('list.column_moved', { name, place: to + 1, total: columns.length }));
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
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, pl: 1.5, pr: 1, pb: 1 }}>
        <RoomyChoice />
        <Button onClick={reset}>{translate('list.columns_reset')}</Button>
      </Box>
      <Box role="status" sx={VISUALLY_HIDDEN}>
        {announcement}
      </Box>
    </Popover>
  );
}

/** Gives tables more room between their lines, in all lists; stored in the browser. */
function RoomyChoice() {
  const translate = useTranslate();
  const [isRoomy, setRoomy] = useStore('tables.roomy', false);
  return (
    <FormControlLabel
      sx={{ flex: 1, m: 0, '& .MuiTypography-root': { fontSize: '0.8125rem' } }}
      control={
        <Checkbox checked={isRoomy} onChange={() => setRoomy(!isRoomy)} sx={{ p: 0.5, mr: 0.5 }} />
      }
      label={translate('list.roomy')}
    />
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

/** Moving the line in the DOM would take the focus away from its button. */
function keepFocus(button: HTMLElement, work: () => void): void {
  work();
  requestAnimationFrame(() => button.focus());
}

type ColumnFacts = Pick<ColumnProps, 'source' | 'label'> & { plain: boolean };

export interface ColumnChoice {
  source: string;
  label: string;
  shown: boolean;
  /** Whether its cells contain no links of their own. */
  plain: boolean;
}

/** The columns of a list in the user's order, where react-admin's table stores it. */
export function useColumns(resource: string, children: ReactNode, hiddenAtFirst: string[]) {
  const labels = useLabels();
  const ruleOf = useFieldRuleOf();
  const storeKey = useTableKey(resource);
  const [hidden, setHidden] = useStore<string[]>(storeKey, hiddenAtFirst);
  const [ranks, setRanks] = useStore<number[] | undefined>(`${storeKey}_columnRanks`);

  // The table counts its children, the first of which selects rows.
  const all = [null, ...Children.toArray(children).map(factsOf)];
  const order = fullOrder(ranks ?? [], all.length);
  const usable = order.filter((index) => isUsable(all[index], (source) => ruleOf(source).read));
  const columns = usable.map((index): ColumnChoice => {
    const { source, label, plain } = all[index]!;
    return {
      source,
      label: label ?? labels.field(resource, source),
      shown: !hidden.includes(source),
      plain,
    };
  });

  const toggle = (source: string) =>
    setHidden(
      hidden.includes(source) ? hidden.filter((one) => one !== source) : [...hidden, source],
    );
  const move = (from: number, to: number) => {
    const placeOf = (place: number) => order.indexOf(usable[place] ?? 0);
    setRanks(withMoved(order, placeOf(from), placeOf(to)));
  };
  const reset = () => {
    setHidden(hiddenAtFirst);
    setRanks(undefined);
  };
  return { columns, toggle, move, reset };
}

/** The columns of a table that cannot be rearranged, without those that the user may not read. */
export function useFixedColumns(children: ReactNode): ColumnFacts[] {
  const ruleOf = useFieldRuleOf();
  const all = Children.toArray(children).map(factsOf);
  return all.filter((facts) => facts !== null).filter(({ source }) => ruleOf(source).read);
}

/** The fields that the columns of a table show. */
export const sourcesOf = (children: ReactNode): string[] =>
  Children.toArray(children).flatMap((child) => factsOf(child)?.source ?? []);

function factsOf(child: ReactNode): ColumnFacts | null {
  if (!isValidElement<Partial<ColumnProps>>(child)) return null;
  const { source, label } = child.props;
  if (source === undefined) return null;
  const { plain } = child.type as { plain?: boolean };
  return { source, plain: plain === true, ...(label !== undefined && { label }) };
}

function isUsable(column: ColumnFacts | null | undefined, read: (source: string) => boolean) {
  return column != null && read(column.source);
}

/** The order of so many columns: as chosen, with newer ones at the end. */
export function fullOrder(chosen: readonly number[], count: number): number[] {
  const known = [...new Set(chosen)].filter((index) => index < count);
  const later = Array.from({ length: count }, (_, index) => index).filter(
    (index) => !known.includes(index),
  );
  return [...known, ...later];
}

/** The list with an item moved from one index to another. */
export function withMoved<T>(items: readonly T[], from: number, to: number): T[] {
  const others = items.filter((_, index) => index !== from);
  return [...others.slice(0, to), ...items.slice(from, from + 1), ...others.slice(to)];
}

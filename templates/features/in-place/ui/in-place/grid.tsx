import { Box, type SxProps, type TableProps, type Theme } from '@mui/material';
import {
  cloneElement,
  createContext,
  lazy,
  use,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';
import { useListContext, useRecordContext } from 'react-admin';
import type { CellProps, RecordId, Row } from '../application';
import { OnDemand } from '../components/messages';
import { CELL } from '../theme/react-admin';
import {
  cellAfter,
  cellAround,
  cellAt,
  cellByKey,
  enterCell,
  isEditableCell,
  isOwnControl,
  keepTabStop,
  menuIn,
  placeOf,
  type Move,
  type Place,
} from './cells';
import { useEditable, type IsEditable } from './editable';

const CellEditor = lazy(() =>
  import('./cell-editor').then((module) => ({ default: module.CellEditor })),
);

/** What the user may change; null in a table that is no grid. */
const EditableContext = createContext<IsEditable | null>(null);

/** A cell of a list, which the keyboard reaches. */
export function Cell({ source, className, editable, children }: CellProps) {
  const isEditable = use(EditableContext);
  const record = useRecordContext<Row>();
  if (isEditable === null || record === undefined) return <td className={className}>{children}</td>;
  const isOpen = editable && isEditable(record, source);
  return (
    <td
      className={className}
      tabIndex={-1}
      data-cell={source}
      {...(isOpen ? { 'data-editable': '' } : { 'aria-readonly': true })}
    >
      {children}
    </td>
  );
}

/** The table of a list as a grid whose cells are edited where they stand; as it is for those who may change nothing there. */
export function Grid({ children }: { children: ReactNode }) {
  const isEditable = useEditable();
  if (isEditable === null) return children;
  return (
    <EditableContext value={isEditable}>
      <EditableGrid>{children as ReactElement<TableProps>}</EditableGrid>
    </EditableContext>
  );
}

/** A cell that is edited. */
interface Edited {
  id: RecordId;
  source: string;
  cell: HTMLTableCellElement;
}

function EditableGrid({ children }: { children: ReactElement<TableProps> }) {
  const frame = useRef<HTMLDivElement>(null);
  const [edited, setEdited] = useState<Edited | null>(null);
  const { data = [] } = useListContext<Row>();
  const onFocus = useFocusKept(frame);
  const edit = (cell: HTMLTableCellElement) => {
    const { row, source } = placeOf(cell);
    const record = data[row];
    if (record !== undefined) setEdited({ id: record.id, source, cell });
  };
  const leave = (move: Move) => {
    setEdited(null);
    const from = edited?.cell;
    if (from === undefined || frame.current === null || move === 'away') return;
    const cell = cellAfter(frame.current, from, move);
    enterCell(frame.current, cell);
    const goesOn = move === 'next' || move === 'before';
    if (goesOn && cell !== from && menuIn(cell) === null) edit(cell);
  };
  return (
    <Box ref={frame} sx={GRID} {...handlers(edit)} {...onFocus}>
      {cloneElement(children, { role: 'grid' })}
      {edited && (
        <OnDemand onClose={() => leave('stay')}>
          <CellEditor key={`${edited.id} ${edited.source}`} {...edited} onDone={leave} />
        </OnDemand>
      )}
    </Box>
  );
}

/** What keys and the mouse do in a grid; `edit` opens a cell. */
function handlers(edit: (cell: HTMLTableCellElement) => void) {
  const open = (cell: HTMLTableCellElement) => {
    const menu = menuIn(cell);
    if (!isEditableCell(cell)) (cell.querySelector('a') ?? cell).click();
    else if (menu !== null) menu.click();
    else edit(cell);
  };
  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { currentTarget: frame, target, key } = event;
      const cell = cellAround(target, frame);
      const isPlain = ![event.altKey, event.ctrlKey, event.metaKey, event.shiftKey].includes(true);
      if (cell === null || cell !== target || !isPlain) return;
      const next = cellByKey(frame, cell, key);
      if (next !== null) enterCell(frame, next);
      else if (key === 'Enter' || key === 'F2') open(cell);
      else return;
      event.preventDefault();
    },
    // The row would open its record at the first click of two.
    onClickCapture: (event: MouseEvent<HTMLElement>) => {
      const cell = cellAround(event.target, event.currentTarget);
      if (cell === null || !isEditableCell(cell) || isOwnControl(event.target)) return;
      event.stopPropagation();
      enterCell(event.currentTarget, cell);
    },
    // A double click selects words of the page, also of the cell beside it.
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      const cell = cellAround(event.target, event.currentTarget);
      if (event.detail > 1 && cell !== null && isEditableCell(cell)) event.preventDefault();
    },
    onDoubleClick: (event: MouseEvent<HTMLElement>) => {
      const cell = cellAround(event.target, event.currentTarget);
      if (cell !== null && isEditableCell(cell) && !isOwnControl(event.target)) open(cell);
    },
  };
}

/** Keeps one stop for Tab, and the focus in the grid where the row that had it is gone: sorted or filtered away by its change. */
function useFocusKept(frame: RefObject<HTMLDivElement | null>) {
  const last = useRef<Place | null>(null);
  useLayoutEffect(() => {
    if (frame.current === null) return;
    keepTabStop(frame.current);
    if (last.current === null || document.activeElement !== document.body) return;
    const cell = cellAt(frame.current, last.current);
    if (cell !== null) enterCell(frame.current, cell);
  });
  return {
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      const cell = cellAround(target, currentTarget);
      if (cell !== null) last.current = placeOf(cell);
    },
    onBlur: ({ relatedTarget }: FocusEvent<HTMLElement>) => {
      if (relatedTarget !== null) last.current = null;
    },
  };
}

const GRID: SxProps<Theme> = {
  '& td[data-editable]': { cursor: 'cell' },
  '& td[data-editable]:hover': {
    boxShadow: ({ palette }: Theme) => `inset 0 0 0 1px ${palette.divider}`,
  },
  '& td[data-cell]:focus': {
    outline: '2px solid',
    outlineColor: ({ palette }: Theme) => palette.primary.main,
    outlineOffset: -2,
  },
  // Beside the text of a link there is room to click on the cell itself.
  [`& td[data-editable] .${CELL.link}`]: {
    display: 'inline-block',
    maxWidth: '100%',
    verticalAlign: 'bottom',
  },
};

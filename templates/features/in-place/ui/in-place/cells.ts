/** Where a cell is: the number of its row among those of the list, and the field of its column. */
export interface Place {
  row: number;
  source: string;
}

/** Where somebody goes from a cell: to one beside it, on in the order of reading, or away from the grid. */
export type Move = 'stay' | 'down' | 'next' | 'before' | 'away';

const CELL = 'td[data-cell]';
const EDITABLE = 'td[data-cell][data-editable]';

const all = (frame: HTMLElement, selector: string): HTMLTableCellElement[] => [
  ...frame.querySelectorAll<HTMLTableCellElement>(selector),
];

/** The cell around an element of a grid; null in what merely seems to be in it, such as an open menu. */
export function cellAround(target: EventTarget, frame: HTMLElement): HTMLTableCellElement | null {
  const cell = target instanceof Element ? target.closest<HTMLTableCellElement>(CELL) : null;
  return cell !== null && frame.contains(cell) ? cell : null;
}

export const isEditableCell = (cell: HTMLElement): boolean => cell.matches(EDITABLE);

/** Whether an element of a cell does something by itself when it is clicked. */
export const isOwnControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label') !== null;

/** The button of a cell that opens the values which its record may have next. */
export const menuIn = (cell: HTMLElement): HTMLElement | null =>
  cell.querySelector<HTMLElement>('button[aria-haspopup="menu"]');

export function placeOf(cell: HTMLTableCellElement): Place {
  const row = (cell.parentElement as HTMLTableRowElement).sectionRowIndex;
  return { row, source: cell.dataset['cell'] ?? '' };
}

/** The cell at a place, in the last row where there are no longer so many; null in an empty grid. */
export function cellAt(frame: HTMLElement, { row, source }: Place): HTMLTableCellElement | null {
  const column = all(frame, CELL).filter(({ dataset }) => dataset['cell'] === source);
  return column[Math.min(row, column.length - 1)] ?? null;
}

/** The cell to which a move leads: the same one at an end of the grid. */
export function cellAfter(
  frame: HTMLElement,
  from: HTMLTableCellElement,
  move: Move,
): HTMLTableCellElement {
  const { row, source } = placeOf(from);
  if (move === 'down') return cellAt(frame, { row: row + 1, source }) ?? from;
  const step = STEPS[move];
  if (step === undefined) return from;
  const cells = all(frame, EDITABLE);
  return cells[cells.indexOf(from) + step] ?? from;
}

const STEPS: Partial<Record<Move, number>> = { next: 1, before: -1 };

/** The cell to which a key leads from a cell, in the direction in which the page is read; null for other keys. */
export function cellByKey(
  frame: HTMLElement,
  from: HTMLTableCellElement,
  key: string,
): HTMLTableCellElement | null {
  const { row, source } = placeOf(from);
  const line = [...(from.parentElement?.querySelectorAll<HTMLTableCellElement>(CELL) ?? [])];
  const forward = getComputedStyle(frame).direction === 'rtl' ? -1 : 1;
  const beside = (step: number) => line[line.indexOf(from) + step] ?? from;
  switch (key) {
    case 'ArrowDown':
      return cellAt(frame, { row: row + 1, source });
    case 'ArrowUp':
      return cellAt(frame, { row: Math.max(0, row - 1), source });
    case 'ArrowRight':
      return beside(forward);
    case 'ArrowLeft':
      return beside(-forward);
    case 'Home':
      return line[0] ?? null;
    case 'End':
      return line.at(-1) ?? null;
    default:
      return null;
  }
}

/** Gives the focus to a cell, to which Tab leads from then on. */
export function enterCell(frame: HTMLElement, cell: HTMLTableCellElement): void {
  keepTabStop(frame, cell);
  cell.focus();
}

/** Tab leads to one cell of a grid: this one, or else the one to which it led, or the first. */
export function keepTabStop(frame: HTMLElement, wanted?: HTMLTableCellElement): void {
  const stops = all(frame, `${CELL}[tabindex="0"]`);
  const stop = wanted ?? stops[0] ?? frame.querySelector<HTMLTableCellElement>(CELL);
  for (const other of stops) if (other !== stop) other.tabIndex = -1;
  if (stop !== null) stop.tabIndex = 0;
}

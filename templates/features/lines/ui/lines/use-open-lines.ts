import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type HTMLAttributes,
  type MouseEvent,
} from 'react';
import { fieldIn, isSentTo, plainCellOf, rowOf } from './line-keys';

/** So many lines have inputs from the start: more than most records have, and than a screen shows of others. */
const FIRST_LINES = 20;

/** Which lines of a grid have inputs; the cells of the others are text, which takes a fraction of the work. */
export interface OpenLines {
  isOpen: (key: string, place: number) => boolean;
  /** Of the body of the table: a line has inputs from when its first cell gets the focus, or is pressed. */
  handlers: HTMLAttributes<HTMLElement>;
}

/** The lines of a grid that have inputs: the first ones, and those that somebody has entered. */
export function useOpenLines(): OpenLines {
  const [entered, setEntered] = useState<ReadonlySet<string>>(NONE);
  const then = useRef<(() => void) | null>(null);
  const pressed = useRef<HTMLElement | null>(null);
  // The input that is to have the focus stands there only now.
  useLayoutEffect(() => {
    then.current?.();
    then.current = null;
  });
  const handlers = useMemo(() => {
    const enter = (row: HTMLElement) => {
      const key = row.dataset['line']!;
      setEntered((before) => (before.has(key) ? before : new Set(before).add(key)));
    };
    return {
      onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
        const row = rowOf(target, currentTarget);
        if (row === null) return;
        const cell = plainCellOf(target);
        if (cell !== null) {
          const select = !isSentTo(cell);
          then.current = () => reach(cell, select);
        }
        enter(row);
      },
      onMouseDown: (event: MouseEvent<HTMLElement>) => {
        const cell = plainCellOf(event.target);
        const row = cell && rowOf(cell, event.currentTarget);
        pressed.current = null;
        if (cell === null || row === null || event.button !== 0) return;
        // Its input is to have the focus, not the cell.
        event.preventDefault();
        pressed.current = cell;
        then.current = () => reach(cell, true);
        enter(row);
      },
      onClick: ({ target }: MouseEvent<HTMLElement>) => {
        const cell = pressed.current;
        pressed.current = null;
        if (cell?.contains(target as Node)) press(fieldIn(cell));
      },
    };
  }, []);
  const isOpen = useCallback(
    (key: string, place: number) => place < FIRST_LINES || entered.has(key),
    [entered],
  );
  return { isOpen, handlers };
}

const NONE: ReadonlySet<string> = new Set();

/** Goes to the input that a cell has from now on; as Tab does, which selects what is in it. */
function reach(cell: HTMLElement, select: boolean): void {
  const field = fieldIn(cell) ?? fieldIn(cell.closest('tr'));
  field?.focus();
  if (select && field instanceof HTMLInputElement) field.select();
}

/** What opens its list, or is switched, by a press does so by the one that has made it an input. */
export function press(field: Element | null): void {
  if (!(field instanceof HTMLElement)) return;
  field.dispatchEvent(new window.MouseEvent('mousedown', { bubbles: true, cancelable: true }));
  field.click();
}

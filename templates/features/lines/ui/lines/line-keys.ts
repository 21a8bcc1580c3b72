import type { KeyboardEvent } from 'react';
import { USABLE_FIELD } from '../components/form/usable-field';

/** The rows of a grid of lines. */
export const rowsIn = (body: HTMLElement | null): HTMLElement[] =>
  [...(body?.children ?? [])].filter((row) => row instanceof HTMLElement);

/** The row around an element of a grid; null in what merely seems to be in it, such as an open list of options. */
export function rowOf(target: EventTarget | null, body: HTMLElement): HTMLElement | null {
  const row = target instanceof Element ? target.closest('tr') : null;
  return row !== null && body.contains(row) ? row : null;
}

/** The cell around an element that is text and becomes an input once it is entered. */
export const plainCellOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-plain]') : null;

/** The first input in an element that can have the focus. */
export const fieldIn = (element: HTMLElement | null | undefined): HTMLElement | null =>
  element?.querySelector<HTMLElement>(USABLE_FIELD) ?? null;

/** Goes to a cell of a line, else to its first one; of a removed line to the button that takes it back. */
export function focusLine(body: HTMLElement | null, place: number, column?: string): void {
  const row = rowsIn(body)[place];
  const cells = [...(row?.querySelectorAll<HTMLElement>('[data-column]:not([inert])') ?? [])];
  const own = cells.find(({ dataset }) => dataset['column'] === column);
  const inputs = [own, ...cells].map((cell) => (isPlain(cell) ? cell : fieldIn(cell)));
  const found = inputs.find((input) => input != null) ?? row?.querySelector('button[data-undo]');
  if (found instanceof HTMLElement) sendTo(found);
}

const isPlain = (cell: HTMLElement | undefined): cell is HTMLElement =>
  cell?.dataset['plain'] !== undefined;

/** A script gives the focus to an element. */
function sendTo(element: HTMLElement): void {
  element.dataset['sent'] = '';
  element.focus();
  delete element.dataset['sent'];
}

/** Whether an element has the focus from a script: Tab selects what is in an input, that does not. */
export const isSentTo = ({ dataset }: HTMLElement): boolean => dataset['sent'] !== undefined;

/** What a key means in a grid of lines. */
export interface LineKeys {
  /** Goes to the same cell of the next line; there may be none. */
  onNext: (place: number, column: string) => void;
  onMove: (from: number, to: number) => void;
}

/** Where in a grid a key was pressed; null in what merely seems to be in it, such as an open list of options. */
function placeOf({ target, currentTarget }: KeyboardEvent<HTMLElement>) {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const row = rowOf(cell, currentTarget);
  if (cell === null || row === null) return null;
  const place = rowsIn(currentTarget).indexOf(row);
  return place < 0 ? null : { place, column: cell.dataset['column']! };
}

/** Keys that mean the same in every cell, before its input takes them for something else. */
export function onFirst(event: KeyboardEvent<HTMLElement>, keys: LineKeys): void {
  const at = placeOf(event);
  const steps = event.altKey ? STEPS[event.key] : undefined;
  if (at !== null && steps !== undefined) {
    keys.onMove(at.place, at.place + steps);
  } else if (at !== null && isEnter(event) && isClosedChoice(event.target as Element)) {
    // The space bar opens it.
    keys.onNext(at.place, at.column);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

const isClosedChoice = (target: Element): boolean =>
  target.matches('div[role="combobox"]:not([aria-expanded="true"])');

/** Enter, unless it has chosen an option: without this it would save the form. */
export function onRest(event: KeyboardEvent<HTMLElement>, keys: LineKeys): void {
  const at = placeOf(event);
  const target = event.target as Element;
  if (at === null || !isEnter(event) || event.defaultPrevented || target.matches('button')) return;
  event.preventDefault();
  keys.onNext(at.place, at.column);
}

const isEnter = ({
  key,
  altKey,
  ctrlKey,
  metaKey,
  shiftKey,
  nativeEvent,
}: KeyboardEvent): boolean =>
  key === 'Enter' && ![altKey, ctrlKey, metaKey, shiftKey, nativeEvent.isComposing].includes(true);

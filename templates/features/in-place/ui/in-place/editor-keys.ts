import type { KeyboardEvent } from 'react';
import type { Move } from './cells';

type Press = KeyboardEvent<HTMLElement>;

/** Where a key leads from the input of a cell, unless the input has taken it: `stay` takes back what was typed; null for others. */
export function moveOf(event: Press): Move | null {
  const { key, shiftKey, target } = event;
  if (!isOwn(event) || event.defaultPrevented) return null;
  const move = moveBy(key, shiftKey);
  // Buttons of an input are pressed by Enter.
  if (move === null || (key === 'Enter' && (target as Element).matches('button'))) return null;
  event.preventDefault();
  event.stopPropagation();
  return move;
}

/** With Shift, Enter is a line break. */
function moveBy(key: string, isShifted: boolean): Move | null {
  if (key === 'Tab') return isShifted ? 'before' : 'next';
  if (key === 'Escape') return 'stay';
  return key === 'Enter' && !isShifted ? 'down' : null;
}

/** Enter leaves a closed list of choices, which would open: the space bar opens it. */
export function onClosedChoice(event: Press, submit: (move: Move) => void): void {
  const isClosed = (event.target as Element).matches(
    'div[role="combobox"]:not([aria-expanded="true"])',
  );
  if (!isOwn(event) || event.key !== 'Enter' || event.shiftKey || !isClosed) return;
  event.preventDefault();
  event.stopPropagation();
  submit('down');
}

/** Whether a key is for the input itself: not for a list of options or a dialog that it has opened, nor for composing a letter. */
const isOwn = ({ currentTarget, target, nativeEvent, altKey, ctrlKey, metaKey }: Press): boolean =>
  currentTarget.contains(target as Node) &&
  !nativeEvent.isComposing &&
  ![altKey, ctrlKey, metaKey].includes(true);

import { useEffect, useEffectEvent } from 'react';

/** Calls a function for a letter that is typed into no input or grid, and below no dialog or menu. */
export function useLetterKeys(keys: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, target } = event;
    if (event.defaultPrevented || ctrlKey || metaKey || altKey || isElsewhere(target)) return;
    const work = keys[event.key.toLowerCase()];
    if (work === undefined) return;
    // The letter is none of the text of an input that gets the focus.
    event.preventDefault();
    work();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"], [role="grid"]',
  ) !== null;

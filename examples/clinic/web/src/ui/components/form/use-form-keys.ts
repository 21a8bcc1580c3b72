import { useEffect, useEffectEvent } from 'react';
import type { RefObject } from 'react';

/** Ctrl+S and Ctrl+Enter (Cmd on a Mac) save the form, Esc leaves it; what lies over it has the keys for itself. */
export function useFormKeys(frame: RefObject<HTMLElement | null>, leave: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const isBehind = frame.current?.closest('[aria-hidden="true"]') !== null;
    if (isSave(event)) {
      event.preventDefault();
      if (!event.repeat && !isBehind) submit(frame.current);
    } else if (event.key === 'Escape' && !isBehind) leave();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function isSave({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && (key === 's' || key === 'Enter');
}

function submit(frame: HTMLElement | null): void {
  frame?.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
}

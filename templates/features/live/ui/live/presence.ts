import { onlineManager } from '@tanstack/react-query';

/** Milliseconds without input after which nobody is taken to look at the page. */
const AWAY = 300_000;
const INPUT = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove'] as const;

let lastInput = 0;

/** Notes when there is input, as of now; returns what ends that. */
export function watchInput(): () => void {
  const note = () => {
    lastInput = Date.now();
  };
  note();
  for (const kind of INPUT) window.addEventListener(kind, note, { passive: true, capture: true });
  return () => {
    for (const kind of INPUT) window.removeEventListener(kind, note, { capture: true });
  };
}

/** Whether a change would be seen at once: the page is visible and connected, and somebody uses it. */
export const isAttended = (): boolean =>
  !document.hidden && onlineManager.isOnline() && Date.now() - lastInput < AWAY;

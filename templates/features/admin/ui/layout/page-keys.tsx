import { lazy, useState } from 'react';
import { useLetterKeys } from '../components/letter-keys';
import { OnDemand } from '../components/messages';

const KeysDialog = lazy(() =>
  import('./keys-dialog').then((module) => ({ default: module.KeysDialog })),
);

/** Letters that do what a control of the page does which names them in `aria-keyshortcuts`; `?` shows all keys. */
export function PageKeys() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  useLetterKeys({
    c: () => press('C'),
    e: () => press('E'),
    '/': () => press('/'),
    '?': () => setOpen(true),
  });
  return (
    isOpen && (
      <OnDemand onClose={close}>
        <KeysDialog onClose={close} />
      </OnDemand>
    )
  );
}

/** Clicks the control with a key, or gives it the focus if it is an input: one of the page rather than of the bar above it. */
function press(key: string): void {
  const named = `[aria-keyshortcuts~="${key}"]:not(:disabled)`;
  const control =
    document.querySelector<HTMLElement>(`main ${named}`) ??
    document.querySelector<HTMLElement>(named);
  if (control?.matches('input')) control.focus();
  else control?.click();
}

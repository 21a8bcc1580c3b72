import { useEffect, useEffectEvent, useRef, useState, type DragEvent } from 'react';

const ZONE = 'data-file-zone';

/**
 * A place on which files are dropped, and into which they are pasted. The first one of a page takes what is pasted elsewhere on it,
 * unless that is text.
 */
export function useDropped(isOpen: boolean, onFile: (file: File) => void) {
  const zone = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | undefined): boolean => {
    const file = files?.[0];
    if (!file || !isOpen) return false;
    onFile(file);
    return true;
  };
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const within = event.target instanceof Element ? event.target.closest(`[${ZONE}]`) : null;
    const taker = within ?? document.querySelector(`[${ZONE}]`);
    const hasText = event.clipboardData?.types.includes('text/plain') ?? false;
    if (taker !== zone.current || (hasText && within === null)) return;
    if (take(event.clipboardData?.files)) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
  useEffect(refuseStrayFiles, []);
  const over = (event: DragEvent) => {
    if (!isOpen || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (take(event.dataTransfer.files)) event.preventDefault();
  };
  const props = {
    ref: zone,
    [ZONE]: '',
    onDragOver: over,
    onDragLeave: () => setOver(false),
    onDrop: drop,
  };
  return { isOver, props };
}

/** A browser opens a file in place of the form that it is dropped on, unless something there takes it. */
function refuseStrayFiles(): () => void {
  const refuse = (event: globalThis.DragEvent) => {
    const { dataTransfer, defaultPrevented } = event;
    if (defaultPrevented || !dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    dataTransfer.dropEffect = 'none';
  };
  const events = ['dragover', 'drop'] as const;
  for (const name of events) window.addEventListener(name, refuse);
  return () => {
    for (const name of events) window.removeEventListener(name, refuse);
  };
}

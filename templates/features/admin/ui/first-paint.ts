import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** Milliseconds that the first paint waits for the page, and then for its data: anything later is filled into the frame. */
const MAX_WAIT = { page: 600, data: 300 };

/** Makes the first paint wait for the session, and for the code of the opened page; neither promise may reject. */
export function awaitFirstPage(session: Promise<unknown>, page: Promise<unknown>): void {
  code = arrival(page);
  paint = arrival(Promise.race([Promise.all([session, page]), passed(MAX_WAIT.page)]));
  isFramed = false;
}

/**
 * Whether the code of the first page has been loaded, or cannot be. Suspense in React itself shows a fallback for at least
 * 300 ms.
 */
export const useFirstPage = (): boolean => useArrival(code);

/** Whether there is anything to draw. */
export const useFirstPaint = (): boolean => useArrival(paint);

/**
 * Whether header and menu are drawn: with the first page, and its data if it arrives soon. Drawing them one after the other
 * takes half as long again.
 */
export function useFrame(): boolean {
  const isDrawn = useSyncExternalStore(subscribe, () => isFramed);
  useLayoutEffect(() => {
    if (awaited === 0) drawFrame();
  }, []);
  return isDrawn;
}

/** Whether a page is drawn whose first data may be loading: it is requested first, and drawn with the frame. */
export function useFirstData(isPending: boolean): boolean {
  const isDrawn = useSyncExternalStore(subscribe, () => isFramed);
  const waits = isPending && !isDrawn;
  useLayoutEffect(() => (waits ? awaitData() : undefined), [waits]);
  return isDrawn;
}

interface Arrival {
  readonly all: Promise<unknown>;
  isThere: boolean;
}

/** After sign-in there is nothing to wait for. */
const ARRIVED: Arrival = { all: Promise.resolve(), isThere: true };

let code = ARRIVED;
let paint = ARRIVED;
let isFramed = true;
/** How many parts of the page wait for data. */
let awaited = 0;
const listeners = new Set<() => void>();

function arrival(all: Promise<unknown>): Arrival {
  const arriving: Arrival = { all, isThere: false };
  void all.then(() => (arriving.isThere = true));
  return arriving;
}

function useArrival(arriving: Arrival): boolean {
  const [isThere, setThere] = useState(arriving.isThere);
  useEffect(() => void arriving.all.then(() => setThere(true)), [arriving]);
  return isThere;
}

const passed = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function drawFrame(): void {
  isFramed = true;
  for (const listener of listeners) listener();
}

/** Returns a function that ends the waiting. */
function awaitData(): () => void {
  awaited += 1;
  const timer = setTimeout(drawFrame, MAX_WAIT.data);
  return () => {
    clearTimeout(timer);
    awaited -= 1;
    if (awaited === 0) drawFrame();
  };
}

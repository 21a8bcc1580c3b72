import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** Milliseconds for which the first picture waits for the page, and then for its data: what comes later has its place in the frame. */
const SOON = { page: 600, data: 300 };

/** Lets the first picture wait for who is signed in, and for the code of the page that was opened; neither promise may be refused. */
export function awaitFirstPage(session: Promise<unknown>, page: Promise<unknown>): void {
  code = arrival(page);
  picture = arrival(Promise.race([Promise.all([session, page]), passed(SOON.page)]));
  isFramed = false;
}

/** Whether the code of the first page has come, or cannot. React shows that something is missing for 300 ms at least, where it finds out itself. */
export const useFirstPage = (): boolean => useArrival(code);

/** Whether there is anything to draw. */
export const useFirstPicture = (): boolean => useArrival(picture);

/** Whether header and menu are drawn: with the first page, and its data if it comes soon. One after the other takes half as long again. */
export function useFrame(): boolean {
  const isDrawn = useSyncExternalStore(subscribe, () => isFramed);
  useLayoutEffect(() => {
    if (awaited === 0) drawFrame();
  }, []);
  return isDrawn;
}

/** Whether a page is drawn whose first data may be on its way: it asks before anything else is done, and is drawn with the frame. */
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

/** Who is not signed in yet opens the page when everything runs. */
const HERE: Arrival = { all: Promise.resolve(), isThere: true };

let code = HERE;
let picture = HERE;
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

/** Gives what ends the waiting. */
function awaitData(): () => void {
  awaited += 1;
  const timer = setTimeout(drawFrame, SOON.data);
  return () => {
    clearTimeout(timer);
    awaited -= 1;
    if (awaited === 0) drawFrame();
  };
}

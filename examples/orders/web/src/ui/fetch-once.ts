/** Something that is fetched when it is asked for first, and never again: what could not be fetched stays missing. */
export interface FetchedOnce<T> {
  fetch: () => Promise<T>;
  /** What came, once it is there: `use` lets a component wait a turn for that, too, and show that it does. */
  found: () => T | undefined;
}

export function fetchOnce<T>(load: () => Promise<T>): FetchedOnce<T> {
  let asked: Promise<T> | undefined;
  let found: T | undefined;
  return {
    fetch: () => (asked ??= load().then((value) => (found = value))),
    found: () => found,
  };
}

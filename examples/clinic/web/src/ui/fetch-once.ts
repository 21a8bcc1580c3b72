/** Something that is fetched when it is asked for first, and never again: what could not be fetched stays missing. */
export interface FetchedOnce<T> {
  /** For a component by `use`, each time: React, which tries one again after a moment, expects it to wait at the same place. */
  fetch: () => Promise<T>;
  /** What came, once it is there. */
  found: () => T | undefined;
}

export function fetchOnce<T>(load: () => Promise<T>): FetchedOnce<T> {
  let asked: Promise<T> | undefined;
  let found: T | undefined;
  const ask = () => {
    const asking = load().then((value) => {
      // As React keeps it of what it has waited for: a component need not wait another turn for what is there.
      Object.assign(asking, { status: 'fulfilled', value });
      return (found = value);
    });
    return asking;
  };
  return { fetch: () => (asked ??= ask()), found: () => found };
}

/** Something that is loaded on first use, and only once: after a failure it stays missing. */
export interface FetchedOnce<T> {
  /** For React's `use`: on retries it expects the same promise. */
  fetch: () => Promise<T>;
  /** The result, once it is loaded. */
  found: () => T | undefined;
}

export function fetchOnce<T>(load: () => Promise<T>): FetchedOnce<T> {
  let asked: Promise<T> | undefined;
  let found: T | undefined;
  const ask = () => {
    const asking = load().then((value) => {
      // The form in which React caches a resolved promise: a component need not suspend for what is there.
      Object.assign(asking, { status: 'fulfilled', value });
      return (found = value);
    });
    return asking;
  };
  return { fetch: () => (asked ??= ask()), found: () => found };
}

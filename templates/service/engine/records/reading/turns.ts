import { setImmediate } from 'node:timers';

/** The waiting tasks, in the order in which they came. */
const waiting: (() => void)[] = [];

/**
 * Does a slice of the work on a large page in a turn of the event loop of its own: whoever asks for something small waits for
 * one slice, and not for one of each page that is being read or sent.
 */
export function inOwnTurn(slice: () => void): void {
  if (waiting.push(slice) === 1) setImmediate(next);
}

/** Resolves in a turn of its own. */
export const ownTurn = (): Promise<void> => new Promise(inOwnTurn);

function next(): void {
  const slice = waiting.shift()!;
  if (waiting.length > 0) setImmediate(next);
  slice();
}

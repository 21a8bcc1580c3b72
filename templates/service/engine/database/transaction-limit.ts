import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatabaseOutage } from './outage.js';

/** The limits of a transaction. */
export interface TransactionBounds {
  /** Milliseconds; 0 for no limit. */
  readonly time: number;
  /** The transaction and its place, for messages: `a transaction begun at ...`. */
  readonly describe: () => string;
  /** Frees at once what the transaction holds, where whoever waits for it cannot. */
  readonly abandon?: (reason: Error) => void;
  /** Called when the time is over. */
  readonly report: (text: string) => void;
}

/**
 * Ends a transaction whose code does not: it holds a connection, or on SQLite everybody's writes. The code itself cannot be
 * stopped, so what it asks of the database from then on is refused; it would be written without the rest.
 */
export class TransactionLimit {
  readonly #bounds: TransactionBounds;
  #timer: NodeJS.Timeout | undefined;
  #signal: AbortSignal | undefined;
  #ended: DatabaseOutage | null = null;
  #fail: ((error: DatabaseOutage) => void) | undefined;

  constructor(bounds: TransactionBounds) {
    this.#bounds = bounds;
    if (bounds.time > 0) this.#timer = setTimeout(this.#timeOut, bounds.time);
  }

  /** Ends it with this signal, too. */
  follow(signal: AbortSignal | undefined): void {
    if (!signal) return;
    this.#signal = signal;
    if (signal.aborted) this.#abort();
    else signal.addEventListener('abort', this.#abort, { once: true });
  }

  /** The result of the transaction's work; fails as soon as that takes too long. */
  hold<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      if (this.#ended) reject(this.#ended);
      work.then(resolve, reject);
    });
  }

  /** Throws if the transaction was ended before its code. */
  assertInTime(): void {
    if (!this.#ended) return;
    const why = `this statement came too late: ${this.#ended.message}`;
    throw new DatabaseOutage('busy', why);
  }

  /** The transaction has ended by itself, or has no limit from here on. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#abort);
  }

  readonly #timeOut = (): void => {
    const { time, describe, report } = this.#bounds;
    const message = `${describe()} took longer than ${time / 1000} s (TRANSACTION_TIMEOUT), and was rolled back`;
    report(message);
    this.#end(message);
  };

  readonly #abort = (): void => {
    const { message } = this.#signal!.reason as Error;
    this.#end(`${this.#bounds.describe()} was rolled back: ${message}`);
  };

  #end(message: string): void {
    this.clear();
    this.#ended = new DatabaseOutage('busy', message);
    this.#bounds.abandon?.(this.#ended);
    this.#fail?.(this.#ended);
  }
}

/** This engine: what runs, and its TypeScript, which source maps show. */
const ENGINE = [
  dirname(import.meta.dirname),
  dirname(import.meta.dirname).replace(/dist[\\/]engine$/, 'engine'),
]
  .flatMap((folder) => [folder, pathToFileURL(folder).href])
  .map((folder) => folder.replace(/[^\w\s]/g, '\\$&'));
/** Stack frames that do not show whose code it was. */
const INTERNAL_FRAMES = new RegExp(
  `node_modules|node:internal|(?:${ENGINE.join('|')})[\\\\/](?!test[\\\\/])`,
);

/** The place of the developer's code when `origin` was created, as ` begun at ...`; empty if its stack does not show the place. */
export function placeOf(origin: Error): string {
  const own = (line: string): boolean => /^\s+at /.test(line) && !INTERNAL_FRAMES.test(line);
  const place = origin.stack?.split('\n').find(own);
  return place ? ` begun ${place.trim()}` : '';
}

import { LRUCache } from 'lru-cache';

/** How many statements the server keeps for a connection: each has its memory there. */
const MOST = 100;

/** The statements that the server keeps for one connection under their names. */
export class KeptStatements {
  static readonly #of = new WeakMap<object, KeptStatements>();
  /** The one that has just made room for another. */
  #given: string | null = null;
  readonly #names = new LRUCache<string, true>({
    max: MOST,
    dispose: (_, name, reason) => {
      if (reason === 'evict') this.#given = name;
    },
  });

  /** The statements that a connection keeps. */
  static of(connection: object): KeptStatements {
    let kept = KeptStatements.#of.get(connection);
    if (!kept) KeptStatements.#of.set(connection, (kept = new KeptStatements()));
    return kept;
  }

  /** Whether the server has the statement. */
  has(name: string): boolean {
    return this.#names.get(name) === true;
  }

  /** Notes that the server will have the statement; returns the name of one that is to make room for it. */
  add(name: string): string | null {
    this.#given = null;
    this.#names.set(name, true);
    return this.#given;
  }

  forget(name: string): void {
    this.#names.delete(name);
  }
}

/** Why a server cannot use what it has kept: the types of the result have changed, or somebody has let it go. */
const OUTDATED: readonly unknown[] = ['0A000', '26000'];

/**
 * A statement that the server had kept did not run, as it was no longer what it had been when it was kept. The next time it is
 * sent as a text.
 */
export class PlanOutdated extends Error {
  override readonly name = 'PlanOutdated';

  constructor(cause: unknown) {
    super('the database no longer has a prepared statement', { cause });
  }
}

/** Whether an error of a kept statement may be due to its being kept. */
export const isOutdated = (error: unknown): boolean =>
  OUTDATED.includes((error as { readonly code?: unknown } | null)?.code);

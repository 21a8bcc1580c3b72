/**
 * Why the database cannot serve a request just now: it has too much to do, does not answer, takes no changes, has no room
 * left, or holds what cannot be read.
 */
export type Outage = 'busy' | 'unavailable' | 'read-only' | 'full' | 'damaged';

/** An outage that no driver has an error for. */
export class DatabaseOutage extends Error {
  override readonly name = 'DatabaseOutage';

  constructor(
    readonly outage: Outage,
    /** For the log: names and places, never values. */
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** What a driver said, also where TypeORM has put its own error around it. */
export const driverErrorOf = (error: unknown): unknown =>
  (error as { driverError?: unknown } | null)?.driverError ?? error;

/** Remembers outages that nothing but a failing statement tells of, for checks of health. */
export class OutageMemory {
  #found: { readonly outage: Outage; readonly at: number } | null = null;

  constructor(private readonly kinds: readonly Outage[]) {}

  note(outage: Outage | null): void {
    if (outage !== null && this.kinds.includes(outage))
      this.#found = { outage, at: performance.now() };
  }

  /** The last one, unless it is older than `ms`. */
  recent(ms = Infinity): Outage | null {
    return this.#found && performance.now() - this.#found.at < ms ? this.#found.outage : null;
  }

  forget(): void {
    this.#found = null;
  }
}

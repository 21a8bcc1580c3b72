import { HttpProblem } from '../problem/problem.js';

/** The end of a read whose client has disconnected, and reads no response. */
export class ClientGone extends HttpProblem {
  constructor() {
    super(503, 'The client has disconnected.');
  }
}

/** Why the database cannot serve a request: it is overloaded, does not respond, is read-only, has no room left, or is corrupt. */
export type Outage = 'busy' | 'unavailable' | 'read-only' | 'full' | 'damaged';

/** An outage for which no driver has an error. */
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

/** The driver's error, also where TypeORM has wrapped it. */
export const driverErrorOf = (error: unknown): unknown =>
  (error as { driverError?: unknown } | null)?.driverError ?? error;

/** Remembers outages that only a failing statement reveals, for health checks. */
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

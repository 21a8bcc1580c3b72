import { FairQueue, type TurnKey } from '../database/fair-queue.js';
import { ClientGone } from '../database/outage.js';
import { coded, HttpProblem } from '../problem/problem.js';

/** Who waits for a spreadsheet: no user where the service goes on with an import by itself. */
export interface SheetReader {
  readonly userId?: TurnKey;
  /** Aborts when nobody waits any more. */
  readonly signal?: AbortSignal | undefined;
}

/** Spreadsheets of a user that are in work or wait, and those of all users that wait. */
const MOST_EACH = 3;
const MOST_WAITING = 20;
/** Milliseconds that a spreadsheet may take while other users wait. */
const PATIENCE = 10_000;
/** Seconds after which a client may ask again. */
const RETRY_AFTER = 5;

interface Task {
  readonly userId: TurnKey;
  readonly begin: () => void;
  readonly ending: AbortController;
}

/**
 * The spreadsheets of a process, which are read and written one at a time: each may take as much memory as a thread may have.
 * Users take turns, so that whoever asks for many delays only themselves.
 */
export class SheetLine {
  readonly #patience: number;
  readonly #waiting = new FairQueue<Task>(MOST_WAITING);
  readonly #asked = new Map<TurnKey, number>();
  #current: Task | null = null;
  /** Whether the current one has had its time. */
  #isLate = false;

  constructor(patience = PATIENCE) {
    this.#patience = patience;
  }

  /**
   * Runs `work` in its turn; when `ending` aborts, it has to end with the reason. Throws 503 for whoever asks for too many, and
   * where a spreadsheet takes too long for others who wait, and `ClientGone` where nobody waits for it any more.
   */
  async run<T>(
    { userId, signal }: SheetReader,
    work: (ending: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (userId !== undefined && this.#asksFor(userId) >= MOST_EACH)
      throw busy('You have asked for several spreadsheets already; wait until they are finished.');
    this.#asked.set(userId, this.#asksFor(userId) + 1);
    const ending = new AbortController();
    const leave = (): void => ending.abort(new ClientGone());
    signal?.addEventListener('abort', leave);
    try {
      if (signal?.aborted) throw new ClientGone();
      await this.#turn(userId, ending);
      const late = setTimeout(() => this.#hurry(true), this.#patience);
      try {
        return await work(ending.signal);
      } finally {
        clearTimeout(late);
        this.#begin(this.#waiting.next() ?? null);
      }
    } finally {
      signal?.removeEventListener('abort', leave);
      this.#asked.set(userId, this.#asksFor(userId) - 1);
      if (this.#asksFor(userId) === 0) this.#asked.delete(userId);
    }
  }

  #asksFor(userId: TurnKey): number {
    return this.#asked.get(userId) ?? 0;
  }

  #turn(userId: TurnKey, ending: AbortController): Promise<void> {
    return new Promise((resolve, reject) => {
      const task: Task = { userId, begin: resolve, ending };
      if (this.#current === null) return this.#begin(task);
      ending.signal.addEventListener('abort', () => {
        this.#waiting.remove(task);
        reject(ending.signal.reason as Error);
      });
      const excess = this.#waiting.enqueue(userId, task);
      excess?.ending.abort(busy('Too many spreadsheets are being made; try again later.'));
      this.#hurry();
    });
  }

  #begin(task: Task | null): void {
    this.#current = task;
    this.#isLate = false;
    task?.begin();
  }

  /** Ends the current one where it has had its time and other users wait. */
  #hurry(isLate = this.#isLate): void {
    this.#isLate = isLate;
    if (!isLate) return;
    const { userId, ending } = this.#current!;
    let doOthersWait = false;
    this.#waiting.next((other) => {
      doOthersWait ||= other !== userId;
      return false;
    });
    if (doOthersWait)
      ending.abort(busy('The spreadsheet takes too long while other requests wait; use CSV.'));
  }
}

const busy = (detail: string): HttpProblem =>
  new HttpProblem(503, detail, [], { 'retry-after': String(RETRY_AFTER) }, coded('busy'));

/** The line of this process. */
export const sheetLine = new SheetLine();

import type { Pool, PoolClient, QueryArrayResult, QueryConfig } from 'pg';
import { ClientGone, DatabaseOutage } from '../outage.js';
import { FairQueue, type TurnKey } from '../fair-queue.js';
import type { HealthConnection, Wire } from './connection-watch.js';

/** A statement; without a mode its rows are objects. */
type Query = QueryConfig & { readonly rowMode?: 'array' };

/** What runs a statement: a connection, or whatever finds one for it. */
export interface Queryable {
  query(config: Query): Promise<QueryArrayResult<unknown[]>>;
}

/** More statements than these do not wait. Most long reads are fast, and no connection is waited for longer than the limit. */
const MAX_WAITING = 1000;

/** How many statements may run. */
interface Limits {
  readonly running: number;
  readonly runningOfUser: number;
}

/** Connections are kept free for sign-ins, reads by key and writes; no single user fills the rest. */
const limitsOf = (poolSize: number): Limits => ({
  running: Math.max(1, poolSize - Math.ceil(poolSize / 4)),
  runningOfUser: Math.max(1, Math.floor(poolSize / 3)),
});

interface Waiter {
  hasEntered: boolean;
  readonly enter: () => void;
  readonly refuse: (reason: Error) => void;
}

/**
 * Statements of reads that may take long, on one server: lists, counts and searches. They share a part of the pool, where
 * users take turns, and end when their client leaves.
 */
export class LongReads {
  readonly #limits: Limits;
  readonly #running = new Map<TurnKey, number>();
  readonly #waiting = new FairQueue<Waiter>(MAX_WAITING);
  #count = 0;

  /** `health` is the same server outside the pool. */
  constructor(
    private readonly pool: Pool,
    private readonly health: HealthConnection,
  ) {
    this.#limits = limitsOf(pool.options.max);
  }

  /** How many statements wait for their turn. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Where a read runs its statements: each takes its turn, and the next free connection. */
  of(userId: TurnKey, signal: AbortSignal | undefined): Queryable {
    return { query: (config) => this.#query(config, userId, signal) };
  }

  async #query(
    config: Query,
    userId: TurnKey,
    signal: AbortSignal | undefined,
  ): Promise<QueryArrayResult<unknown[]>> {
    if (signal?.aborted) throw new ClientGone();
    if (this.#mayGo(userId)) this.#enter(userId);
    else await this.#takeTurn(userId, signal);
    const client = await this.#connect(userId, signal);
    try {
      return await this.#run(client, config, signal);
    } catch (error) {
      throw signal?.aborted ? new ClientGone() : error;
    } finally {
      this.#leave(userId);
    }
  }

  readonly #mayGo = (userId: TurnKey): boolean => {
    const { running, runningOfUser } = this.#limits;
    if (this.#count >= running) return false;
    return !userId || (this.#running.get(userId) ?? 0) < runningOfUser;
  };

  #enter(userId: TurnKey): void {
    this.#count += 1;
    this.#running.set(userId, (this.#running.get(userId) ?? 0) + 1);
  }

  #leave(userId: TurnKey): void {
    this.#count -= 1;
    const left = this.#running.get(userId)! - 1;
    if (left > 0) this.#running.set(userId, left);
    else this.#running.delete(userId);
    this.#waiting.next(this.#mayGo)?.enter();
  }

  async #takeTurn(userId: TurnKey, signal: AbortSignal | undefined): Promise<void> {
    const { connectionTimeoutMillis: time = 0 } = this.pool.options;
    let waiter!: Waiter;
    let timer: NodeJS.Timeout | undefined;
    const turn = new Promise<void>((resolve, reject) => {
      const late = (): void => reject(busy('no connection for long reads became free in time'));
      timer = time > 0 ? setTimeout(late, time) : undefined;
      const enter = (): void => {
        waiter.hasEntered = true;
        resolve(this.#enter(userId));
      };
      waiter = { hasEntered: false, enter, refuse: reject };
    });
    const refused = this.#waiting.enqueue(userId, waiter);
    refused?.refuse(busy(`${MAX_WAITING} reads are already waiting for a connection`));
    try {
      await unlessGone(turn, signal);
    } catch (error) {
      this.#waiting.remove(waiter);
      // It may have got its turn at this very moment.
      if (waiter.hasEntered) this.#leave(userId);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The place is kept until a connection comes that nobody waits for any more: it is in the pool's own line. */
  async #connect(userId: TurnKey, signal: AbortSignal | undefined): Promise<PoolClient> {
    const connected = this.pool.connect();
    try {
      return await unlessGone(connected, signal);
    } catch (error) {
      const release = (client: PoolClient): void => client.release();
      void connected.then(release, () => undefined).then(() => this.#leave(userId));
      throw error;
    }
  }

  /**
   * Releases the connection, but not before whatever could cancel a statement on it has ended, as the next one on it would be
   * cancelled instead. After a cancellation it is replaced, in case the network delivers that once more.
   */
  async #run(
    client: PoolClient,
    config: Query,
    signal: AbortSignal | undefined,
  ): Promise<QueryArrayResult<unknown[]>> {
    let cancelled: Promise<void> | undefined;
    let hasFailed = true;
    const cancel = (): void => {
      cancelled = this.#cancel((client as unknown as Wire).processID);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const result = await (client as Queryable).query(config);
      hasFailed = false;
      return result;
    } finally {
      signal?.removeEventListener('abort', cancel);
      if (cancelled) await cancelled;
      client.release(hasFailed || cancelled !== undefined);
    }
  }

  async #cancel(pid: number): Promise<void> {
    try {
      // Behind a pooler it would be the number of another's process: there the statement runs to its end.
      if (await this.health.knowsProcesses())
        await this.health.ask('SELECT pg_cancel_backend($1)', [pid]);
    } catch {
      // A server that does not respond cannot be told; the connection is watched for that.
    }
  }
}

const busy = (why: string): DatabaseOutage => new DatabaseOutage('busy', why);

/** The result, or an error as soon as the client leaves. */
async function unlessGone<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return result;
  let leave!: () => void;
  const gone = new Promise<never>((_resolve, reject) => {
    leave = () => reject(new ClientGone());
  });
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([gone, result]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { ClientGone } from '../outage.js';
import type { TurnKey } from '../fair-queue.js';
import type { HealthConnection } from './health-connection.js';
import type { Wire } from './pool-connections.js';
import { runsOn, type RunRows } from './rows-query.js';

/** The source at which a read runs its statements: it finds a connection for each of them. */
export interface Source {
  readonly rows: RunRows;
  /** Runs statements of TypeORM, whose rows are objects; null where its runner has a connection of its own. */
  readonly query: ((config: QueryConfig) => Promise<QueryResult>) | null;
}

/** The turns that say who may take a connection for a statement of a long read, and when. */
export interface Turns {
  /** How many statements wait for their turn. */
  readonly waiting: number;
  /** Resolves when it is a turn of the user, which `leave` ends; throws as soon as the client leaves. */
  take(userId: TurnKey, signal: AbortSignal | undefined): Promise<void>;
  leave(userId: TurnKey): void;
}

/**
 * Statements of reads that may take long, on one server: lists, counts and searches. They take the next free connection, and
 * end when their client leaves.
 */
export class LongReads {
  /** The turns that reads wait for before they wait for a connection. */
  turns: Turns | null = null;

  /** `health` is the same server outside the pool. */
  constructor(
    private readonly pool: Pool,
    private readonly health: HealthConnection,
  ) {}

  /** The source of the connections for the statements of a read. */
  of(userId: TurnKey, signal: AbortSignal | undefined): Source {
    return {
      rows: (query) => this.#take((client) => runsOn(client)(query), userId, signal),
      query: (config) => this.#take((client) => client.query(config), userId, signal),
    };
  }

  async #take<T>(
    statement: (client: PoolClient) => Promise<T>,
    userId: TurnKey,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    if (signal?.aborted) throw new ClientGone();
    const { turns } = this;
    if (turns) await turns.take(userId, signal);
    const client = await this.#connect(signal, () => turns?.leave(userId));
    try {
      return await this.#run(client, statement, signal);
    } catch (error) {
      throw signal?.aborted ? new ClientGone() : error;
    } finally {
      turns?.leave(userId);
    }
  }

  /** `leave` is called where there is no connection: once one has come that nobody waits for any more, as it is in the pool's line. */
  async #connect(signal: AbortSignal | undefined, leave: () => void): Promise<PoolClient> {
    const connected = this.pool.connect();
    try {
      return await unlessGone(connected, signal);
    } catch (error) {
      const release = (client: PoolClient): void => client.release();
      void connected.then(release, () => undefined).then(leave);
      throw error;
    }
  }

  /**
   * Releases the connection, but not before whatever could cancel a statement on it has ended, as the next one on it would be
   * cancelled instead. After a cancellation it is replaced, in case the network delivers that once more.
   */
  async #run<T>(
    client: PoolClient,
    statement: (client: PoolClient) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    let cancelled: Promise<void> | undefined;
    let hasFailed = true;
    const cancel = (): void => {
      cancelled = this.#cancel((client as unknown as Wire).processID!);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const result = await statement(client);
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

/** The result, or an error as soon as the client leaves. */
export async function unlessGone<T>(
  result: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
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

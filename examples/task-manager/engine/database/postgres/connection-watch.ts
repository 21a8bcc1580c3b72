import pg, { type Pool, type PoolClient, type Client } from 'pg';
import { DatabaseOutage } from '../outage.js';

/** Milliseconds between two checks. */
const CHECK_INTERVAL = 1000;

interface Traffic {
  bytes: number;
  /** Time of the last data received, or of the start of waiting. */
  since: number;
  /** Idle in the pool. */
  idle: boolean;
}

export interface WatchLimits {
  /** Milliseconds of silence after which the server is asked about a statement. */
  readonly silence: number;
  /** Milliseconds that a statement may take; 0 for no limit. */
  readonly statement: number;
}

/**
 * Drops connections that have gone silent: neither side notices when a network or failover loses one, and a client would wait
 * for its response forever. A long statement is silent as well, so the server is asked on another connection what is still
 * running.
 */
export class ConnectionWatch {
  readonly #open = new Map<PoolClient, Traffic>();
  readonly #exempt = new WeakSet<object>();
  readonly #timer: NodeJS.Timeout;
  #isChecking = false;

  constructor(
    pool: Pool,
    private readonly health: HealthConnection,
    private readonly limits: WatchLimits,
  ) {
    // On each acquire, since the pool may hold clients from before this listener.
    pool.on('acquire', (client) => {
      const known = this.#open.get(client);
      if (known) known.idle = false;
      else this.#open.set(client, { bytes: -1, since: performance.now(), idle: false });
    });
    pool.on('release', (_error, client) => {
      const known = this.#open.get(client);
      if (known) known.idle = true;
    });
    pool.on('remove', (client) => void this.#open.delete(client));
    this.#timer = setInterval(() => void this.#check(), CHECK_INTERVAL).unref();
  }

  /** Excludes the connection from now on: a schema change takes as long as it takes. */
  exempt(client: object): void {
    this.#exempt.add(client);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    const silent = this.#silent(this.limits.silence);
    if (silent.length > 0) await this.#checkSilent(silent);
    this.#isChecking = false;
  }

  /** Those that have waited for the server for at least that long. */
  #silent(limit: number): PoolClient[] {
    const now = performance.now();
    return [...this.#open].flatMap(([client, traffic]) => {
      const { connection, readyForQuery } = client as unknown as Wire;
      const { bytesRead } = connection.stream;
      if (readyForQuery || bytesRead !== traffic.bytes) {
        Object.assign(traffic, { bytes: bytesRead, since: now });
        return [];
      }
      return now - traffic.since < limit ? [] : [client];
    });
  }

  async #checkSilent(silent: readonly PoolClient[]): Promise<void> {
    const pids = silent.map((client) => (client as unknown as Wire).processID);
    try {
      if (!(await this.health.knowsProcesses())) return this.#dropOverdue();
      const busy = new Set(await this.health.ask<number>(RUNNING_STATEMENTS, [pids]));
      // Some have received their response meanwhile.
      const still = new Set(this.#silent(this.limits.silence));
      const gone = silent.filter((client, index) => still.has(client) && !busy.has(pids[index]!));
      if (gone.length === 0) return;
      this.#drop([...gone, ...this.#idle()], 'the server is no longer running its statement');
      // Their backends would hold locks for hours.
      const ended = gone.map((client) => (client as unknown as Wire).processID);
      await this.health.terminate(ended);
    } catch (error) {
      // An error message from the server shows that it is alive.
      if (typeof (error as { severity?: unknown }).severity === 'string') return;
      // Neither the connection nor a new one responds. A server that was merely slow gets another chance.
      this.#drop(this.#silent(2 * this.limits.silence), 'the server does not respond');
    }
  }

  /** Behind a pooler the server's processes cannot be checked, but a statement past its time limit is dead. */
  #dropOverdue(): void {
    const { silence, statement } = this.limits;
    if (statement === 0) return;
    const overdue = this.#silent(statement + silence);
    this.#drop(
      overdue.filter((client) => !this.#exempt.has(client)),
      'the statement timeout has passed',
    );
  }

  /** Idle connections are as old as those that are dead, and cheap to replace. */
  #idle(): PoolClient[] {
    return [...this.#open].flatMap(([client, { idle }]) => (idle ? [client] : []));
  }

  #drop(clients: readonly PoolClient[], why: string): void {
    const message = `a connection to the database has gone silent: ${why}`;
    for (const client of clients) {
      this.#open.delete(client);
      cut(client, new DatabaseOutage('unavailable', message));
    }
  }
}

const RUNNING_STATEMENTS = `SELECT pid FROM pg_stat_activity WHERE pid = ANY($1::int[]) AND state IN ('active', 'disabled')`;
const TERMINATE_BACKENDS = 'SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS gone (pid)';

const HAS_GENERIC_PLANS = `SELECT current_setting('server_version_num')::int >= 160000`;

/** Milliseconds for opening the connection, and for a response. */
const TIMEOUT = 1000;

/**
 * A connection outside the pool for checking the server's health: a full pool, or one whose connections have gone silent,
 * says nothing about the server.
 */
export class HealthConnection {
  #client: Client | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;
  #hasGenericPlans: Promise<boolean> | null = null;

  constructor(private readonly url: string) {}

  /** The first value of each row. One query at a time; a failed connection is replaced on the next query. */
  ask<T>(sql: string, values: readonly unknown[] = []): Promise<readonly T[]> {
    const answer = this.#last.then(() => this.#ask<T>(sql, values));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  /** Whether the process ids of connections are the server's own, not those of a pooler in between. */
  async knowsProcesses(): Promise<boolean> {
    const [pid] = await this.ask<number>('SELECT pg_backend_pid()');
    return (this.#client as { processID?: number } | null)?.processID === pid;
  }

  /** Ends server processes whose connections are no longer used, where that is possible. */
  async terminate(pids: readonly number[]): Promise<void> {
    try {
      // Behind a pooler they would be the numbers of others' processes.
      if (await this.knowsProcesses()) await this.ask(TERMINATE_BACKENDS, [pids]);
    } catch {
      // A server that does not respond cannot be told.
    }
  }

  /** Whether the server plans statements without their values, as PostgreSQL 16 and later do; asked once. */
  hasGenericPlans(): Promise<boolean> {
    this.#hasGenericPlans ??= this.ask<boolean>(HAS_GENERIC_PLANS).then(
      ([has]) => has === true,
      (error: unknown) => {
        this.#hasGenericPlans = null;
        throw error;
      },
    );
    return this.#hasGenericPlans;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#last;
    this.#drop();
  }

  /** A failure of a connection that has been idle since says nothing about the server: retries on a new one. */
  async #ask<T>(sql: string, values: readonly unknown[]): Promise<readonly T[]> {
    if (this.#client === null) return this.#askOnce(sql, values);
    return this.#askOnce<T>(sql, values).catch(() => this.#askOnce(sql, values));
  }

  async #askOnce<T>(sql: string, values: readonly unknown[]): Promise<readonly T[]> {
    const client = (this.#client ??= this.#closed ? null : await this.#open());
    if (!client) throw new Error('the database is being closed');
    try {
      const { rows } = await client.query<[T]>({
        text: sql,
        values: [...values],
        rowMode: 'array',
      });
      return rows.map(([value]) => value);
    } catch (error) {
      this.#drop();
      throw error;
    }
  }

  async #open(): Promise<Client> {
    const client = new pg.Client({
      connectionString: this.url,
      connectionTimeoutMillis: TIMEOUT,
      query_timeout: TIMEOUT,
      keepAlive: true,
    });
    client.on('error', () => {
      if (this.#client === client) this.#client = null;
    });
    try {
      await client.connect();
      return client;
    } catch (error) {
      cut(client);
      throw error;
    }
  }

  #drop(): void {
    if (this.#client) cut(this.#client);
    this.#client = null;
  }
}

/** Closes a connection without notifying the server, which may not respond. */
export function cut(client: object, error?: Error): void {
  (client as Wire).connection.stream.destroy(error);
}

/** Undocumented parts of the driver's client; covered by a test. */
export interface Wire {
  readonly connection: {
    readonly stream: { readonly bytesRead: number; destroy(error?: Error): void };
  };
  /** False from the start of a statement until the server has completed it. */
  readonly readyForQuery: boolean;
  readonly processID: number;
}

import pg, { type Client } from 'pg';
import type { Wire } from './pool-connections.js';

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

  /** Ends server processes whose connections are no longer used, if that is possible. */
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

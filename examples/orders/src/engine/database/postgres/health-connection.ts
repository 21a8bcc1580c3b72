import pg, { type Client } from 'pg';

/** Milliseconds for opening the connection, and for an answer. */
const PATIENCE = 1000;

/**
 * A connection beside the pool, for questions about the server's health: a full pool, or one whose connections have gone
 * silent, says nothing of the server.
 */
export class HealthConnection {
  #client: Client | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(private readonly url: string) {}

  /** The first value of each row. One question at a time; a connection that fails is replaced by the next question. */
  ask<T>(sql: string, values: readonly unknown[] = []): Promise<readonly T[]> {
    const answer = this.#last.then(() => this.#ask<T>(sql, values));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  /** Whether the numbers that connections have for their processes are the server's own, not those of a pooler between. */
  async knowsProcesses(): Promise<boolean> {
    const [pid] = await this.ask<number>('SELECT pg_backend_pid()');
    return (this.#client as { processID?: number } | null)?.processID === pid;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#last;
    this.#drop();
  }

  /** What has become of the connection since the last question says nothing of the server: a new one does. */
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
      connectionTimeoutMillis: PATIENCE,
      query_timeout: PATIENCE,
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

/** Ends a connection without a word to the server, which may not listen. */
export function cut(client: object, error?: Error): void {
  (client as Wire).connection.stream.destroy(error);
}

/** What the driver does not document of a client; a test holds it to that. */
export interface Wire {
  readonly connection: {
    readonly stream: { readonly bytesRead: number; destroy(error?: Error): void };
  };
  /** False from a statement's start until the server has told its end. */
  readonly readyForQuery: boolean;
  readonly processID: number;
}

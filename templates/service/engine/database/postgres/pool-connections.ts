import type { Socket } from 'node:net';
import type { Pool } from 'pg';

/** Parts of the driver's client. */
export interface Wire {
  readonly connection: {
    readonly stream: Pick<Socket, 'bytesRead' | 'destroyed' | 'destroy'>;
  };
  /** False from the start of a statement until the server has completed it. */
  readonly readyForQuery: boolean;
  /** Null until the server has accepted the connection. */
  readonly processID: number | null;
}

/** The open connections of a pool, by the events of the pool. */
export class PoolConnections {
  readonly #open = new Set<Wire>();
  readonly #used = new Set<Wire>();

  constructor(pool: Pool) {
    pool.on('connect', (client) => void this.#open.add(wireOf(client)));
    pool.on('acquire', (client) => {
      // A connection that the pool opened earlier is first seen here.
      this.#open.add(wireOf(client));
      this.#used.add(wireOf(client));
    });
    pool.on('release', (_, client) => void this.#used.delete(wireOf(client)));
    pool.on('remove', (client) => {
      this.#open.delete(wireOf(client));
      this.#used.delete(wireOf(client));
    });
  }

  all(): readonly Wire[] {
    return [...this.#open];
  }

  /** The connections that nobody uses now. */
  idle(): readonly Wire[] {
    return this.all().filter((client) => !this.#used.has(client));
  }
}

/** The driver's types lack the two flags of its client. */
const wireOf = (client: object): Wire => client as Wire;

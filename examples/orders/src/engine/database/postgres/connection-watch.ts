import type { Pool, PoolClient } from 'pg';
import { DatabaseOutage } from '../outage.js';
import { cut, type HealthConnection, type Wire } from './health-connection.js';

/** Milliseconds between two looks. */
const PACE = 1000;

interface Traffic {
  bytes: number;
  /** When something came last, or nothing was waited for. */
  since: number;
  /** Nobody has taken it out of the pool. */
  idle: boolean;
}

export interface WatchLimits {
  /** Milliseconds without a word from the server after which it is asked about a statement. */
  readonly silence: number;
  /** Milliseconds that a statement may take; 0 for any. */
  readonly statement: number;
}

/**
 * Drops connections that have gone silent: a network that forgets one, or a failover, tells neither side, and whoever waits
 * for an answer waits for good. A long statement is silent, too, so the server is asked on another connection what
 * it still works on.
 */
export class ConnectionWatch {
  readonly #open = new Map<PoolClient, Traffic>();
  readonly #patient = new WeakSet<object>();
  readonly #timer: NodeJS.Timeout;
  #looking = false;

  constructor(
    pool: Pool,
    private readonly health: HealthConnection,
    private readonly limits: WatchLimits,
  ) {
    // Each time it is taken, as the pool has some before anybody listens.
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
    this.#timer = setInterval(() => void this.#look(), PACE).unref();
  }

  /** What this connection does from here on takes what it takes: a change of the schema. */
  spare(client: object): void {
    this.#patient.add(client);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    const silent = this.#silent(this.limits.silence);
    if (silent.length > 0) await this.#judge(silent);
    this.#looking = false;
  }

  /** Those that have waited for the server as long as that. */
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

  async #judge(silent: readonly PoolClient[]): Promise<void> {
    const pids = silent.map((client) => (client as unknown as Wire).processID);
    try {
      if (!(await this.health.knowsProcesses())) return this.#dropOverdue();
      const busy = new Set(await this.health.ask<number>(WORKING, [pids]));
      // Some have had their answer meanwhile.
      const still = new Set(this.#silent(this.limits.silence));
      const gone = silent.filter((client, index) => still.has(client) && !busy.has(pids[index]!));
      if (gone.length === 0) return;
      this.#drop([...gone, ...this.#idle()], 'the server has ended what it was asked');
      // What the server still has of them would keep its locks for hours.
      const ended = gone.map((client) => (client as unknown as Wire).processID);
      await this.health.ask(END, [ended]).catch(() => undefined);
    } catch (error) {
      // A refusal is an answer: the server lives.
      if (typeof (error as { severity?: unknown }).severity === 'string') return;
      // Neither the connection nor a new one is answered. A server that only took its time has another chance.
      this.#drop(this.#silent(2 * this.limits.silence), 'the server does not answer');
    }
  }

  /** Behind a pooler nobody can be asked, but a statement that takes longer than it may is none. */
  #dropOverdue(): void {
    const { silence, statement } = this.limits;
    if (statement === 0) return;
    const overdue = this.#silent(statement + silence);
    this.#drop(
      overdue.filter((client) => !this.#patient.has(client)),
      'the time limit of statements is over',
    );
  }

  /** Of the same age and way as those that are gone, and soon made anew. */
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

const WORKING = `SELECT pid FROM pg_stat_activity WHERE pid = ANY($1::int[]) AND state IN ('active', 'disabled')`;
const END = 'SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS gone (pid)';

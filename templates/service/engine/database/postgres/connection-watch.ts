import { DatabaseOutage } from '../outage.js';
import { cut, type HealthConnection } from './health-connection.js';
import type { PoolConnections, Wire } from './pool-connections.js';

/** Milliseconds between two looks. */
const INTERVAL = 1000;

export interface WatchLimits {
  /** Milliseconds of silence after which the server is asked about a statement. */
  readonly silence: number;
  /** Milliseconds that a statement may take; 0 for no limit. */
  readonly statement: number;
}

/** What has arrived on a connection, and since when nothing more has while it waits. */
interface Heard {
  readonly bytes: number;
  readonly since: number;
}

/**
 * Drops connections that have gone silent: neither side notices when a network or failover loses one, and TCP gives up after
 * a quarter of an hour. A long statement is silent as well, so the server is asked on another connection what it runs.
 */
export class ConnectionWatch {
  readonly #heard = new WeakMap<Wire, Heard>();
  readonly #unlimited = new WeakSet<object>();
  readonly #timer: NodeJS.Timeout;
  #isLooking = false;

  constructor(
    private readonly connections: PoolConnections,
    private readonly health: HealthConnection,
    private readonly limits: WatchLimits,
  ) {
    this.#timer = setInterval(() => void this.#look(), INTERVAL).unref();
  }

  /** The statements of a connection have no time limit from now on: a schema change takes as long as it takes. */
  exempt(client: object): void {
    this.#unlimited.add(client);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const silent = this.#silent(this.limits.silence);
    if (silent.length > 0) await this.#drop(await this.#lostOf(silent));
    this.#isLooking = false;
  }

  async #drop(lost: readonly Wire[]): Promise<void> {
    if (lost.length === 0) return;
    const reason = 'a connection to the database has gone silent';
    // Idle ones are as old as those that are lost, and cheap to replace.
    for (const client of [...lost, ...this.connections.idle()])
      cut(client, new DatabaseOutage('unavailable', reason));
    // Their backends would hold locks for hours.
    await this.health.terminate(lost.map(({ processID }) => processID!));
  }

  /** The connections that have waited for the server for at least that long. */
  #silent(limit: number): readonly Wire[] {
    const now = performance.now();
    return this.connections.all().filter((client) => {
      const { bytesRead: bytes, destroyed } = client.connection.stream;
      // A driver without these two flags loses no connection here: the network gives up on it, later.
      const isAccepted = typeof client.processID === 'number';
      const waits = isAccepted && client.readyForQuery === false && !destroyed;
      const heard = this.#heard.get(client);
      if (waits && heard?.bytes === bytes) return now - heard.since >= limit;
      this.#heard.set(client, { bytes, since: now });
      return false;
    });
  }

  /** The silent connections whose statement the server does not run; all where it says nothing at all. */
  async #lostOf(silent: readonly Wire[]): Promise<readonly Wire[]> {
    const { silence } = this.limits;
    try {
      if (!(await this.health.knowsProcesses())) return this.#overdue();
      const pids = silent.map(({ processID }) => processID);
      const running = new Set(await this.health.ask(RUNNING_STATEMENTS, [pids]));
      // Some connections have received their response meanwhile.
      const still = new Set(this.#silent(silence));
      return silent.filter((client) => still.has(client) && !running.has(client.processID));
    } catch (error) {
      // An error message from the server shows that it is alive; one that was merely slow gets another chance.
      const isAlive = typeof (error as { severity?: unknown }).severity === 'string';
      return isAlive ? [] : this.#silent(2 * silence);
    }
  }

  /** Behind a pooler the server does not know the connections, but a statement past its time limit is dead. */
  #overdue(): readonly Wire[] {
    const { silence, statement } = this.limits;
    if (statement === 0) return [];
    return this.#silent(statement + silence).filter((client) => !this.#unlimited.has(client));
  }
}

const RUNNING_STATEMENTS = `SELECT pid FROM pg_stat_activity WHERE pid = ANY($1::int[]) AND state IN ('active', 'disabled')`;

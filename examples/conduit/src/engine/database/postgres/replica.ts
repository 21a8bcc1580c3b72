import type { Pool, PoolClient } from 'pg';
import type { PoolStats } from '../database.js';
import { DatabaseOutage } from '../outage.js';
import { parsePosition, type WritePosition } from '../read-your-writes.js';
import { safeMessage } from '../serialize-error.js';
import { cut, type HealthConnection } from './health-connection.js';
import { LongReads } from './long-reads.js';

/** Milliseconds without a response after which a replica is considered down. */
const TIMEOUT = 1000;

/** A streaming replica, as this process sees it. */
export class Replica {
  readonly long: LongReads;
  readonly #clients = new Set<PoolClient>();
  #position: WritePosition | null = null;
  #answeredAt = -Infinity;
  #isChecking = false;
  #problem: string | null = null;
  reads = 0;

  constructor(
    readonly name: string,
    readonly pool: Pool,
    private readonly health: HealthConnection,
  ) {
    this.long = new LongReads(pool, health);
    pool.on('connect', (client) => void this.#clients.add(client));
    pool.on('remove', (client) => void this.#clients.delete(client));
    // Of an idle connection; the next check finds out more.
    pool.on('error', () => undefined);
  }

  /** How far it has replayed; null where it must not be read from, wherever it is. */
  get position(): WritePosition | null {
    return this.problem === null ? this.#position : null;
  }

  /** Why it must not be read from. */
  get problem(): string | null {
    const isSilent = performance.now() - this.#answeredAt > TIMEOUT;
    return this.#problem ?? (isSilent ? 'it does not respond' : null);
  }

  /** Queries its position; `cluster` is the cluster that it must belong to. */
  async check(cluster: string): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      const [askedAt, [row]] = [performance.now(), await this.health.ask<Answer>(STATE)];
      const [from, position] = row!;
      this.#problem = findProblem(from === cluster, position);
      this.#position = position === null ? null : parsePosition(position);
      this.#answeredAt = askedAt;
    } catch (error) {
      this.exclude(safeMessage(error));
    } finally {
      this.#isChecking = false;
    }
  }

  /** Until it responds again. Waiting reads fail at once, and use the primary. */
  exclude(reason: string): void {
    this.#problem = reason;
    this.cut();
  }

  cut(): void {
    const gone = new DatabaseOutage('unavailable', `the replica ${this.name} is left out`);
    for (const client of this.#clients) cut(client, gone);
    this.#clients.clear();
  }

  /** How many statements wait for a connection. */
  get waiting(): number {
    return this.pool.waitingCount + this.long.waiting;
  }

  stats(lag: number): PoolStats {
    const { totalCount: size, idleCount } = this.pool;
    const name = `replica ${this.name}`;
    const busy = size - idleCount;
    return { name, size, busy, waiting: this.waiting, reads: this.reads, lag };
  }

  async close(): Promise<void> {
    await this.health.close();
    await this.pool.end();
  }
}

type Answer = readonly [cluster: string, position: string | null];

/** The identity of a server: replicas share that of their primary. */
const CLUSTER = `(SELECT system_identifier FROM pg_control_system()) || ' ' || current_database()`;

/** The identity of a primary, and its write position. */
export const primaryState = (position: string): string =>
  `SELECT json_build_array(${CLUSTER}, (${position}))`;

/**
 * The same for a replica, with the end of what it has applied; null for a server that is none. The timeline comes from where
 * it receives WAL, visible to those with `pg_monitor`; its last checkpoint has it as well, but late.
 */
const STATE =
  `SELECT json_build_array(${CLUSTER}, CASE WHEN pg_is_in_recovery() THEN coalesce(` +
  `(SELECT received_tli FROM pg_stat_wal_receiver), (SELECT timeline_id FROM pg_control_checkpoint())) ` +
  `|| '-' || (pg_last_wal_replay_lsn() - '0/0'::pg_lsn) END)`;

function findProblem(isOurs: boolean, position: string | null): string | null {
  if (!isOurs) return 'it is not a replica of the database in DATABASE_URL';
  return position === null ? 'it is not a streaming replica' : null;
}

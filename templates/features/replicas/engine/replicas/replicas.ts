import type { PoolStats, Report } from '../database/database.js';
import { DatabaseOutage, driverErrorOf } from '../database/outage.js';
import { cut, type HealthConnection } from '../database/postgres/health-connection.js';
import { outage } from '../database/postgres/errors.js';
import type { PostgresServer } from '../database/postgres/server.js';
import { safeMessage } from '../database/serialize-error.js';
import {
  POSITION,
  ReadYourWrites,
  parsePosition,
  reaches,
  type ReadRequirement,
  type WritePosition,
} from './read-your-writes.js';

/** Milliseconds between two checks of the servers. */
const CHECK_INTERVAL = 200;
/** Milliseconds after the start in which replicas that do not respond are not reported. */
const STARTUP_PERIOD = 2000;

/** The primary's position at a moment: a replica that has reached it has all that was committed before. */
interface Sample {
  readonly at: number;
  readonly position: WritePosition;
}

/** Utilisation of a server where there are replicas. */
export interface ReplicaStats extends PoolStats {
  /** How many reads that replicas may serve have come here so far. */
  readonly reads: number;
  /** The lag of a replica in seconds; infinite if unknown. */
  readonly lag?: number;
}

/** Chooses a replica for a read: one that has what its reader wrote, and whose lag is at most `maxLag` seconds. */
export class Replicas {
  readonly writes = new ReadYourWrites();
  readonly #timer: NodeJS.Timeout;
  /** Why each replica is left out, as last reported; null where it is read from. */
  readonly #reported = new Map<Replica, string | null>();
  readonly #startedAt = performance.now();
  #samples: Sample[] = [];
  #cluster: string | null = null;
  #isSampling = false;
  /** Reads that a replica could have served, and the primary did. */
  #missedReads = 0;

  constructor(
    private readonly all: readonly Replica[],
    private readonly primary: HealthConnection,
    private readonly maxLag: number,
    private readonly report: Report,
  ) {
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL).unref();
    this.#check();
  }

  /** A replica for the current request's read; null where the primary must serve it. */
  choose(): Replica | null {
    const requirement = this.writes.requirement();
    const replica = requirement && this.#choose(requirement);
    if (replica) replica.reads += 1;
    else this.#missedReads += 1;
    return replica;
  }

  /** Whether the primary is to retry what a replica has failed to serve. */
  shouldUsePrimary(replica: Replica, error: unknown): boolean {
    if (outage(error) === 'unavailable') replica.exclude(safeMessage(error));
    // The primary would take as long. A record that is not reached may be new; other errors the primary can judge.
    const isTooLong = (driverErrorOf(error) as { code?: unknown } | null)?.code === '57014';
    if (!isTooLong) this.#missedReads += 1;
    return !isTooLong;
  }

  stats(connections: PoolStats): readonly ReplicaStats[] {
    const replicas = this.all.map((replica) => replica.stats(this.#lagOf(replica)));
    return [{ ...connections, reads: this.#missedReads }, ...replicas];
  }

  /** How many reads replicas have served so far, or failed to. */
  get reads(): number {
    return this.all.reduce((sum, { reads }) => sum + reads, 0);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.all.map((replica) => replica.close()));
  }

  /** A user stays with one replica, so that what they have seen does not vanish again; the others are used when it is busy. */
  #choose({ since, userId }: ReadRequirement): Replica | null {
    const { length } = this.all;
    const first = userId === undefined ? Math.floor(Math.random() * length) : userId % length;
    const rotated = [...this.all.slice(first), ...this.all.slice(0, first)];
    const eligible = rotated.filter((replica) => {
      const { position } = replica;
      if (!position || this.#lagOf(replica) > this.maxLag) return false;
      return since === null || reaches(position, since);
    });
    return eligible.find(({ waiting }) => waiting === 0) ?? eligible[0] ?? null;
  }

  /** Seconds: everything committed before that is there. */
  #lagOf({ position }: Replica): number {
    const reached =
      position && this.#samples.findLast((sample) => reaches(position, sample.position));
    return reached ? (performance.now() - reached.at) / 1000 : Infinity;
  }

  #check(): void {
    void this.#sample();
    for (const replica of this.all) {
      if (this.#cluster !== null) void replica.check(this.#cluster);
      this.#reportState(replica);
    }
  }

  async #sample(): Promise<void> {
    if (this.#isSampling) return;
    this.#isSampling = true;
    try {
      const at = performance.now();
      const [row] = await this.primary.ask<readonly [string, string]>(primaryState(POSITION));
      const [cluster, position] = row!;
      this.#cluster = cluster;
      const recent = this.#samples.filter((sample) => at - sample.at <= this.maxLag * 1000);
      this.#samples = [...recent, { at, position: parsePosition(position) }];
    } catch {
      // Without new samples all replicas soon count as stale; the primary's own failures are reported elsewhere.
    } finally {
      this.#isSampling = false;
    }
  }

  /** Reports when a replica is left out, when that turns out to be for good, and when it comes back. */
  #reportState(replica: Replica): void {
    const isLate = this.#lagOf(replica) > this.maxLag;
    const problem = replica.problem ?? (isLate ? `it lags by more than ${this.maxLag} s` : null);
    if (replica.problem !== null) replica.cut();
    const isEarly = problem !== null && performance.now() - this.#startedAt < STARTUP_PERIOD;
    if (isEarly || !this.#isNews(replica, problem)) return;
    this.#reported.set(replica, problem);
    this.report(
      `the replica ${replica.name} is ${problem === null ? 'read from' : `left out: ${problem}`}`,
    );
  }

  /** Passing problems follow one another (it stops, refuses, lags), and are one piece of news. */
  #isNews(replica: Replica, problem: string | null): boolean {
    const reported = this.#reported.get(replica);
    if (reported === undefined || (reported === null) !== (problem === null)) return true;
    return replica.isMisplaced && problem !== reported;
  }
}

/** Milliseconds without a response after which a replica is considered down. */
const TIMEOUT = 1000;

/** A streaming replica, as this process sees it. */
export class Replica {
  readonly #clients = new Set<object>();
  #position: WritePosition | null = null;
  #answeredAt = -Infinity;
  #isChecking = false;
  #problem: string | null = null;
  /** Whether it has said itself that it is no replica of this database: only a person can mend that. */
  isMisplaced = false;
  reads = 0;

  constructor(
    readonly name: string,
    readonly server: PostgresServer,
  ) {
    const { pool } = server;
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
      const [askedAt, [row]] = [performance.now(), await this.server.health.ask<Answer>(STATE)];
      const [from, position] = row!;
      this.#problem = findProblem(from === cluster, position);
      this.isMisplaced = this.#problem !== null;
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
    this.isMisplaced = false;
    this.cut();
  }

  cut(): void {
    const gone = new DatabaseOutage('unavailable', `the replica ${this.name} is left out`);
    for (const client of this.#clients) cut(client, gone);
    this.#clients.clear();
  }

  /** How many statements wait for a connection. */
  get waiting(): number {
    return this.server.waiting;
  }

  stats(lag: number): ReplicaStats {
    return { ...this.server.stats(`replica ${this.name}`), reads: this.reads, lag };
  }

  close(): Promise<void> {
    return this.server.close();
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

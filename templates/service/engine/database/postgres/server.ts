import type { Pool } from 'pg';
import type { QueryRunner } from 'typeorm';
import type { DatabaseReadOptions, PoolStats } from '../database.js';
import type { Session, Statement } from '../dialect.js';
import { traceStatement } from '../trace-statement.js';
import type { HealthConnection } from './health-connection.js';
import { PlanOutdated } from './kept-statements.js';
import { LongReads, type Source, type Turns } from './long-reads.js';
import { PoolConnections } from './pool-connections.js';
import { asOutage } from './errors.js';
import { RowsQuery, type RowsResult, type RunRows } from './rows-query.js';

/** Milliseconds until a server that did not tell whether it is behind a pooler is asked again. */
const ASK_AGAIN = 10_000;

/** Makes the turns of a server, by the options of its pool. */
export type TurnsOn = (options: Pool['options']) => Turns;

/** A PostgreSQL server: a pool of connections to it, and one outside the pool for its health. */
export class PostgresServer {
  readonly connections: PoolConnections;
  readonly #long: LongReads;
  /** The next free connection, for each statement. */
  readonly #quick: Source;
  /** Whether a connection leads to the same process at all times, as behind no pooler; null for unknown. */
  #isDirect: boolean | null = null;

  constructor(
    readonly pool: Pool,
    readonly health: HealthConnection,
  ) {
    this.connections = new PoolConnections(pool);
    this.#long = new LongReads(pool, health);
    // The types do not tell that a pool answers this, too, by a promise.
    const rows: RunRows = (query) => pool.query(query) as unknown as Promise<RowsResult>;
    this.#quick = { rows, query: null };
  }

  /** Where a read runs its statements: what is short takes the next free connection. */
  sourceOf(options: DatabaseReadOptions | undefined): Source {
    return !options || options.quick
      ? this.#quick
      : this.#long.of(options.userId, options.signal?.());
  }

  /** A session whose statements `run` runs; in a transaction `assertOpen` throws where they would be somebody else's by now. */
  sessionOn(run: RunRows, runner: () => QueryRunner, assertOpen?: () => void): Session {
    const send = async (statement: Statement, values: readonly unknown[]): Promise<RowsResult> => {
      assertOpen?.();
      try {
        const query = new RowsQuery(statement, values, this.#keepsStatements);
        return await traceStatement(statement.sql, () => run(query));
      } catch (error) {
        // A transaction has failed as a whole, and is run again.
        if (!assertOpen && error instanceof PlanOutdated) return send(statement, values);
        throw asOutage(error);
      }
    };
    return {
      runner,
      rows: async (statement, values) => (await send(statement, values)).rows,
      run: async (statement, values) => (await send(statement, values)).rowCount,
    };
  }

  /** Has long reads wait for their turns first. */
  takeTurns(turnsOn: TurnsOn): void {
    this.#long.turns = turnsOn(this.pool.options);
  }

  /** How many statements wait for a connection. */
  get waiting(): number {
    return this.pool.waitingCount + (this.#long.turns?.waiting ?? 0);
  }

  /** Utilisation of the pool. */
  stats(name: string): PoolStats {
    const { totalCount: size, idleCount } = this.pool;
    return { name, size, busy: size - idleCount, waiting: this.waiting };
  }

  /** Asks in the background, and until then keeps none. */
  readonly #keepsStatements = (): boolean => {
    if (this.#isDirect === null) {
      this.#isDirect = false;
      this.health.knowsProcesses().then(
        (knows) => (this.#isDirect = knows),
        () => setTimeout(() => (this.#isDirect = null), ASK_AGAIN).unref(),
      );
    }
    return this.#isDirect;
  };

  async close(): Promise<void> {
    await this.health.close();
    await this.pool.end();
  }
}

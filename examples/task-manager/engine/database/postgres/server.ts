import type { Pool, QueryArrayConfig, QueryArrayResult } from 'pg';
import type { QueryRunner } from 'typeorm';
import type { DatabaseReadOptions, PoolStats } from '../database.js';
import type { RawRow, Session, Statement } from '../dialect.js';
import { traceStatement } from '../trace-statement.js';
import type { HealthConnection } from './health-connection.js';
import { LongReads, type Queryable, type Turns } from './long-reads.js';
import { asOutage } from './postgres-dialect.js';
import { engineTypes } from './values.js';

/** Makes the turns of a server, by the options of its pool. */
export type TurnsOn = (options: Pool['options']) => Turns;

/** A PostgreSQL server: a pool of connections to it, and one outside the pool for its health. */
export class PostgresServer {
  readonly #long: LongReads;

  constructor(
    readonly pool: Pool,
    readonly health: HealthConnection,
  ) {
    this.#long = new LongReads(pool, health);
  }

  /** Where a read runs its statements: what is short takes the next free connection. */
  sourceOf(options: DatabaseReadOptions | undefined): Queryable {
    return !options || options.quick
      ? this.pool
      : this.#long.of(options.userId, options.signal?.());
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

  async close(): Promise<void> {
    await this.health.close();
    await this.pool.end();
  }
}

/** `assertOpen` throws where the statements of the session would be somebody else's by now. */
export function sessionOn(
  client: Queryable,
  runner: () => QueryRunner,
  assertOpen?: () => void,
): Session {
  const query = async (
    statement: Statement,
    values: readonly unknown[],
  ): Promise<QueryArrayResult<unknown[]>> => {
    assertOpen?.();
    const config: QueryArrayConfig = {
      text: statement.sql,
      values: [...values],
      rowMode: 'array',
      types: engineTypes,
    };
    try {
      return await traceStatement(statement.sql, () => client.query(config));
    } catch (error) {
      throw asOutage(error);
    }
  };
  return {
    runner,
    rows: async (statement, values): Promise<readonly RawRow[]> =>
      (await query(statement, values)).rows,
    run: async (statement, values) => (await query(statement, values)).rowCount ?? 0,
  };
}

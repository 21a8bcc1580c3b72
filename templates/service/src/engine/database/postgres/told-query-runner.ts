import type { ClientBase, QueryResult } from 'pg';
import { QueryRunnerAlreadyReleasedError, type ReplicationMode } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import { readPosition, type OwnWrites } from '../own-writes.js';
import { tellStatement } from '../tell-statement.js';
import { asOutage } from './outages.js';

type Query = PostgresQueryRunner['query'];

/** TypeORM's runner, whose statements are told of as the engine's own, and what they write as its request's. */
class ToldQueryRunner extends PostgresQueryRunner {
  constructor(
    driver: PostgresDriver,
    mode: ReplicationMode,
    private readonly writes: OwnWrites | undefined,
  ) {
    super(driver, mode);
  }

  override query(...args: Parameters<Query>): ReturnType<Query> {
    if (this.writes?.isAsked) {
      if (args[0] === 'COMMIT') return this.#commit(this.writes);
      if (!this.isTransactionActive && !READS.test(args[0])) return this.#write(args, this.writes);
    }
    return this.#told(args);
  }

  #told(args: Parameters<Query>): ReturnType<Query> {
    return tellStatement(args[0], () => super.query(...args)) as ReturnType<Query>;
  }

  /** In one message with the question of how far the server has come: no round trip more than without. */
  async #commit(writes: OwnWrites): Promise<void> {
    if (this.isReleased) throw new QueryRunnerAlreadyReleasedError();
    const client = (await this.connect()) as ClientBase;
    try {
      const sql = `COMMIT; ${POSITION}`;
      const results = await tellStatement('COMMIT', () => client.query<[string]>(sql));
      const [, told] = results as unknown as readonly QueryResult<{ position: string }>[];
      writes.wrote(readPosition(told!.rows[0]!.position));
    } catch (error) {
      throw asOutage(error);
    }
  }

  /** A statement that is committed by itself. */
  async #write(args: Parameters<Query>, writes: OwnWrites): Promise<unknown> {
    const result: unknown = await this.#told(args);
    const [told] = (await super.query(POSITION)) as readonly { position: string }[];
    writes.wrote(readPosition(told!.position));
    return result;
  }
}

/** Statements that have nothing to commit. */
const READS = /^\s*(SELECT|SHOW|SET|RESET|EXPLAIN)\b/i;

/** Where a primary writes next, as `tellPosition` has it. */
export const POSITION =
  `SELECT ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int || '-' || (lsn - '0/0'::pg_lsn) AS position ` +
  `FROM pg_current_wal_insert_lsn() AS at (lsn)`;

/** Has the driver make such runners. */
export function tellStatementsOf(driver: PostgresDriver, writes?: OwnWrites): void {
  driver.createQueryRunner = (mode: ReplicationMode) => new ToldQueryRunner(driver, mode, writes);
}

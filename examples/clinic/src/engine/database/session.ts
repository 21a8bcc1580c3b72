import { createHash } from 'node:crypto';
import type { QueryRunner } from 'typeorm';

/** A statement named after its text. */
export const statementOf = (sql: string): Statement => ({
  sql,
  name: createHash('sha1').update(sql).digest('base64url').slice(0, 20),
});

/** A row as the driver gives it, in the order of the selected columns. */
export type RawRow = readonly unknown[];

/** A statement whose text is cached with its shape; values are always bound. */
export interface Statement {
  readonly sql: string;
  /** A name for the server's prepared statements; equal for equal text. */
  readonly name: string;
}

/** One connection's view of the database: inside `write` it is one transaction that sees its own changes. */
export interface Session {
  /** Rows of a SELECT or of a statement with RETURNING. */
  rows(statement: Statement, values: readonly unknown[]): Promise<readonly RawRow[]>;
  /** Runs a statement and gives how many rows it changed. */
  run(statement: Statement, values: readonly unknown[]): Promise<number>;
  /** The TypeORM runner of this connection, for the developer's code and for models on the repository path. */
  readonly runner: () => QueryRunner;
}

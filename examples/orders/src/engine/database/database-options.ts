import type { MigrationInterface, ObjectLiteral } from 'typeorm';

export interface DatabaseOptions {
  /** Milliseconds that a write waits for another one on SQLite. */
  readonly lockTimeout?: number;
  /** Seconds that PostgreSQL gives one statement, but for changes of the schema; as the server says unless given. */
  readonly statementTimeout?: number;
}

/** What both dialects hand on to TypeORM. */
export interface SourceParts {
  readonly entities: (new () => ObjectLiteral)[];
  readonly migrations: (new () => MigrationInterface)[];
}

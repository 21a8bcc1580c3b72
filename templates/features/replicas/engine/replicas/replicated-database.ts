import type { DataSource, QueryRunner } from 'typeorm';
import type {
  AfterCommitWork,
  Database,
  DatabaseReadOptions,
  DatabaseWriteOptions,
  Report,
  SchemaChangeOptions,
} from '../database/database.js';
import type { Dialect, Session } from '../database/dialect.js';
import { ClientGone, type Outage } from '../database/outage.js';
import { PostgresDatabase } from '../database/postgres/postgres-database.js';
import { Replica, Replicas, type ReplicaStats } from './replicas.js';
import type { ReplicaSettings } from './replica-settings.js';

/** Milliseconds that a read waits for a connection to a replica before the primary is used. */
const CONNECT_TIMEOUT = 1000;

/** The database of a primary, with these replicas. */
export function openReplicas(
  primary: Database,
  { urls, maxLag }: ReplicaSettings,
  report: Report,
): Database {
  if (!(primary instanceof PostgresDatabase))
    throw new Error('replicas are opened for the database as it was opened');
  const all = urls.map((url) => new Replica(nameOf(url), primary.openServer(url, CONNECT_TIMEOUT)));
  const replicas = new Replicas(all, primary.server.health, maxLag, report);
  primary.listen(replicas.writes);
  return new ReplicatedDatabase(primary, replicas);
}

function nameOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || 5432}`;
}

/** A database whose reads go to replicas where these have what the reader must see; everything else goes to the primary. */
class ReplicatedDatabase implements Database {
  constructor(
    private readonly primary: PostgresDatabase,
    private readonly replicas: Replicas,
  ) {}

  get dialect(): Dialect {
    return this.primary.dialect;
  }

  get dataSource(): DataSource {
    return this.primary.dataSource;
  }

  async read<T>(work: (session: Session) => Promise<T>, options?: DatabaseReadOptions): Promise<T> {
    const mayGo = options?.replica === true && !this.primary.delaysOthers();
    const replica = mayGo ? this.replicas.choose() : null;
    if (!replica) return this.primary.read(work, options);
    try {
      const { rows } = replica.server.sourceOf(options);
      return await work(replica.server.sessionOn(rows, onlyThePrimary));
    } catch (error) {
      if (error instanceof ClientGone || !this.replicas.shouldUsePrimary(replica, error))
        throw error;
    }
    return this.primary.read(work, options);
  }

  /** A statement that commits itself would not tell where: a transaction does, in the round trip of its commit. */
  write<T>(work: (session: Session) => Promise<T>, options: DatabaseWriteOptions = {}): Promise<T> {
    const isTold = options.single === true && this.replicas.writes.isListening;
    return this.primary.write(work, isTold ? { ...options, single: false } : options);
  }

  changeSchema<T>(
    work: (runner: QueryRunner) => Promise<T>,
    options?: SchemaChangeOptions,
  ): Promise<T> {
    return this.primary.changeSchema(work, options);
  }

  stats(): readonly ReplicaStats[] {
    const [connections] = this.primary.stats();
    return this.replicas.stats(connections);
  }

  /** What replicas serve moves, too. */
  check(): Promise<void> {
    return this.primary.check(this.replicas.reads);
  }

  async close(): Promise<void> {
    // What runs after commits may still read.
    await this.primary.dataSource.settled();
    await this.replicas.close();
    await this.primary.close();
  }

  delaysOthers(): boolean {
    return this.primary.delaysOthers();
  }

  afterCommit(work: AfterCommitWork): void {
    this.primary.afterCommit(work);
  }

  sorts(): true {
    return this.primary.sorts();
  }

  explain(sql: string): Promise<readonly string[]> {
    return this.primary.explain(sql);
  }

  outageOf(error: unknown): Outage | null {
    return this.primary.outageOf(error);
  }

  dataVersion(): null {
    return this.primary.dataVersion();
  }
}

/** TypeORM's own reads do not use replicas: what needs them reads everything from the primary. */
const onlyThePrimary = (): QueryRunner => {
  throw new Error('a replica has no query runner');
};

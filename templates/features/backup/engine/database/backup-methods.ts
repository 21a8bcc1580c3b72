/** How a database is backed up to a file, and restored from one. Both throw `StartRefused` where they cannot. */
export interface BackupMethods {
  /** Writes a consistent snapshot of the database to a new file, completely or not at all, while others use the database. */
  backUp(databaseUrl: string, target: string): Promise<void>;
  /** Replaces the database by the contents of a file, while nobody uses it; returns notes to print. */
  restore(databaseUrl: string, source: string, options: RestoreOptions): Promise<readonly string[]>;
}

export interface RestoreOptions {
  /** Whether a database may be there. */
  readonly replace: boolean;
  /** The table of applied migrations, by which a database of a service is known. */
  readonly migrationsTable: string;
}

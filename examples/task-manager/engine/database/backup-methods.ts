/** How a database is backed up to a file, and restored from one. Both throw `StartRefused` where they cannot. */
export interface BackupMethods {
  /** Writes a consistent snapshot of the database to a new file, completely or not at all, while others use the database. */
  backUp(databaseUrl: string, target: string): Promise<void>;
  /** Replaces the database by the contents of a file, while nobody uses it; returns notes to print. */
  restore(databaseUrl: string, source: string, replace: boolean): Promise<readonly string[]>;
}

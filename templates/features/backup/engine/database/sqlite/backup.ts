import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { StartRefused } from '../../settings/settings.js';
import type { BackupMethods } from '../backup-methods.js';
import { isBusy } from './connection.js';

/** All pages in one step: an incremental backup starts over with each write of another process. */
const ALL_PAGES = 0x7fff_ffff;

/** SQLite's own backup: one complete file, regardless of concurrent writes. */
export const sqliteBackup: BackupMethods = {
  async backUp(databaseUrl, target) {
    const path = pathOf(databaseUrl);
    if (!existsSync(path)) throw new StartRefused([`there is no database ${path} yet`]);
    const unfinished = `${target}.unfinished`;
    const source = new Sqlite(path, { fileMustExist: true, timeout: 15_000 });
    try {
      await source.backup(unfinished, { progress: () => ALL_PAGES });
      chmodSync(unfinished, 0o600);
      assertIntact(unfinished, (handle) => handle.pragma('journal_mode = DELETE'));
      renameSync(unfinished, target);
    } finally {
      source.close();
      removeDatabase(unfinished);
    }
  },

  async restore(databaseUrl, source, { replace, migrationsTable }) {
    const path = pathOf(databaseUrl);
    const unfinished = `${path}.unfinished`;
    mkdirSync(dirname(path), { recursive: true });
    try {
      copyFileSync(source, unfinished);
      assertIntact(unfinished, (handle) => assertMigrated(handle, migrationsTable));
      const previous = `${path}.before-restore-${Date.now()}`;
      if (!existsSync(path)) {
        // A leftover journal would be replayed into the restored file.
        moveDatabase(path, previous);
        renameSync(unfinished, path);
        return [];
      }
      if (!replace)
        throw new StartRefused([
          `the database ${path} exists already: add \`--replace\` to replace it; a copy of it stays beside it`,
        ]);
      assertUnused(path);
      moveDatabase(path, previous);
      renameSync(unfinished, path);
      return [`the previous database is kept as ${previous}`];
    } finally {
      removeDatabase(unfinished);
    }
  },
};

function pathOf(databaseUrl: string): string {
  const path = databaseUrl.slice('sqlite:'.length);
  if (path !== ':memory:') return path;
  throw new StartRefused(['DATABASE_URL: an in-memory database is lost with its process']);
}

/** Throws if the file is not a database, or is corrupt. */
function assertIntact(path: string, further: (handle: Sqlite.Database) => unknown): void {
  try {
    const handle = new Sqlite(path, { fileMustExist: true });
    try {
      further(handle);
      const found = handle.pragma('integrity_check(1)', { simple: true });
      if (found !== 'ok') throw new StartRefused([`${path} is damaged: ${String(found)}`]);
    } finally {
      handle.close();
    }
  } catch (error) {
    if (error instanceof Sqlite.SqliteError)
      throw new StartRefused([`${path} is not a valid database: ${error.code}`]);
    throw error;
  }
}

/** SQLite accepts an empty file as a database. */
function assertMigrated(handle: Sqlite.Database, migrationsTable: string): void {
  const sql = 'SELECT 1 FROM sqlite_master WHERE name = ?';
  if (!handle.prepare(sql).get(migrationsTable))
    throw new StartRefused([`${handle.name} is not the database of a service`]);
}

/** A database in WAL mode that is open elsewhere cannot leave that mode. */
function assertUnused(path: string): void {
  try {
    const handle = new Sqlite(path, { fileMustExist: true, timeout: 1000 });
    try {
      handle.pragma('journal_mode = DELETE');
    } finally {
      handle.close();
    }
  } catch (error) {
    if (isBusy(error))
      throw new StartRefused([`${path} is in use: stop the service, then restore`]);
    // A corrupt one may be the reason for the restore.
    if (!(error instanceof Sqlite.SqliteError)) throw error;
  }
}

/** Files that SQLite keeps beside a database, and would mistake for those of the next one. */
const FILE_SUFFIXES = ['', '-wal', '-shm', '-journal'];

function moveDatabase(path: string, previous: string): void {
  for (const end of FILE_SUFFIXES)
    if (existsSync(path + end)) renameSync(path + end, previous + end);
}

function removeDatabase(path: string): void {
  for (const end of FILE_SUFFIXES) rmSync(path + end, { force: true });
}

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OwnTools } from '../../own-code.js';

/** The signals that end a program. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs work with the URLs of empty databases: SQLite files in a temporary folder, or databases beside the one on a PostgreSQL server
 * that `server` names. Drops them at the end, also if the work fails or a signal ends the process.
 */
export async function withDatabases<T>(
  tools: Pick<OwnTools, 'databasesAt'>,
  server: string | null,
  work: (create: () => Promise<string>) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'prove-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  // For a process that ends before its work does.
  process.once('exit', removeFolder);
  const databases = tools.databasesAt(
    server === null
      ? { url: 'sqlite::memory:', prefix: folder }
      : { url: server, prefix: `prove_${randomBytes(4).toString('hex')}_` },
  );
  const end = (): void => void databases.dropAll().finally(() => process.exit(1));
  for (const signal of SIGNALS) process.on(signal, end);
  try {
    return await work(() => databases.create());
  } finally {
    await databases.dropAll();
    for (const signal of SIGNALS) process.off(signal, end);
    process.off('exit', removeFolder);
    removeFolder();
  }
}

import { Connection } from '../connection.js';
import type { ReadReply, ReadRequest } from './readers.js';

/*
 * The program of a reader process, which `readers.ts` starts with the path of a database: it answers each request with its
 * rows, and ends with its parent.
 */

// Signals go to the whole process group; the parent decides when this process ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit());

/** Bytes of the file that are memory-mapped; SQLite's maximum is two gigabytes. */
const MMAP_SIZE = 2 ** 31;

let connection: Connection | null = null;

process.on('message', ({ sql, values, form }: ReadRequest) => {
  // Opened by the first read, which is told why the file cannot be: a damaged one is to be restored.
  const rows = () => (connection ??= open(process.argv[2]!))[form](sql, values);
  const answer: ReadReply = { kind: 'answer', ...read(rows) };
  process.send!(answer);
});

function open(path: string): Connection {
  const opened = Connection.reading(path);
  // Random rows of a large table are read in a third of the time. Truncating a mapped file kills the process, which is only
  // this one, and is replaced.
  opened.handle.pragma(`mmap_size = ${MMAP_SIZE}`);
  return opened;
}

function read(rows: () => unknown[]): Omit<ReadReply, 'kind'> {
  try {
    return { rows: rows() };
  } catch (error) {
    const { message, code } = error as Error & { readonly code?: string };
    return { failure: { message, code } };
  }
}

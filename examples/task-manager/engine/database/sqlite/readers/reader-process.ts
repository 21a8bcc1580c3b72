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

const connection = Connection.reading(process.argv[2]!);
// Random rows of a large table are read in a third of the time. Truncating a mapped file kills the process, which is only
// this one, and is replaced.
connection.handle.pragma(`mmap_size = ${MMAP_SIZE}`);

process.on('message', ({ sql, values, form }: ReadRequest) => {
  const answer: ReadReply = { kind: 'answer', ...read(() => connection[form](sql, values)) };
  process.send!(answer);
});

function read(rows: () => unknown[]): Omit<ReadReply, 'kind'> {
  try {
    return { rows: rows() };
  } catch (error) {
    const { message, code } = error as Error & { readonly code?: string };
    return { failure: { message, code } };
  }
}

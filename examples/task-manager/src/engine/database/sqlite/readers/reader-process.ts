import { Connection } from '../connection.js';
import type { Answer, Question } from './readers.js';

/*
 * The program of a reader, which `readers.ts` starts with the path of a database: it answers each question with its rows,
 * and ends with whoever started it.
 */

// They reach a whole group of processes; when this one ends is not its own business.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit());

/** Bytes of the file that are read as memory; SQLite takes no more than two gigabytes. */
const MAPPED = 2 ** 31;

const connection = Connection.reading(process.argv[2]!);
// Rows that lie all over a large table are read in a third of the time. A file that is cut off under the map ends the process,
// which is only this one, and is replaced.
connection.handle.pragma(`mmap_size = ${MAPPED}`);

process.on('message', ({ sql, values, form }: Question) => {
  const answer: Answer = { kind: 'answer', ...read(() => connection[form](sql, values)) };
  process.send!(answer);
});

function read(rows: () => unknown[]): Omit<Answer, 'kind'> {
  try {
    return { rows: rows() };
  } catch (error) {
    const { message, code } = error as Error & { readonly code?: string };
    return { failure: { message, code } };
  }
}

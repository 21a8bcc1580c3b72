import { availableParallelism } from 'node:os';
import type { Operation } from './operations.js';
import { startOurs } from './ours.js';
import type { Row } from './report.js';
import { runRounds, type Length } from './rounds.js';
import { EVERY_CORE } from './servers.js';
import type { Target } from './measure.js';

/**
 * What `WORKERS` serve of what one process does: both on all cores, which the load shares. On PostgreSQL both ask the same
 * database, of which the server may know more or less at the moment; an SQLite file belongs to one of them.
 */
export async function measureWorkers(
  project: string,
  urls: readonly [string, string],
  operations: readonly Operation[],
  length: Length,
): Promise<Row[]> {
  const several = Math.max(2, availableParallelism());
  const start = (name: string, url: string, workers: number): Promise<Target> =>
    startOurs(name, project, url, { env: { WORKERS: String(workers) }, cores: EVERY_CORE });
  const targets = [
    await start('one process', urls[0], 1),
    await start(`WORKERS=${several}`, urls[1], several),
  ];
  try {
    return await runRounds(targets, operations, length);
  } finally {
    for (const target of targets) await target.stop();
  }
}

import { availableParallelism } from 'node:os';
import type { Operation } from './operations.js';
import { startOurs } from './ours.js';
import type { Row } from './report.js';
import { runRounds, type Length } from './rounds.js';
import { EVERY_CORE } from './servers.js';
import type { Target } from './measure.js';

/**
 * What `WORKERS` serve of what one process does: both on all cores, which the load shares. `urls` are two databases with the
 * same rows.
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

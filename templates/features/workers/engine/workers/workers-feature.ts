import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import type { Feature } from '../service/project.js';

/** The settings of a service by several processes. */
export interface WorkersSettings {
  /** The number of those that serve. */
  readonly count: number;
}

/** Serves with as many processes as `WORKERS` says. */
export const workers: Feature<WorkersSettings> = {
  name: 'workers',
  readSettings: (read) => ({ count: read('WORKERS', '1', numberOf) }),
  serve: (settings, { count }) =>
    cluster.isPrimary && count > 1
      ? import('../service/workers.js').then((them) => them.startWorkers(settings, count))
      : null,
};

/** The number of processes, or `auto` for one per core. */
function numberOf(text: string): number {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (text === 'auto' || (count >= 1 && count <= 1000)) return count || availableParallelism();
  throw new Error(`expected \`auto\` or a number of processes from 1 to 1000, got \`${text}\``);
}

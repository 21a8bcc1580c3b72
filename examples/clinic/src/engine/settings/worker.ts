import cluster from 'node:cluster';

/** The variable by which the first process tells a worker its number and their total: `2/4`. */
export const WORKER = 'SERVICE_WORKER';

const [number, all] = ((cluster.isWorker && process.env[WORKER]) || '').split('/').map(Number);

/** The number of this process among the service's `WORKERS`, from 1 on; null if it is the only one. */
export const workerNumber: number | null = number || null;

/** This worker's share of what all workers have in total; the remainder goes to the first ones. */
export const shareOf = (
  total: number,
  worker: number = number || 1,
  workers: number = all || 1,
): number => Math.floor(total / workers) + (worker <= total % workers ? 1 : 0);

import cluster from 'node:cluster';

/** The variable in which the first process tells a worker which of how many it is: `2/4`. */
export const WORKER = 'SERVICE_WORKER';

const [number, all] = ((cluster.isWorker && process.env[WORKER]) || '').split('/').map(Number);

/** Which of the service's `WORKERS` this process is, from 1 on; null where there is no other. */
export const workerNumber: number | null = number || null;

/** How much of what all workers have together is this one's; a fraction goes to the first of them. */
export const shareOf = (
  total: number,
  worker: number = number || 1,
  workers: number = all || 1,
): number => Math.floor(total / workers) + (worker <= total % workers ? 1 : 0);

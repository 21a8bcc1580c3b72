import { stopOnSignals } from '../service/main.js';
import type { Project, ServiceParts } from '../service/project.js';
import { openService, withSettings } from '../service/start.js';
import { duration, integer, oneOf, type SettingReader } from '../settings/setting-values.js';
import type { AnyJob } from './define-job.js';
import { jobsOf } from './feature-jobs.js';
import { Worker } from './worker.js';

/** The settings of jobs. */
export interface JobSettings {
  /** Whether the service itself runs them, or only `npm run worker`. */
  readonly where: 'service' | 'worker';
  readonly concurrency: number;
  /** Seconds. */
  readonly lease: number;
  readonly keep: number;
}

/** Milliseconds for running jobs to end, as for stopping a service. */
const GRACE = 10_000;

/** The settings of jobs. */
export const readSettings = (read: SettingReader['read']): JobSettings => ({
  where: read('JOBS', 'service', oneOf(['service', 'worker'] as const)),
  concurrency: read('JOBS_CONCURRENCY', '10', integer(1, 1000)),
  lease: read('JOBS_LEASE', '30s', duration),
  keep: read('JOBS_KEEP', '7d', duration),
});

/** Starts a worker; returns a function that stops it. */
export async function startWorker(
  jobs: readonly AnyJob[],
  parts: ServiceParts,
  { concurrency, lease, keep }: Omit<JobSettings, 'where'>,
): Promise<() => Promise<void>> {
  const times = { lease: lease * 1000, keep: keep * 1000, grace: GRACE };
  const worker = new Worker(jobs, parts, { concurrency, ...times });
  await worker.start();
  return () => worker.stop();
}

/** `npm run worker`: runs jobs in a separate process, of which there may be any number. */
export const runWorker = (project: Project): Promise<void> =>
  withSettings(project, 'The worker does not start:', async (settings, features) => {
    const feature = project.features!.find(({ name }) => name === 'jobs')!;
    // This process runs them, whatever the service does.
    const own = { ...(features.get(feature) as JobSettings), where: 'service' as const };
    const service = await openService(project, settings, new Map(features).set(feature, own));
    const jobs = jobsOf(service);
    const stop = await startWorker(jobs, service, own);
    service.logger.info({ jobs: jobs.map(({ name }) => name) }, 'working');
    stopOnSignals({
      stop: async () => {
        await stop();
        await service.close();
      },
    });
  });

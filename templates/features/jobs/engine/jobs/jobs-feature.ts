import type { ServiceParts } from '../service/project.js';
import { shareOf } from '../settings/settings.js';
import type { AnyJob } from './define-job.js';
import { type FeatureWithJobs, jobRefusals, jobsOf } from './feature-jobs.js';
import { queueMeasures } from './queue-measures.js';
import { queueIn } from './queue.js';
import { backgroundJobs } from './job-routes.js';
import { type JobSettings, readSettings, runWorker, startWorker } from './start-worker.js';
import { Worker } from './worker.js';

/** The jobs of a service: their rows, the administrators' page, and the workers. */
export type JobsFeature = FeatureWithJobs<JobSettings>;

/** The feature of a project with these jobs. */
export const jobsFeature = (jobs: readonly AnyJob[]): JobsFeature => ({
  name: 'jobs',
  models: [backgroundJobs],
  jobsFor: () => jobs,
  readSettings,
  refusals: (parts, { where }) => (where === 'service' ? jobRefusals(parts) : []),
  start: (parts, settings) => {
    const concurrency = shareOf(settings.concurrency);
    const isWorking = settings.where === 'service' && concurrency > 0;
    return isWorking
      ? startWorker(jobsOf(parts), parts, { ...settings, concurrency })
      : async () => undefined;
  },
  queue: queueIn,
  measures: queueMeasures,
  commands: { worker: runWorker },
});

/** Runs all due jobs, and the jobs that they queue, until none is left: for tests, with the `parts` of a test service. */
export const runJobs = (parts: ServiceParts): Promise<void> =>
  new Worker(jobsOf(parts), parts, TEST_SETTINGS).drain();

const TEST_SETTINGS = { concurrency: 10, lease: 60_000, keep: 0, grace: 0 };

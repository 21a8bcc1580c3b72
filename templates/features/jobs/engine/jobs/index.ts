/*
 * Background jobs, as `#engine/jobs`: available with the feature `jobs`; `src/jobs/` has the project's own.
 */

export { BackgroundJob, type JobStatus } from './background-job.model.js';
export {
  defineJob,
  GiveUp,
  type CronOptions,
  type Job,
  type JobContext,
  type JobHandler,
  type JobOptions,
} from './define-job.js';
export { type FeatureWithJobs } from './feature-jobs.js';
export { enqueue, type EnqueueFrom, type EnqueueOptions } from './enqueue.js';
export { jobsFeature, runJobs, type JobsFeature } from './jobs-feature.js';
export type { Duration, Schedule } from './times.js';
export type { JobSettings } from './start-worker.js';

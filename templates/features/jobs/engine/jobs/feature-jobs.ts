import type { Feature, ServiceParts } from '../service/project.js';
import type { AnyJob } from './define-job.js';

/** A feature that brings background jobs. */
export interface FeatureWithJobs<Own extends object = object> extends Feature<Own> {
  /** Its jobs, created once per worker. Throws `StartRefused` where the settings do not allow them to run. */
  jobsFor(parts: ServiceParts, own: Own): readonly AnyJob[];
}

/** The jobs of all features of a service: what a worker runs. */
export function jobsOf(parts: ServiceParts): readonly AnyJob[] {
  const jobs = [...parts.features].flatMap(([feature, own]) =>
    hasJobs(feature) ? feature.jobsFor(parts, own) : [],
  );
  const names = jobs.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`jobs: two are named \`${twice}\``);
  return jobs;
}

const hasJobs = (feature: Feature): feature is FeatureWithJobs => 'jobsFor' in feature;

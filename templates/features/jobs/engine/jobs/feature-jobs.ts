import type { Feature, ServiceParts, StartParts } from '../service/project.js';
import type { AnyJob } from './define-job.js';

/** A feature that brings background jobs. */
export interface FeatureWithJobs<Own extends object = object> extends Feature<Own> {
  /** Its jobs, created once per worker. */
  jobsFor(parts: ServiceParts, own: Own): readonly AnyJob[];
  /** Why they cannot run with these settings, one line each. */
  jobRefusals?(parts: StartParts, own: Own): readonly string[];
}

/** Why jobs of the features of a service cannot run. */
export const jobRefusals = (parts: StartParts): readonly string[] =>
  [...parts.features].flatMap(([feature, own]) =>
    hasJobs(feature) ? (feature.jobRefusals?.(parts, own) ?? []) : [],
  );

/** The jobs of all features of a service: what a worker runs. */
export function jobsOf(parts: ServiceParts): readonly AnyJob[] {
  const jobs = [...parts.features].flatMap(([feature, own]) =>
    hasJobs(feature) ? feature.jobsFor(parts, own) : [],
  );
  const names = jobs.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`jobs: two jobs are named \`${twice}\``);
  return jobs;
}

const hasJobs = (feature: Feature): feature is FeatureWithJobs => 'jobsFor' in feature;

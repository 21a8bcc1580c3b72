import { jobsFeature } from '#engine/jobs';

/** The background jobs of this service: a file for each beside this one, listed here. `docs/jobs.md` has the rest. */
export const jobs = jobsFeature([]);

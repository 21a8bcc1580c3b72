import type { Feature } from '#engine';
import { jobs } from './jobs/jobs.js';
import { mail } from './mail/mail.js';
import { metrics } from './metrics/metrics.js';
import { webhooks } from '#engine/webhooks';

/** The optional features of this service. */
export const features: readonly Feature[] = [jobs, mail, metrics, webhooks];

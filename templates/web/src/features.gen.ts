import type { UiFeature } from '#ui';
import { dashboard } from '#ui/dashboard';
import { jobs } from '#ui/jobs';
import { search } from '#ui/search';
import { tree } from '#ui/tree';
import { webhooks } from '#ui/webhooks';

/** The optional features of this back-office, in menu order. */
export const features: readonly UiFeature[] = [dashboard, jobs, search, tree, webhooks];

import type { Feature } from '../service/project.js';
import { refusals } from './check-steps.js';
import { reachValues } from './reach-values.js';
import { stepGuards } from './step-guard.js';
import { stepNotes } from './step-notes.js';

/** Refuses changes of enums that are not steps of `@Field({ steps: ['todo/doing', 'doing/done'] })`. */
export const steps: Feature = {
  name: 'steps',
  guards: { keeps: 'steps', of: stepGuards, notes: stepNotes, fill: reachValues, refusals },
};

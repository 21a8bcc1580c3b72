import type { Feature } from '../service/project.js';
import { refusals } from './check-periods.js';
import { overlapGuard } from './overlap-guard.js';
import { placePeriods } from './place-periods.js';

/** Refuses records of models with `@Model({ noOverlap })` whose periods would overlap. */
export const noOverlap: Feature = {
  name: 'no-overlap',
  guards: {
    keeps: 'noOverlap',
    of: (model) => [overlapGuard(model) ?? []].flat(),
    fill: placePeriods,
    refusals,
  },
};

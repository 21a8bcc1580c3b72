import type { Feature } from '../service/project.js';
import { refusals } from './check-periods.js';
import { periodNotes } from './period-notes.js';
import { missingConstraints } from './missing-constraints.js';
import { overlapGuard } from './overlap-guard.js';
import { placePeriods } from './place-periods.js';

/** Refuses records of models with `@Model({ noOverlap })` whose periods would overlap. */
export const noOverlap: Feature = {
  name: 'no-overlap',
  start: async ({ database, engine, logger }) => {
    const { dialect } = database;
    const missing = await database.read((session) =>
      missingConstraints(engine.models, session, dialect),
    );
    for (const one of missing) logger.warn(`drift: ${one}`);
    return () => Promise.resolve();
  },
  guards: {
    keeps: 'noOverlap',
    of: (model) => [overlapGuard(model) ?? []].flat(),
    fill: placePeriods,
    refusals,
    notes: periodNotes,
  },
};

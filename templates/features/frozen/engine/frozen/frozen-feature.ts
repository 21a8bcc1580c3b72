import type { Feature } from '../service/project.js';
import { refusals } from './check-frozen.js';
import { frozenGuards } from './frozen-guard.js';
import { frozenNotes } from './frozen-notes.js';

/** Refuses changes of records of models with `@Model({ frozen })` that are frozen, and of their lines. */
export const frozen: Feature = {
  name: 'frozen',
  guards: { keeps: 'frozen', of: frozenGuards, notes: frozenNotes, refusals },
};

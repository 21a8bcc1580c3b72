import { EMPTY_PLAN, type Plan } from '../plan/plan.js';
import { rebasePlan } from './rebase-plan.js';
import type { OpenProject } from './open-project.js';
import { type Edit, workOn } from './workspace.js';

/** The plan that makes some edits and nothing else. */
export function planEdits(project: OpenProject, ...edits: readonly Edit[]): Plan {
  return rebasePlan(EMPTY_PLAN, project, workOn(project, edits));
}

/** An edit that writes one file. */
export const writeFile =
  (path: string, text: string): Edit =>
  (files) =>
    new Map(files).set(path, text);

import { EMPTY_PLAN } from '../plan/empty-plan.js';
import type { Plan } from '../plan/plan.js';
import { landPlan } from './land-plan.js';
import type { OpenProject } from './open-project.js';
import { type Edit, workOn } from './workspace.js';

/** What is to be done to a project so that some of its files are as they are edited, and nothing else. */
export function planEdits(project: OpenProject, ...edits: readonly Edit[]): Plan {
  return landPlan(EMPTY_PLAN, project, workOn(project, edits));
}

/** An edit that gives one file another text, or makes it. */
export const writeFile =
  (path: string, text: string): Edit =>
  (files) =>
    new Map(files).set(path, text);

import type { Plan } from './plan.js';

/** A plan that does nothing. */
export const EMPTY_PLAN: Plan = {
  changes: [],
  conflicts: [],
  refused: [],
  losses: [],
  stayDeleted: [],
  base: new Map(),
  completes: new Set(),
  warnings: [],
};

/** Whether a plan would change nothing. */
export function isEmptyPlan(plan: Plan): boolean {
  return plan.changes.length + plan.conflicts.length + plan.refused.length + plan.base.size === 0;
}

import type { Conflict, Plan, Refused } from '../plan/plan.js';
import { type Problem, problem } from '../problem.js';

/** What blocks a plan beside losses: conflicts together, and each refused file. `keeping` is a command that leaves all of them. */
export const planProblems = (plan: Plan, keeping?: string): Problem[] => [
  ...plan.refused.map((one) => refusedProblem(one, keeping)),
  ...(plan.conflicts.length === 0 ? [] : [conflictProblem(plan)]),
];

/** The problem with the conflicts of a plan. */
export function conflictProblem({ changes, conflicts }: Plan): Problem {
  const files = new Set(conflicts.map(({ path }) => path)).size;
  const touched = new Set([...changes, ...conflicts].map(({ path }) => path)).size;
  const of = touched === 1 ? 'the file' : `${files} of ${touched} files`;
  const others = [...new Set(conflicts.map(otherSide))].sort().join(' or ');
  const help = `--on-conflict=mine keeps your side, theirs takes the side of ${others}, mark writes both between markers;\nmine:<path> resolves one file`;
  return problem('conflict', `${of} cannot be merged; nothing was written`, help);
}

/** Whose the side of a conflict is that is not the developer's: crudgen, or a feature of others. */
export const otherSide = ({ feature = 'crudgen' }: Conflict): string => feature;

const DECIDE = '--on-conflict=theirs deletes it, mine keeps it, mine:<path> keeps one file';

/** The reasons for which a file blocks a plan. */
export const REASONS = {
  'edited-generated': {
    reason: 'is a generated file and was edited by hand',
    help: 'to get the generated text back: crudgen restore; put your own code into a file of your own',
  },
  'edited-removed': { reason: 'would be deleted, but you have edited it', help: DECIDE },
  'own-removed': { reason: 'is your own file in a folder that would be deleted', help: DECIDE },
} as const satisfies Record<Refused['reason'], object>;

/** Why a file blocks a plan, as what is said of it. */
export const reasonOf = ({ reason }: Refused): string => REASONS[reason].reason;

/** The problem with a file that blocks a plan. */
export function refusedProblem({ path, reason: code }: Refused, keeping?: string): Problem {
  const { reason, help } = REASONS[code];
  const all = help === DECIDE && keeping !== undefined ? `;\nto keep everything: ${keeping}` : '';
  return problem(code, `\`${path}\` ${reason}; nothing was written`, help + all);
}

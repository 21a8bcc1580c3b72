import { factsOf, hasAnswers, otherSide } from '../plan/conflict-kinds.js';
import type { FileConflict, Plan } from '../plan/plan.js';
import { type Problem, problem } from '../problem.js';

/** The problems with the conflicts of a plan: one for each whole file, one for all places. `keeping` is a command that keeps all files. */
export const planProblems = (plan: Plan, keeping?: string): Problem[] => [
  ...plan.refused.map((one) => fileProblem(one, keeping)),
  ...(plan.conflicts.length === 0 ? [] : [conflictProblem(plan)]),
];

/** The problem with the places of a plan that both sides changed. */
export function conflictProblem({ changes, conflicts }: Plan): Problem {
  const files = new Set(conflicts.map(({ path }) => path)).size;
  const touched = new Set([...changes, ...conflicts].map(({ path }) => path)).size;
  const of = touched === 1 ? 'the file' : `${files} of ${touched} files`;
  const others = [...new Set(conflicts.map(otherSide))].sort().join(' or ');
  const help = `--on-conflict=mine keeps your side, theirs takes the side of ${others}, mark writes both between markers;\nmine:<path> resolves one file`;
  return problem('conflict', `${of} cannot be merged; nothing was written`, help);
}

/** The problem with a file that blocks a plan. */
export function fileProblem(file: FileConflict, keeping?: string): Problem {
  const { sentence, help } = factsOf(file);
  const all = hasAnswers(file) && keeping !== undefined ? `;\nto keep everything: ${keeping}` : '';
  const message = `\`${file.path}\` ${sentence(file)}; nothing was written`;
  return problem(file.kind, message, help + all);
}

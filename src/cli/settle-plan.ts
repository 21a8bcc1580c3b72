import { join } from 'node:path';
import { readContent } from '../disk/contents.js';
import { didYouMean } from '../model/nearest.js';
import { answerTo, factsOf, hasAnswers } from '../plan/conflict-kinds.js';
import type { Choice, Conflict, PlaceConflict, Plan } from '../plan/plan.js';
import { settleConflicts } from '../plan/settle-conflicts.js';
import { problem, type Problem, refusal, refuseErrors, warning } from '../problem.js';
import { type Context, warn } from './context.js';
import { projectPath } from './project-path.js';
import { askChoice, type Option } from './ask.js';
import { showConflict } from './show-plan.js';
import type { Terminal } from './terminal.js';

/** A plan whose conflicts are settled as far as flags and answers go. */
export interface SettledPlan {
  readonly plan: Plan;
  /** Conflicts of files that get both sides between markers. */
  readonly marked: readonly PlaceConflict[];
  /** The warnings of answers that may not fit the rest of the code. */
  readonly warnings: readonly Problem[];
}

/** Settles the conflicts of a plan file by file, by `--on-conflict` or by asking. */
export async function settlePlan(context: Context, root: string, plan: Plan): Promise<SettledPlan> {
  const { terminal, dryRun } = context;
  const choices = await choicesFromFlag(context, root, plan);
  const open = (conflicts: readonly Conflict[]) =>
    conflicts.filter(({ path }) => !choices.has(path));
  if (terminal.interactive && !dryRun && plan.refused.every(hasAnswers)) {
    const asked = [
      ...(await ask(terminal, open(plan.conflicts), whichSide)),
      ...(await ask(terminal, open(plan.refused), (path) => path)),
    ];
    for (const [path, choice] of asked) choices.set(path, choice);
  }
  const choiceOf = (path: string) => choices.get(path) ?? null;
  return {
    plan: settleConflicts(plan, choiceOf),
    marked: plan.conflicts.filter(({ path }) => choiceOf(path) === 'mark'),
    warnings: [...plan.conflicts, ...plan.refused].flatMap(
      (one) => answerTo(one, choiceOf(one.path))?.warning?.(one) ?? [],
    ),
  };
}

/** The choices that the flag makes, by the paths of the conflicts; refuses an unknown path. */
async function choicesFromFlag(
  context: Context,
  root: string,
  plan: Plan,
): Promise<Map<string, Choice>> {
  const { cwd, onConflict } = context;
  const choices = new Map<string, Choice>();
  const open = [...plan.conflicts, ...plan.refused.filter(hasAnswers)];
  const known = knownPaths(open);
  const problems: Problem[] = [];
  // The choice for all files comes first, so that the choices for single files overwrite it.
  const fallback = onConflict?.get(null);
  if (fallback !== undefined) for (const { path } of open) choices.set(path, fallback);
  for (const [given, choice] of onConflict ?? []) {
    if (given === null) continue;
    const path = projectPath({ root, cwd }, given, (one) => known.has(one));
    const found = known.get(path);
    if (found !== undefined) choices.set(found, choice);
    else problems.push(await noConflictIn(root, plan, path, known.keys()));
  }
  refuseErrors(problems, 2);
  warn(context, problems);
  return choices;
}

/** The conflicting files by their present and future paths. */
const knownPaths = (open: readonly Conflict[]): ReadonlyMap<string, string> =>
  new Map(
    open.flatMap((one) => {
      const from = 'from' in one ? one.from : null;
      return [one.path, from ?? one.path].map((path) => [path, one.path]);
    }),
  );

/** The problem with a path that is not in conflict or does not exist. */
async function noConflictIn(
  root: string,
  plan: Plan,
  path: string,
  known: Iterable<string>,
): Promise<Problem> {
  const isThere =
    plan.changes.some((change) => change.path === path) ||
    (await readContent(join(root, path)).catch(() => null)) !== null;
  if (isThere) {
    const message = `\`--on-conflict\` names ${path}, which has no conflict`;
    return warning('no-conflict', message);
  }
  const others = [...known];
  const some = others.slice(0, 10).join(', ');
  const all = some === '' ? 'there are no conflicts' : `in conflict: ${some}`;
  const message = `\`--on-conflict\` names ${path}, which does not exist`;
  return problem('no-file', message, didYouMean(path, others, all));
}

type Question = (path: string, at: number, count: number) => string;

const whichSide: Question = (path, at, count) =>
  `${path}${count === 1 ? '' : ` (${at + 1} of ${count} files)`}: keep which side?`;

/** Asks about each file, and shows its conflicts; cancelling ends the command. */
async function ask(
  terminal: Terminal,
  conflicts: readonly Conflict[],
  question: Question,
): Promise<ReadonlyMap<string, Choice>> {
  const files = [...new Set(conflicts.map(({ path }) => path))];
  const choices = new Map<string, Choice>();
  for (const [at, path] of files.entries()) {
    const own = conflicts.filter((one) => one.path === path);
    for (const one of own) terminal.note(showConflict(one, terminal.errorStyle));
    const answer = await askChoice(question(path, at, files.length), answersTo(own[0]!));
    if (answer === 'stop')
      throw refusal('cancelled', 'cancelled; nothing was written', undefined, 3);
    choices.set(path, answer);
  }
  return choices;
}

/** The answers to a conflict, and the way out. */
const answersTo = (conflict: Conflict): readonly Option<Choice | 'stop'>[] => [
  ...factsOf(conflict).answers.map((answer) => ({
    title: answer.title(conflict),
    value: answer.choice,
  })),
  { title: 'cancel: write nothing', value: 'stop' },
];

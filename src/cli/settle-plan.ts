import { join } from 'node:path';
import { readText } from '../disk/journal.js';
import { didYouMean } from '../model/nearest.js';
import type { Conflict, Plan } from '../plan/plan.js';
import { type Choice, settleFiles } from '../plan/settle-conflicts.js';
import { problem, type Problem, refusal, refuseErrors, warning } from '../problem.js';
import { type Context, warn } from './context.js';
import { projectPath } from './project-path.js';
import { askChoice } from './ask.js';
import { showConflict } from './show-plan.js';
import type { Terminal } from './terminal.js';

/** A plan whose conflicts are resolved as far as flags and answers go. */
export interface SettledPlan {
  readonly plan: Plan;
  /** Conflicts of files that get both sides between markers. */
  readonly marked: readonly Conflict[];
  /** Conflicts of files that keep the developer's side. */
  readonly kept: readonly Conflict[];
}

/** Resolves the conflicts of a plan file by file, by `--on-conflict` or by asking. */
export async function settlePlan(context: Context, root: string, plan: Plan): Promise<SettledPlan> {
  const sides = await sidesFromFlag(context, root, plan);
  const open = plan.conflicts.filter(({ path }) => !sides.has(path));
  const { terminal, dryRun, json } = context;
  const canAsk = terminal.interactive && !json && !dryRun && plan.refused.length === 0;
  if (canAsk && open.length > 0)
    for (const [path, side] of await askSides(terminal, open)) sides.set(path, side);
  const resolvedAs = (side: Choice) =>
    plan.conflicts.filter(({ path }) => sides.get(path) === side);
  return {
    plan: settleFiles(plan, ({ path }) => sides.get(path) ?? null),
    marked: resolvedAs('mark'),
    kept: resolvedAs('mine'),
  };
}

/** The sides that the flag names, by the paths of the conflicts; refuses an unknown path. */
async function sidesFromFlag(
  context: Context,
  root: string,
  plan: Plan,
): Promise<Map<string, Choice>> {
  const { cwd, onConflict } = context;
  const sides = new Map<string, Choice>();
  const known = knownPaths(plan.conflicts);
  const problems: Problem[] = [];
  // The side of all other files is overwritten by those of single ones.
  const fallback = onConflict?.get(null);
  if (fallback !== undefined) for (const { path } of plan.conflicts) sides.set(path, fallback);
  for (const [given, side] of onConflict ?? []) {
    if (given === null) continue;
    const path = projectPath({ root, cwd }, given, (one) => known.has(one));
    const found = known.get(path);
    if (found !== undefined) sides.set(found, side);
    else problems.push(await noConflictIn(root, plan, path));
  }
  refuseErrors(problems, 2);
  warn(context, problems);
  return sides;
}

/** The conflicting files by their present and future paths. */
const knownPaths = (conflicts: readonly Conflict[]): ReadonlyMap<string, string> =>
  new Map(conflicts.flatMap(({ path, from = path }) => [path, from].map((one) => [one, path])));

/** The problem with a path that is not in conflict or does not exist. */
async function noConflictIn(root: string, plan: Plan, path: string): Promise<Problem> {
  const isThere =
    plan.changes.some((change) => change.path === path) ||
    (await readText(join(root, path)).catch(() => null)) !== null;
  if (isThere) {
    const message = `\`--on-conflict\` names ${path}, which has no conflict`;
    return warning('no-conflict', message);
  }
  const others = [...new Set(plan.conflicts.map((one) => one.path))];
  const some = others.slice(0, 10).join(', ');
  const all = some === '' ? 'there are no conflicts' : `in conflict: ${some}`;
  const message = `\`--on-conflict\` names ${path}, which does not exist`;
  return problem('no-file', message, didYouMean(path, others, all));
}

const ANSWERS = [
  { title: 'yours', value: 'mine' },
  { title: "crudgen's", value: 'theirs' },
  { title: 'both, between conflict markers, to resolve by hand', value: 'mark' },
  { title: 'cancel: write nothing', value: 'stop' },
] as const;

/** Asks for each conflicting file which side to keep, showing both; cancelling ends the command. */
async function askSides(
  terminal: Terminal,
  conflicts: readonly Conflict[],
): Promise<ReadonlyMap<string, Choice>> {
  const files = [...new Set(conflicts.map(({ path }) => path))];
  const sides = new Map<string, Choice>();
  for (const [at, path] of files.entries()) {
    for (const one of conflicts)
      if (one.path === path) terminal.note(showConflict(one, terminal.errorStyle));
    const count = files.length === 1 ? '' : ` (${at + 1} of ${files.length} files)`;
    const message = `${path}${count}: keep which side?`;
    const answer = await askChoice<Choice | 'stop'>(message, ANSWERS);
    if (answer === 'stop')
      throw refusal('cancelled', 'cancelled; nothing was written', undefined, 3);
    sides.set(path, answer);
  }
  return sides;
}

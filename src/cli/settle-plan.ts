import { join } from 'node:path';
import { readContent } from '../disk/contents.js';
import { didYouMean } from '../model/nearest.js';
import { type Conflict, isRemoval, type Plan, type Refused } from '../plan/plan.js';
import { type Choice, settleFiles, settleRemovals } from '../plan/settle-conflicts.js';
import { problem, type Problem, refusal, refuseErrors, warning } from '../problem.js';
import { type Context, warn } from './context.js';
import { otherSide } from './plan-problems.js';
import { projectPath } from './project-path.js';
import { askChoice } from './ask.js';
import { showConflict, showRemoval } from './show-plan.js';
import type { Terminal } from './terminal.js';

/** A plan whose conflicts and removals are resolved as far as flags and answers go. */
export interface SettledPlan {
  readonly plan: Plan;
  /** Conflicts of files that get both sides between markers. */
  readonly marked: readonly Conflict[];
  /** Conflicts of files that keep the developer's side. */
  readonly kept: readonly Conflict[];
  /** Files of what is removed that stay. */
  readonly spared: readonly Refused[];
}

/** Resolves the conflicts and removals of a plan file by file, by `--on-conflict` or by asking. */
export async function settlePlan(context: Context, root: string, plan: Plan): Promise<SettledPlan> {
  const sides = await sidesFromFlag(context, root, plan);
  const removals = plan.refused.filter(isRemoval);
  const isOpen = ({ path }: { readonly path: string }) => !sides.has(path);
  const { terminal, dryRun } = context;
  if (terminal.interactive && !dryRun && plan.refused.every(isRemoval)) {
    const asked = [
      ...(await askSides(terminal, plan.conflicts.filter(isOpen))),
      ...(await askRemovals(terminal, removals.filter(isOpen))),
    ];
    for (const [path, side] of asked) sides.set(path, side);
  }
  const sideOf = (path: string) => sides.get(path) ?? null;
  const resolvedAs = (side: Choice) =>
    plan.conflicts.filter(({ path }) => sides.get(path) === side);
  return {
    plan: settleRemovals(
      settleFiles(plan, ({ path }) => sideOf(path)),
      sideOf,
    ),
    marked: resolvedAs('mark'),
    kept: resolvedAs('mine'),
    spared: removals.filter(({ path }) => sideOf(path) === 'mine'),
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
  const open = [...plan.conflicts, ...plan.refused.filter(isRemoval)];
  const known = knownPaths(open);
  const problems: Problem[] = [];
  // The side of all other files is overwritten by those of single ones.
  const fallback = onConflict?.get(null);
  if (fallback !== undefined) for (const { path } of open) sides.set(path, fallback);
  for (const [given, side] of onConflict ?? []) {
    if (given === null) continue;
    const path = projectPath({ root, cwd }, given, (one) => known.has(one));
    const found = known.get(path);
    if (found !== undefined) sides.set(found, side);
    else problems.push(await noConflictIn(root, plan, path, known.keys()));
  }
  refuseErrors(problems, 2);
  warn(context, problems);
  return sides;
}

/** The conflicting files by their present and future paths. */
const knownPaths = (
  open: readonly { readonly path: string; readonly from?: string }[],
): ReadonlyMap<string, string> =>
  new Map(open.flatMap(({ path, from = path }) => [path, from].map((one) => [one, path])));

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

const answersTo = (conflict: Conflict) =>
  [
    { title: 'yours', value: 'mine' },
    { title: `${otherSide(conflict)}'s`, value: 'theirs' },
    { title: 'both, between conflict markers, to resolve by hand', value: 'mark' },
    { title: 'cancel: write nothing', value: 'stop' },
  ] as const;

const FATES = [
  { title: 'delete it', value: 'theirs' },
  { title: 'keep it', value: 'mine' },
  { title: 'cancel: write nothing', value: 'stop' },
] as const;

/** Asks for each file of what is removed whether it goes; cancelling ends the command. */
async function askRemovals(
  terminal: Terminal,
  removals: readonly Refused[],
): Promise<ReadonlyMap<string, Choice>> {
  const sides = new Map<string, Choice>();
  for (const one of removals) {
    terminal.note(showRemoval(one, terminal.errorStyle));
    const answer = await askChoice<Choice | 'stop'>(one.path, FATES);
    if (answer === 'stop') throw cancelled();
    sides.set(one.path, answer);
  }
  return sides;
}

const cancelled = () => refusal('cancelled', 'cancelled; nothing was written', undefined, 3);

/** Asks for each conflicting file which side to keep, showing both; cancelling ends the command. */
async function askSides(
  terminal: Terminal,
  conflicts: readonly Conflict[],
): Promise<ReadonlyMap<string, Choice>> {
  const files = [...new Set(conflicts.map(({ path }) => path))];
  const sides = new Map<string, Choice>();
  for (const [at, path] of files.entries()) {
    const own = conflicts.filter((one) => one.path === path);
    for (const one of own) terminal.note(showConflict(one, terminal.errorStyle));
    const count = files.length === 1 ? '' : ` (${at + 1} of ${files.length} files)`;
    const message = `${path}${count}: keep which side?`;
    const answer = await askChoice<Choice | 'stop'>(message, answersTo(own[0]!));
    if (answer === 'stop') throw cancelled();
    sides.set(path, answer);
  }
  return sides;
}

import { join } from 'node:path';
import { textNow } from '../disk/journal.js';
import { didYouMean } from '../model/nearest.js';
import type { Conflict, Plan } from '../plan/plan.js';
import { type Choice, settleFiles } from '../plan/settle-conflicts.js';
import { type Problem, Refusal } from '../problem.js';
import { askSides } from './ask-sides.js';
import type { Context } from './context.js';
import type { Sides } from './on-conflict.js';
import { projectPath } from './project-path.js';
import { warn } from './read-input.js';

/** A plan whose conflicts are settled as far as somebody said how. */
export interface SettledPlan {
  readonly plan: Plan;
  /** The conflicts of files that get both sides between markers. */
  readonly marked: readonly Conflict[];
  /** The conflicts of files that keep the developer's side. */
  readonly kept: readonly Conflict[];
}

/** Settles the conflicts of a plan file by file: as `--on-conflict` says, and the others as whoever is there answers. */
export async function settlePlan(context: Context, root: string, plan: Plan): Promise<SettledPlan> {
  const sides = await namedSides(context, root, plan);
  const open = plan.conflicts.filter(({ path }) => !sides.has(path));
  const { terminal, dryRun, json } = context;
  const canAsk = terminal.interactive && !json && !dryRun && plan.refused.length === 0;
  if (canAsk && open.length > 0)
    for (const [path, side] of await askSides(terminal, open)) sides.set(path, side);
  const settledAs = (side: Choice) => plan.conflicts.filter(({ path }) => sides.get(path) === side);
  return {
    plan: settleFiles(plan, ({ path }) => sides.get(path) ?? null),
    marked: settledAs('mark'),
    kept: settledAs('mine'),
  };
}

/** The sides that the flag says, by the paths of the conflicts; refuses a path that is none. */
async function namedSides(
  context: Context,
  root: string,
  plan: Plan,
): Promise<Map<string, Choice>> {
  const { cwd } = context;
  const flag: Sides = context.onConflict ?? new Map<null, Choice>();
  const usual = flag.get(null);
  const sides = new Map<string, Choice>();
  if (usual !== undefined) for (const { path } of plan.conflicts) sides.set(path, usual);
  const places = placesOf(plan.conflicts);
  const problems: Problem[] = [];
  for (const [given, side] of flag) {
    if (given === null) continue;
    const path = projectPath({ root, cwd }, given, (one) => places.has(one));
    const found = places.get(path);
    if (found !== undefined) sides.set(found, side);
    else problems.push(await withoutConflict(root, plan, path));
  }
  if (problems.some(({ severity }) => severity !== 'warning')) throw new Refusal(problems, 2);
  warn(context, problems);
  return sides;
}

/** The conflicting files by where they are, and by where they will be. */
const placesOf = (conflicts: readonly Conflict[]): ReadonlyMap<string, string> =>
  new Map(conflicts.flatMap(({ path, from = path }) => [path, from].map((one) => [one, path])));

/** Says that a named file has no conflict, or that there is none of that name. */
async function withoutConflict(root: string, plan: Plan, path: string): Promise<Problem> {
  const isThere =
    plan.changes.some((change) => change.path === path) ||
    (await textNow(join(root, path)).catch(() => null)) !== null;
  if (isThere) {
    const message = `\`--on-conflict\` names ${path}, which has no conflict`;
    return { code: 'no-conflict', message, severity: 'warning' };
  }
  const others = [...new Set(plan.conflicts.map((one) => one.path))];
  const all =
    others.length === 0
      ? 'there is no conflict at all'
      : `in conflict: ${others.slice(0, 10).join(', ')}`;
  const help = didYouMean(path, others, all);
  const message = `\`--on-conflict\` names ${path}, and there is no such file`;
  return { code: 'no-file', message, help };
}

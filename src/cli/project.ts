import { hasMergeDriver } from '../disk/merge-driver.js';
import { type Problem, Refusal } from '../problem.js';
import { type OpenProject, openProject as readProject } from '../project/open-project.js';
import { findProject } from '../project/find-project.js';
import { LEAVING, stops, type Tolerated, WRITING } from '../project/tolerated.js';
import { VERSION_CODES, versionProblem } from '../project/version-problem.js';
import type { Context } from './context.js';
import { warn } from './read-input.js';

/** The folder of the project that the user is in; refuses outside of one. */
export const findRoot = ({ cwd }: Context): Promise<string> => findProject(cwd);

/** What a command that goes on says of a problem that stops others. */
function asWarning(problem: Problem): Problem {
  if (problem.severity === 'warning') return problem;
  const help = LEAVING.has(problem.code)
    ? 'it is left out here; what it may hold is as crudgen last wrote it'
    : problem.help;
  return { ...problem, ...(help !== undefined && { help }), severity: 'warning' };
}

/** The files that a command had to leave out, for programs; nothing where it read them all. */
export const leftOutOf = ({ leftOut }: OpenProject): { readonly left_out?: readonly string[] } =>
  leftOut.size > 0 ? { left_out: [...leftOut] } : {};

/** Reads the project that the user is in; what an interrupted command left is taken back first. */
export async function openProject(
  context: Context,
  tolerated: Tolerated = WRITING,
): Promise<OpenProject> {
  const { project, problems } = await lookAtProject(context);
  if (problems.some((problem) => stops(problem, tolerated))) throw new Refusal(problems);
  const said = problems.filter(({ code }) => code !== 'older-project' || !tolerated.has(code));
  warn(context, [...said, ...(await sayMergedHere(project))].map(asWarning));
  return project;
}

/** Refuses to write into a project of a version that this crudgen does not write, whatever else is wrong with it. */
export function demandVersion(problems: readonly Problem[], tolerated: Tolerated = WRITING): void {
  const wrong = problems.filter((one) => VERSION_CODES.has(one.code) && stops(one, tolerated));
  if (wrong.length > 0) throw new Refusal(wrong);
}

/** Says in the middle of a merge that git could have done what is done here. */
async function sayMergedHere({ root, merging }: OpenProject): Promise<Problem[]> {
  if (merging.size === 0 || (await hasMergeDriver(root)) !== false) return [];
  const message = `git left ${merging.size} files in conflict and is not set up for crudgen in this clone; what structure can merge is merged here`;
  const help = 'crudgen doctor sets it up, and the next merge has no more than real conflicts';
  return [{ code: 'merge-driver', message, help, severity: 'warning' }];
}

/** The same for who wants to speak of the problems: nothing is refused. */
export async function lookAtProject(
  context: Context,
): Promise<{ project: OpenProject; problems: readonly Problem[] }> {
  const { project, problems } = await readProject(await findRoot(context));
  const version = versionProblem(project.settings.version, context.args);
  return { project, problems: [...(version ? [version] : []), ...problems] };
}

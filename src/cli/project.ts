import { readMergeDriver } from '../disk/merge-driver.js';
import { type Problem, Refusal, refuseErrors, warning } from '../problem.js';
import { type OpenProject, openProject as readProject } from '../project/open/open-project.js';
import { findProject } from '../project/open/find-project.js';
import { SKIPPABLE, stops, type Tolerated, WRITING } from '../project/open/tolerated.js';
import { VERSION_CODES, versionProblem } from '../project/open/version-problem.js';
import { type Context, warn } from './context.js';
import type { EnvelopeJson } from './json-terminal.js';

/** The root of the current project; refuses outside of one. */
export const findRoot = ({ cwd }: Context): Promise<string> => findProject(cwd);

/** A problem that a command tolerates, as the warning it prints. */
function asTolerated(problem: Problem): Problem {
  if (problem.severity === 'warning') return problem;
  const help = SKIPPABLE.has(problem.code)
    ? 'crudgen skips the file and uses its models as crudgen last wrote them'
    : problem.help;
  return { ...problem, ...(help !== undefined && { help }), severity: 'warning' };
}

/** Codes of problems of which a command that tolerates them says nothing. */
const QUIET = new Set(['older-project', 'no-base']);

/** Opens the current project; what an interrupted command left is rolled back first. */
export async function projectOf(
  context: Context,
  tolerated: Tolerated = WRITING,
): Promise<OpenProject> {
  const { project, problems } = await inspectProject(context);
  const shown = problems.filter(({ code }) => !QUIET.has(code) || !tolerated.has(code));
  if (problems.some((one) => stops(one, tolerated))) throw new Refusal(shown);
  warn(context, [...shown, ...(await mergeDriverWarning(project))].map(asTolerated));
  if (project.unreadFiles.size > 0)
    context.terminal.data<Pick<EnvelopeJson, 'left_out'>>({ left_out: [...project.unreadFiles] });
  return project;
}

/** Refuses a project of a version that this crudgen cannot write, whatever else is wrong with it. */
export function requireSupportedVersion(
  problems: readonly Problem[],
  tolerated: Tolerated = WRITING,
): void {
  refuseErrors(problems.filter((one) => VERSION_CODES.has(one.code) && stops(one, tolerated)));
}

const FAULTS = {
  missing: 'is not set up',
  outdated: 'is out of date',
  lost: 'cannot find crudgen',
} as const;

/** Points out during a git merge that the merge driver would have done this. */
async function mergeDriverWarning({ root, merging }: OpenProject): Promise<Problem[]> {
  const driver = merging.size === 0 ? null : await readMergeDriver(root);
  if (driver === null || driver === 'set-up') return [];
  const message = `git left ${merging.size} files in conflict because its merge driver ${FAULTS[driver]} in this clone; crudgen now merges them by structure where it can`;
  const help = 'crudgen doctor sets it up, so that git stops only at real conflicts';
  return [warning('merge-driver', message, help)];
}

/** Opens the current project and returns its problems instead of refusing. */
export async function inspectProject(
  context: Context,
): Promise<{ project: OpenProject; problems: readonly Problem[] }> {
  const { project, problems } = await readProject(await findRoot(context));
  const version = versionProblem(project.settings.version, context.args);
  return { project, problems: [...(version ? [version] : []), ...problems] };
}

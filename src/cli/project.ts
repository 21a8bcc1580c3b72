import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { settleGit } from '../disk/git-stages.js';
import { hasMergeDriver } from '../disk/merge-driver.js';
import { textNow } from '../disk/journal.js';
import { openProject as readProjectFiles } from '../disk/open-project.js';
import { readTree } from '../disk/read-tree.js';
import type { App } from '../model/model.js';
import type { Plan } from '../plan/plan.js';
import type { Tree } from '../tree.js';
import { EMPTY_PLAN } from '../plan/empty-plan.js';
import { type Problem, Refusal } from '../problem.js';
import type { Settings } from '../code/read-settings.js';
import type { Context } from './context.js';
import { warn } from './read-input.js';
import { VERSION_CODES, versionProblem } from './version-problem.js';

/** A project as it is on disk, and what its code says. */
export interface OpenProject {
  readonly root: string;
  readonly app: App;
  /** The files as a plan sees them: what git left with markers is merged where that can be done by structure. */
  readonly mine: Tree;
  readonly onDisk: Tree;
  readonly settled: Tree;
  /** Paths that git could not merge. */
  readonly merging: ReadonlySet<string>;
  /** The pristine copies; null where there are none at all. */
  readonly base: Tree | null;
  /** The copies that are another on disk, where git has left markers: to be written with whatever is written next. */
  readonly mended: Tree;
  readonly settings: Settings;
  readonly exported: ReadonlyMap<string, string>;
  /** Files that cannot be read as they are: a plan leaves them out, and only commands that write nothing go on. */
  readonly leftOut: ReadonlySet<string>;
  /** By table, the fields that stand in what cannot be read. */
  readonly carried: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Problems that a command goes on with; it says them as warnings. */
export type Tolerated = ReadonlySet<string>;

/** A command that writes goes on where only the service is stopped: the problem may be what it is to mend. */
const WRITING: Tolerated = new Set(['primary-key']);
/** Problems of files that a command can leave out. */
const LEAVING = new Set(['syntax-error', 'markers', 'unreadable-file']);
/** One that says what would be written goes on, too, with what is left when files are left out. */
export const COMPARING: Tolerated = new Set([...WRITING, ...LEAVING]);
/** One that only reads goes on with a project of any version. */
export const READING: Tolerated = new Set([...COMPARING, ...VERSION_CODES]);
/** What brings a project to another version goes on with one that is laid out as it was before. */
export const UPGRADING: Tolerated = new Set([...WRITING, 'older-project']);

const TEMPLATES = fileURLToPath(new URL('../../templates/', import.meta.url));

/** The files that projects are rendered from. */
export function readTemplates(): Promise<Tree> {
  return readTree(TEMPLATES, new Set(['**/node_modules', '**/dist']));
}

/** The folder of the project that the user is in; refuses outside of one. */
export async function findRoot({ cwd }: Context): Promise<string> {
  const start = resolve(cwd);
  for (let folder = start; ; folder = dirname(folder)) {
    if ((await textNow(join(folder, 'crudgen.json'))) !== null) return folder;
    if (folder === dirname(folder)) break;
  }
  const message = `${start} is not in a crudgen project: no crudgen.json here or above`;
  throw new Refusal([
    {
      code: 'no-project',
      message,
      help: 'make one with: crudgen init, or name its folder with --cwd',
    },
  ]);
}

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

/** Whether a problem stops a command. */
export const stops = (problem: Problem, tolerated: Tolerated): boolean =>
  problem.severity !== 'warning' && !tolerated.has(problem.code);

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
  const root = await findRoot(context);
  const disk = await readProjectFiles(root);
  const merge = await settleGit(root, disk.mine);
  const { settled } = merge;
  const base = disk.base && new Map([...disk.base, ...merge.base]);
  const mine = new Map([...disk.mine, ...settled]);
  const { readProject } = await import('../code/read-project.js');
  const read = readProject(mine, { base, unread: disk.unread });
  const { app, settings, exported, leftOut, carried } = read;
  const project = {
    root,
    mine,
    base,
    settled,
    mended: new Map([...disk.mended, ...merge.base]),
    merging: merge.paths,
    onDisk: disk.mine,
    ...{ app, settings, exported, leftOut, carried },
  };
  const version = versionProblem(read.settings.version, context.args);
  return { project, problems: [...(version ? [version] : []), ...disk.problems, ...read.problems] };
}

/** A plan that changes one file of the owner's, or nothing. */
export function planFileChange({ mine }: OpenProject, path: string, next: string): Plan {
  const now = mine.get(path);
  const change =
    now === undefined
      ? ({ kind: 'create', path, next } as const)
      : ({ kind: 'update', path, mine: now, next } as const);
  return { ...EMPTY_PLAN, changes: now === next ? [] : [change] };
}

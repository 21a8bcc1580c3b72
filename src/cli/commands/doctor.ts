import { readMergeDriver, setMergeDriver } from '../../disk/merge-driver.js';
import { ownCrudgen } from '../../disk/own-crudgen.js';
import { isError, type Problem, warning } from '../../problem.js';
import { checkProject } from '../../project/check-project.js';
import { ownVersionProblem } from '../../project/version-problem.js';
import { type Context, warn } from '../context.js';
import { inspectProject } from '../project.js';
import { SEE_STATUS } from '../show-status.js';

/** Checks a project and reports problems with how to fix them; exit code 1 where there are errors. */
export async function doctor(context: Context): Promise<number> {
  const { project, problems } = await inspectProject(context);
  const git = await setUpGit(context, project.root);
  const checked = await checkProject(project, problems, context.now);
  const own = ownVersionProblem(ownCrudgen(project.root), project.settings.version);
  const found = [...problems, ...own, ...git.problems, ...checked];
  const ok = !found.some(isError);
  const { terminal } = context;
  const { mended } = git;
  warn(context, found);
  terminal.data({ mended });
  for (const what of mended) terminal.print(`fixed: ${what}`);
  if (ok) terminal.print(found.length === 0 ? 'no problems found' : 'no errors found');
  if (ok) terminal.print(SEE_STATUS);
  return ok ? 0 : 1;
}

interface GitSetUp {
  readonly problems: readonly Problem[];
  readonly mended: readonly string[];
}

/** Configures the merge driver, which git does not clone. */
async function setUpGit({ dryRun }: Context, root: string): Promise<GitSetUp> {
  const driver = await readMergeDriver(root);
  if (driver === null || driver === 'set-up') return { problems: [], mended: [] };
  const { mended, message } = DRIVERS[driver];
  if (!dryRun && (await setMergeDriver(root))) return { problems: [], mended: [mended] };
  const help = dryRun ? 'set it up: crudgen doctor' : 'check that .git/config is writable';
  return { problems: [warning('merge-driver', message, help)], mended: [] };
}

const DRIVERS = {
  missing: {
    mended: 'set up the git merge driver in this clone, which merges by structure',
    message: 'the git merge driver is not set up in this clone, so git merges line by line',
  },
  outdated: {
    mended: 'replaced the git merge driver of an earlier crudgen',
    message: 'the git merge driver in this clone is of an earlier crudgen',
  },
  lost: {
    mended: 'told the git merge driver of this clone which crudgen to run',
    message:
      'the git merge driver cannot find crudgen, so git merges line by line: crudgen is not in node_modules of the project and not on PATH, and the crudgen that set the driver up no longer exists',
  },
};

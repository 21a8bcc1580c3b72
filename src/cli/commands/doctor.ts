import { hasMergeDriver, setMergeDriver } from '../../disk/merge-driver.js';
import { isError, type Problem, warning } from '../../problem.js';
import { checkProject } from '../../project/check-project.js';
import { type Context, warn } from '../context.js';
import { inspectProject } from '../project.js';

/** Checks a project and reports problems with how to fix them; exit code 1 where there are errors. */
export async function doctor(context: Context): Promise<number> {
  const { project, problems } = await inspectProject(context);
  const git = await setUpGit(context, project.root);
  const checked = await checkProject(project, problems, context.now);
  const found = [...problems, ...git.problems, ...checked];
  const ok = !found.some(isError);
  const { terminal, json } = context;
  const { mended } = git;
  warn(context, found);
  if (json) terminal.print(JSON.stringify({ ok, problems: found, mended }, null, 2));
  else {
    for (const what of mended) terminal.print(`fixed: ${what}`);
    if (ok) terminal.print(found.length === 0 ? 'no problems found' : 'no errors found');
  }
  return ok ? 0 : 1;
}

interface GitSetUp {
  readonly problems: readonly Problem[];
  readonly mended: readonly string[];
}

/** Configures the merge driver, which git does not clone. */
async function setUpGit({ dryRun }: Context, root: string): Promise<GitSetUp> {
  if ((await hasMergeDriver(root)) !== false) return { problems: [], mended: [] };
  const mended = 'set up the git merge driver in this clone, which merges by structure';
  if (!dryRun && (await setMergeDriver(root))) return { problems: [], mended: [mended] };
  const message = 'the git merge driver is not set up in this clone, so git merges line by line';
  const help = dryRun ? 'set it up: crudgen doctor' : 'check that .git/config is writable';
  return { problems: [warning('merge-driver', message, help)], mended: [] };
}

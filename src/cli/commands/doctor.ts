import { hasMergeDriver, setMergeDriver } from '../../disk/merge-driver.js';
import type { Problem } from '../../problem.js';
import { checkProject } from '../../project/check-project.js';
import type { Context } from '../context.js';
import { lookAtProject } from '../project.js';

/** Says what is wrong with a project and how to mend it; 1 where something is. */
export async function doctor(context: Context): Promise<number> {
  const { project, problems } = await lookAtProject(context);
  const git = await setUpGit(context, project.root);
  const checked = await checkProject(project, problems, context.now);
  const found = [...problems, ...git.problems, ...checked];
  const { terminal, json } = context;
  const ok = found.every(({ severity }) => severity === 'warning');
  const { mended } = git;
  if (json) terminal.print(JSON.stringify({ ok, problems: found, mended }, null, 2));
  else {
    terminal.problems(found);
    for (const what of mended) terminal.print(`mended: ${what}`);
    if (found.length === 0) terminal.print('nothing is wrong');
    else if (ok) terminal.print('nothing is broken');
  }
  return ok ? 0 : 1;
}

interface GitSetUp {
  readonly problems: readonly Problem[];
  readonly mended: readonly string[];
}

/** Tells git how to merge the project's files, which it forgets with every clone. */
async function setUpGit({ dryRun }: Context, root: string): Promise<GitSetUp> {
  if ((await hasMergeDriver(root)) !== false) return { problems: [], mended: [] };
  if (!dryRun && (await setMergeDriver(root)))
    return { problems: [], mended: ['git merges files of this clone by what is in them'] };
  const message = 'git is not set up for crudgen in this clone: it merges line by line';
  const help = dryRun ? 'crudgen doctor sets it up' : 'see that you may write .git/config';
  const problem: Problem = { code: 'merge-driver', message, help, severity: 'warning' };
  return { problems: [problem], mended: [] };
}

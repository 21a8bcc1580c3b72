import { isError } from '../../problem.js';
import { checkProject } from '../../project/inspect/check-project.js';
import { type Context, warn } from '../context.js';
import { inspectProject } from '../project.js';
import { setUpGit } from '../set-up-git.js';
import { SEE_STATUS } from '../show-status.js';

/** The repairs; `problems` has the problems. */
export interface DoctorJson {
  /** The problems that were fixed. */
  readonly mended: readonly string[];
}

/** Checks a project and reports problems with how to fix them; exit code 1 where there are errors. */
export async function doctor(context: Context): Promise<number> {
  const { project, problems } = await inspectProject(context);
  const git = await setUpGit(project.root, context.dryRun);
  const checked = await checkProject(project, problems, context.now);
  const found = [...problems, ...git.problems, ...checked];
  const ok = !found.some(isError);
  const { terminal } = context;
  const { mended } = git;
  warn(context, found);
  terminal.data<DoctorJson>({ mended });
  for (const what of mended) terminal.print(`fixed: ${what}`);
  if (ok) terminal.print(found.length === 0 ? 'no problems found' : 'no errors found');
  if (ok) terminal.print(SEE_STATUS);
  return ok ? 0 : 1;
}

import { findModel } from '../../model/change.js';
import { misuse } from '../../problem.js';
import { hasTools, toolFile } from '../../project/tools.js';
import { requireInstalled } from '../../project/find-project.js';
import { READING } from '../../project/tolerated.js';
import { type Context, printResult } from '../context.js';
import { findRoot, openProject } from '../project.js';
import { runSeed, type Script } from '../run-seed.js';

interface Options {
  readonly fake?: number;
  readonly seed?: number;
  readonly resetRoles?: boolean;
}

/** Runs the project's own seed script; fake rows come from crudgen, except in projects from before 0.2. */
export async function seed(
  context: Context,
  models: readonly string[],
  options: Options,
): Promise<number> {
  if (options.fake === undefined && (models.length > 0 || options.seed !== undefined)) {
    const message = `${models.length > 0 ? 'model names need' : '`--seed` needs'} \`--fake\``;
    throw misuse(message, 'write for example: crudgen seed --fake 50 Task');
  }
  if (models.length > 0) {
    const { app } = await openProject(context, READING);
    for (const name of models) findModel(app, name);
  }
  const root = await findRoot(context);
  const args = [
    ...(options.fake === undefined ? [] : ['--fake', String(options.fake), ...models]),
    ...(options.seed === undefined ? [] : ['--seed', String(options.seed)]),
    ...(options.resetRoles === true ? ['--reset-roles'] : []),
    ...(context.json ? ['--json'] : []),
  ];
  const ownScript = options.fake === undefined || !(await hasTools(root));
  const command: Script = ownScript
    ? ['npm', 'run', '--silent', 'seed', ...(args.length === 0 ? [] : ['--', ...args])]
    : [process.execPath, '--import', 'tsx', toolFile('seed-fake'), ...args];
  if (context.dryRun) {
    const shown = ownScript ? command.join(' ') : `crudgen seed ${args.join(' ')}`;
    printResult(context, { would_run: shown }, () => `would run: ${shown}`);
    return 0;
  }
  await requireInstalled(root);
  return runSeed(context, command, root);
}

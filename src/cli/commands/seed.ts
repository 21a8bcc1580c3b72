import { findModel } from '../../model/change.js';
import { isDay } from '../../model/value.js';
import { misuse } from '../../problem.js';
import { toolFile } from '../../project/open/tools.js';
import { requireInstalled } from '../../project/open/find-project.js';
import { READING } from '../../project/open/tolerated.js';
import { type Context, printResult } from '../context.js';
import { findRoot, projectOf } from '../project.js';
import type { SeedJson } from '../printed-result.js';
import { runSeed, type Script } from '../run-seed.js';

interface Options {
  readonly fake?: number;
  readonly seed?: number;
  readonly today?: string;
  readonly resetRoles?: boolean;
}

/** Runs the project's own seed script; fake rows come from crudgen. */
export async function seed(
  context: Context,
  models: readonly string[],
  options: Options,
): Promise<number> {
  requireFittingOptions(models, options);
  if (models.length > 0) {
    const { app } = await projectOf(context, READING);
    for (const name of models) findModel(app, name);
  }
  const root = await findRoot(context);
  const isFake = options.fake !== undefined;
  const args = [
    ...fakeArgs(context, models, options),
    ...(options.resetRoles === true ? ['--reset-roles'] : []),
    ...(context.json ? ['--json'] : []),
  ];
  const command: Script = isFake
    ? [process.execPath, '--import', 'tsx', toolFile('seed-fake'), ...args]
    : ['npm', 'run', '--silent', 'seed', ...(args.length === 0 ? [] : ['--', ...args])];
  if (context.dryRun) {
    const shown = isFake ? `crudgen seed ${args.join(' ')}` : command.join(' ');
    printResult<SeedJson>(context, { would_run: shown }, () => `would run: ${shown}`);
    return 0;
  }
  await requireInstalled(root);
  return runSeed(context, command, root);
}

function requireFittingOptions(models: readonly string[], { fake, seed, today }: Options): void {
  const [alone] = [
    ...(models.length > 0 ? ['model names need'] : []),
    ...(seed === undefined ? [] : ['`--seed` needs']),
    ...(today === undefined ? [] : ['`--today` needs']),
  ];
  if (fake === undefined && alone !== undefined)
    throw misuse(`${alone} \`--fake\``, 'write for example: crudgen seed --fake 50 Task');
  if (today !== undefined && !isDay(today))
    throw misuse(`\`${today}\` is not a day`, 'write it as in `--today 2026-11-25`');
}

/** What the rows depend on. The one place where a seed and a day are chosen: crudgen's own program takes them as they are. */
function fakeArgs(
  { now }: Context,
  models: readonly string[],
  { fake, seed, today }: Options,
): readonly string[] {
  if (fake === undefined) return [];
  // Short enough to be typed.
  const chosen = seed ?? Math.floor(Math.random() * 1_000_000);
  const day = today ?? now.toISOString().slice(0, 10);
  return ['--fake', String(fake), ...models, '--seed', String(chosen), '--today', day];
}

import { resolve } from 'node:path';
import { runAttached, runProcess } from '../../disk/run-process.js';
import { type Problem, problem, refusal } from '../../problem.js';
import { failed } from '../../project/open/ask-service.js';
import { requireInstalled } from '../../project/open/find-project.js';
import type { Context } from '../context.js';
import { type ImportDataJson, printedResult } from '../printed-result.js';
import { findRoot, projectOf } from '../project.js';
import { READING } from '../../project/open/tolerated.js';
import { BUILT_IN_CLASSES } from '../../model/built-in.js';
import { findModel } from '../../model/change.js';
import type { App } from '../../model/model.js';
import { featuresOf } from '../../render/features.js';
import { templatesOf } from '../../project/open/templates.js';

interface Options {
  readonly as: string;
  readonly on?: string;
  readonly column?: readonly string[];
  readonly leaveOut?: readonly string[];
  readonly set?: readonly string[];
  readonly encoding?: string;
  readonly separator?: string;
  readonly sheet?: string;
  readonly decimal?: string;
  readonly dates?: string;
  readonly timeZone?: string;
}

/** Has the project's service import a file: `npm run import`. */
export async function importData(
  context: Context,
  model: string,
  file: string,
  options: Options,
): Promise<number> {
  const project = await projectOf(context, READING);
  const { app } = project;
  requireNamed(app, model);
  const isOn = featuresOf(app, templatesOf(project)).some(({ name }) => name === 'import');
  if (!isOn) {
    const message = 'the project cannot import files';
    throw refusal('no-import', message, 'type: crudgen add import');
  }
  const root = await findRoot(context);
  await requireInstalled(root);
  const path = resolve(context.cwd, file);
  const args = [model, path, ...flags(options), ...(context.dryRun ? ['--check'] : [])];
  const program = ['--import', 'tsx', 'src/main.ts', 'import', ...args];
  if (!context.json) return (await runAttached(process.execPath, program, root)) === 0 ? 0 : 1;
  const run = await runProcess(process.execPath, [...program, '--json'], { cwd: root });
  const result = printedResult('import-data', run.stdout);
  if (result === null) context.terminal.problems(problemsIn(run.stderr));
  else context.terminal.data<ImportDataJson>(result);
  return run.code === 0 ? 0 : 1;
}

/** Accepts a model as the service names it: by its class, or by the path of its list. Built-in models count, too. */
function requireNamed(app: App, name: string): void {
  const isBuiltIn = BUILT_IN_CLASSES.some((one) => one === name || one.toLowerCase() === name);
  const isPath = app.models.some(({ prefix }) => prefix === `/${name}`);
  if (!isBuiltIn && !isPath) findModel(app, name);
}

function flags({
  column = [],
  leaveOut = [],
  set = [],
  timeZone,
  ...plain
}: Options): readonly string[] {
  const one = Object.entries({ ...plain, 'time-zone': timeZone }) as [string, string | undefined][];
  return [
    ...one.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`])),
    ...column.map((value) => `--column=${value}`),
    ...leaveOut.map((value) => `--leave-out=${value}`),
    ...set.map((value) => `--set=${value}`),
  ];
}

/** What is wrong with a file or with how it is to be imported, a line each below a title; or why the service failed. */
function problemsIn(stderr: string): readonly Problem[] {
  const [title = '', ...lines] = stderr.trim().split('\n');
  const reasons = lines.filter((line) => line.startsWith('  '));
  if (title !== 'Nothing is imported:' || reasons.length === 0)
    return [failed('the import', stderr)];
  return reasons.map((reason) => problem('import', reason.trim(), 'see: crudgen help import-data'));
}

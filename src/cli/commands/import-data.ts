import { resolve } from 'node:path';
import { runAttached, runProcess } from '../../disk/run-process.js';
import type { Integer } from '../../integer.js';
import { type Problem, problem, refusal } from '../../problem.js';
import { failed } from '../../project/open/ask-service.js';
import { requireInstalled } from '../../project/open/find-project.js';
import type { Context } from '../context.js';
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

/** The results for the rows of a file; with --dry-run the expected results. */
export interface ImportDataJson {
  /** Rows of the file. */
  readonly rows: Integer;
  /** New records. */
  readonly created: Integer;
  /** Records that were changed. */
  readonly updated: Integer;
  /** Rows that would change nothing in their record. */
  readonly unchanged: Integer;
  /** Rows that were left out. */
  readonly failed: Integer;
  /** The reason why the import ended before the last row; null if it reached the last row. */
  readonly error: string | null;
  /** Whether the rows were only checked, and nothing was written. */
  readonly checked: boolean;
  /** The first rows that were left out. */
  readonly failures?: readonly {
    /** The number of the row in the file; the header is 1. */
    readonly row: Integer;
    /** The cells, as in the file. */
    readonly cells: readonly (string | null)[];
    /** The problems, by column from 0; null for a problem of the whole row. */
    readonly problems: readonly object[];
  }[];
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
  const line = run.stdout.trim().split('\n').at(-1) ?? '';
  if (line.startsWith('{')) context.terminal.data(JSON.parse(line) as ImportDataJson);
  else context.terminal.problems(problemsIn(run.stderr));
  return run.code === 0 ? 0 : 1;
}

/** As the service knows models: by their classes, and by the paths of their lists. What is built in is there, too. */
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

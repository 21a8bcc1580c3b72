import { runAttached, runProcess } from '../disk/run-process.js';
import type { Integer } from '../integer.js';
import { problem } from '../problem.js';
import { failed } from '../project/open/ask-service.js';
import type { Context } from './context.js';

/** The rows that were created; with --dry-run only the command that would run. */
export interface SeedJson {
  /** With --dry-run, the command line. */
  readonly would_run?: string;
  /** The migrations that ran. */
  readonly migrations?: readonly string[];
  /** The seeds of the project that ran. */
  readonly seeds?: readonly string[];
  /** The value of --seed that makes the same rows again; null without --fake. */
  readonly seed?: Integer | null;
  /**
   * With --fake, the value of --today that makes the same rows again.
   *
   * @format date
   */
  readonly today?: string;
  /** With --fake, the rows of each model. */
  readonly results?: readonly SeededJson[];
  /** Users who were added to new tenants. */
  readonly joined?: readonly string[];
}

/** The new rows of a model. */
export interface SeededJson {
  /** The class. */
  readonly model: string;
  /** The number of rows that were created. */
  readonly rows: Integer;
  /** Models that have no row, although this model needs one. */
  readonly lacks: readonly string[];
  /** The reason why the rules or references of the model allowed no more rows; null if they did. */
  readonly refusal: string | null;
  /** The duration. */
  readonly seconds: number;
}

/** A script that prints a line of JSON if `--json` is among its arguments. */
export type Script = readonly [program: string, ...args: string[]];

/** Runs a script that fills the database: attached to the terminal, or for its JSON; returns the exit code. */
export async function runSeed(
  { json, terminal }: Context,
  [program, ...args]: Script,
  root: string,
): Promise<number> {
  if (!json) return (await runAttached(program, args, root)) === 0 ? 0 : 1;
  const { code, stdout, stderr } = await runProcess(program, args, { cwd: root });
  terminal.data(summaryIn(stdout));
  if (code === 0) return 0;
  const errors = [...stderr.matchAll(/^error: (.+)$/gm)].map(([, message = '']) =>
    problem('seed', message, 'fix that, then run the command again'),
  );
  terminal.problems(errors.length > 0 ? errors : [failed('the seed script', stderr)]);
  return 1;
}

/** The last line, if it is JSON: before it, a project's own seeds may print what they like. */
function summaryIn(stdout: string): SeedJson {
  const line = stdout.trim().split('\n').at(-1) ?? '';
  try {
    return line.startsWith('{') ? (JSON.parse(line) as SeedJson) : {};
  } catch {
    return {};
  }
}

import { runAttached, runProcess } from '../disk/run-process.js';
import { problem } from '../problem.js';
import { failed } from '../project/open/ask-service.js';
import type { Context } from './context.js';
import { printedResult, type SeedJson } from './printed-result.js';

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
  terminal.data<SeedJson>(printedResult('seed', stdout) ?? {});
  if (code === 0) return 0;
  const errors = [...stderr.matchAll(/^error: (.+)$/gm)].map(([, message = '']) =>
    problem('seed', message, 'fix that, then run the command again'),
  );
  terminal.problems(errors.length > 0 ? errors : [failed('the seed script', stderr)]);
  return 1;
}

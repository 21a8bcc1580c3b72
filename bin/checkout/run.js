import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';

/** After so many milliseconds, and each time again, somebody who waits is told that the work goes on. */
const PATIENCE = 10_000;

/**
 * Runs a program and resolves to its exit code, or 1 where it cannot be started or a signal ended it. What it says goes to
 * stderr: the output of crudgen itself is for whoever asked. `soFar` says from time to time what is done.
 */
export const run = (program, args, cwd, soFar) =>
  reminding(
    () =>
      new Promise((resolve) => {
        spawn(program, args, { cwd, stdio: ['ignore', 2, 2] })
          .once('error', () => resolve(1))
          .once('close', (code) => resolve(code ?? 1));
      }),
    (line) => void process.stderr.write(`${line}\n`),
    soFar,
  );

/** Says from time to time how long some work has been going on, and what is done so far; resolves to what the work does. */
export async function reminding(work, say, soFar = () => null) {
  const begun = performance.now();
  const reminder = setInterval(() => {
    const seconds = Math.round((performance.now() - begun) / 1000);
    const done = soFar();
    say(`  ... still running after ${seconds} s${done === null ? '' : `: ${done}`}`);
  }, PATIENCE);
  try {
    return await work();
  } finally {
    clearInterval(reminder);
  }
}

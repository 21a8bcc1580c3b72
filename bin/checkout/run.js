import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';

/** After so many milliseconds, and each time again, somebody who waits is told that the work goes on. */
const PATIENCE = 20_000;

/**
 * Runs a program and resolves to its exit code, or 1 where it cannot be started or a signal ended it. What it says goes to
 * stderr: the output of crudgen itself is for whoever asked.
 */
export const run = (program, args, cwd) =>
  reminding(
    () =>
      new Promise((resolve) => {
        spawn(program, args, { cwd, stdio: ['ignore', 2, 2] })
          .once('error', () => resolve(1))
          .once('close', (code) => resolve(code ?? 1));
      }),
    (line) => void process.stderr.write(`${line}\n`),
  );

/** Says from time to time how long some work has been going on. */
export async function reminding(work, say) {
  const begun = performance.now();
  const seconds = () => Math.round((performance.now() - begun) / 1000);
  const reminder = setInterval(() => say(`  ... at it for ${seconds()} s`), PATIENCE);
  try {
    return await work();
  } finally {
    clearInterval(reminder);
  }
}

import { spawn } from 'node:child_process';

/**
 * Runs a program and resolves to its exit code, or 1 where it cannot be started or a signal ended it. What it says goes to
 * stderr: the output of crudgen itself is for whoever asked.
 */
export const run = (program, args, cwd) =>
  new Promise((resolve) => {
    spawn(program, args, { cwd, stdio: ['ignore', 2, 2] })
      .once('error', () => resolve(1))
      .once('close', (code) => resolve(code ?? 1));
  });

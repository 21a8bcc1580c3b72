import { spawn } from 'node:child_process';

/** Runs a program that speaks to the terminal itself (a progress bar), and gives its exit code. */
export function runAttached(
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<number> {
  const windows = process.platform === 'win32';
  return new Promise((done) => {
    const child = spawn(windows ? `${command}.cmd` : command, args, {
      cwd,
      stdio: 'inherit',
      shell: windows,
    });
    child.on('error', () => done(127));
    child.on('close', (code) => done(code ?? 1));
  });
}

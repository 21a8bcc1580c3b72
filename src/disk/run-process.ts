import { spawn } from 'node:child_process';

/** What a process came to. */
export interface Ran {
  /** Null where it could not be started or was stopped by a signal. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Sends what the process says on as it comes. */
  readonly onOutput?: (text: string) => void;
  /** Milliseconds after which the process is stopped. */
  readonly timeout?: number;
}

/** Runs a program (npm, git) to its end; a program that is not there is a result, not an error. */
export function runProcess(
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<Ran> {
  const { cwd, env, onOutput, timeout } = options;
  return new Promise((done) => {
    const windows = process.platform === 'win32';
    const child = spawn(windows && command === 'npm' ? 'npm.cmd' : command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: windows && command === 'npm',
      ...(timeout === undefined ? {} : { timeout }),
    });
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        said[stream] += text;
        onOutput?.(text);
      });
    child.on('error', (error) =>
      done({ code: null, ...said, stderr: said.stderr + error.message }),
    );
    child.on('close', (code) => done({ code, ...said }));
  });
}

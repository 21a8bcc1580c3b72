import { spawn } from 'node:child_process';

/** The result of a process. */
export interface ProcessResult {
  /** Null where it could not be started or was killed by a signal. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Receives output as it arrives. */
  readonly onOutput?: (text: string) => void;
  /** Milliseconds after which the process is killed. */
  readonly timeout?: number;
}

/** Runs a program such as npm or git; a missing program is a result, not an exception. */
export function runProcess(
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<ProcessResult> {
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
    const output = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        output[stream] += text;
        onOutput?.(text);
      });
    child.on('error', (error) =>
      done({ code: null, ...output, stderr: output.stderr + error.message }),
    );
    child.on('close', (code) => done({ code, ...output }));
  });
}

/** Runs a program attached to the terminal, and returns its exit code. */
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

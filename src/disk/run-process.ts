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
  /** Milliseconds after which the process is killed. */
  readonly timeout?: number;
}

/** npm is a script on Windows, which needs a shell. */
const onThisSystem = (command: string): [program: string, shell: boolean] =>
  process.platform === 'win32' && command === 'npm' ? ['npm.cmd', true] : [command, false];

/** Runs a program such as npm or git; a missing program is a result, not an exception. */
export async function runProcess(
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<ProcessResult> {
  const { bytes, ...result } = await runForBytes(command, args, options);
  return { ...result, stdout: bytes.toString('utf8') };
}

/** The same for a program that prints what is no text. */
export function runForBytes(
  command: string,
  args: readonly string[],
  { env, ...options }: RunOptions,
): Promise<Omit<ProcessResult, 'stdout'> & { readonly bytes: Buffer }> {
  return new Promise((done) => {
    const [program, shell] = onThisSystem(command);
    const child = spawn(program, args, {
      ...options,
      env: { ...process.env, ...env },
      shell,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: Buffer[] = [];
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const end = (code: number | null, error = ''): void =>
      done({ code, bytes: Buffer.concat(chunks), stderr: stderr + error });
    child.on('error', (error) => end(null, error.message));
    child.on('close', (code) => end(code));
  });
}

/** The signals that end a program; those that this process gets are for the program it runs. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs a program attached to the terminal, and returns its exit code. A signal that ends it ends this process, too. */
export function runAttached(
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<number> {
  return new Promise((done) => {
    const [program, shell] = onThisSystem(command);
    const child = spawn(program, args, { cwd, shell, stdio: 'inherit' });
    const pass = (signal: NodeJS.Signals) => void child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, pass);
    const end = (code: number | null, by: NodeJS.Signals | null) => {
      for (const signal of SIGNALS) process.off(signal, pass);
      if (by !== null) process.kill(process.pid, by);
      done(code ?? 1);
    };
    child.on('error', () => end(127, null));
    child.on('close', end);
  });
}

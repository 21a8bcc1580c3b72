import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

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
  /** Ends the process. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each line on stderr while the process runs; signals that end this process then end the other one, too. */
  readonly onErrorLine?: ((line: string) => void) | undefined;
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

/** Runs a program whose output is not text. */
export function runForBytes(
  command: string,
  args: readonly string[],
  { env, onErrorLine, ...options }: RunOptions,
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
    const stop = onErrorLine && watch(child, onErrorLine);
    const end = (code: number | null, error = ''): void => {
      stop?.();
      done({ code, bytes: Buffer.concat(chunks), stderr: stderr + error });
    };
    child.on('error', (error) => end(null, error.message));
    child.on('close', (code) => end(code));
  });
}

/** Tells the lines that a program prints on stderr. A signal that this process gets ends the program first. */
function watch(child: ChildProcess, onLine: (line: string) => void): () => void {
  createInterface({ input: child.stderr! }).on('line', onLine);
  const stopPassing = passSignals(child);
  return () => {
    const passed = stopPassing();
    if (passed !== null) process.kill(process.pid, passed);
  };
}

/** The signals that end a program. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Passes the signals that this process gets to a program; the returned function stops this, and returns the last signal. */
function passSignals(child: ChildProcess): () => NodeJS.Signals | null {
  let passed: NodeJS.Signals | null = null;
  const pass = (signal: NodeJS.Signals): void => {
    passed = signal;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  return () => {
    for (const signal of SIGNALS) process.off(signal, pass);
    return passed;
  };
}

/** Runs a program attached to the terminal, and returns its exit code. A signal that ends it ends this process, too. */
export function runAttached(
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<number> {
  return new Promise((done) => {
    const [program, shell] = onThisSystem(command);
    const child = spawn(program, args, { cwd, shell, stdio: 'inherit' });
    const stopPassing = passSignals(child);
    const end = (code: number | null, by: NodeJS.Signals | null) => {
      stopPassing();
      if (by !== null) process.kill(process.pid, by);
      done(code ?? 1);
    };
    child.on('error', () => end(127, null));
    child.on('close', end);
  });
}

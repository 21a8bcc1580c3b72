import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** How a project is served. */
export interface ServeOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Called once with the URL at which it answers. */
  readonly onListening: (url: string) => void;
  /** Called with what it says of failures. */
  readonly onFailure: (text: string) => void;
}

/** A line of its log. */
interface LogLine {
  readonly level: number;
  readonly msg?: string;
  readonly url?: string;
}

/** The level from which on a line tells of a failure. */
const ERROR = 50;

/** Serves a project from its sources until it ends or is ended; returns whether it has answered at all. */
export function serveProject(
  root: string,
  { env, signal, onListening, onFailure }: ServeOptions,
): Promise<boolean> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let isListening = false;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { level, msg = '', url } = parsed(line);
    if (level >= ERROR) onFailure(msg);
    if (url === undefined || msg !== 'listening') return;
    isListening = true;
    onListening(url);
  });
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (!isListening && !line.startsWith('warning: ')) onFailure(line);
  });
  const end = () => void child.kill('SIGTERM');
  signal.addEventListener('abort', end, { once: true });
  return new Promise((done) => {
    child.on('error', ({ message }) => {
      onFailure(message);
      done(false);
    });
    child.on('close', () => {
      signal.removeEventListener('abort', end);
      done(isListening);
    });
  });
}

function parsed(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return { level: 0 };
  }
}

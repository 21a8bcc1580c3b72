import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { HttpProblem, invalid } from '../../problem/problem.js';
import type { Outcome, PictureWork } from './picture-process.js';

/** What the process has that decodes a picture. */
interface DecoderLimits {
  /** Kilobytes of data: Node alone takes a good half of that. Not of addresses, of which it reserves ten times as many. */
  readonly memory: number;
  /** Milliseconds. */
  readonly patience: number;
}

const LIMITS: DecoderLimits = { memory: 1_000_000, patience: 20_000 };
/** The number of pictures that may wait for their turn. */
const MOST_WAITING = 50;

/** A picture as it was written. */
export interface DecodedPicture {
  readonly width: number;
  readonly height: number;
}

/**
 * Decodes pictures one at a time, each in a process of its own: what somebody has sent is read by a lot of foreign code, which gets
 * no secret of the service, no more memory than the operating system gives it, and an end.
 */
export class PictureDecoder {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(private readonly limits = LIMITS) {}

  /** Writes a picture anew, or a small one of it; 422 about the field for what is no picture, or a harmful one. */
  async decode(work: PictureWork, field: string): Promise<DecodedPicture> {
    if (this.#waiting >= MOST_WAITING)
      throw new HttpProblem(503, 'Too many pictures are being read: try again.', [], {
        'retry-after': '5',
      });
    this.#waiting += 1;
    const turn = this.#last.then(() => decodeApart(work, this.limits));
    this.#last = turn.catch(() => undefined);
    try {
      const outcome = await turn;
      if (outcome.kind === 'done') return outcome;
      throw notReadable(field, outcome.why);
    } finally {
      this.#waiting -= 1;
    }
  }
}

const notReadable = (field: string, why: string): HttpProblem =>
  invalid([{ field, code: 'bad-picture', message: `${field}: the picture ${why}.` }]);

function decodeApart(work: PictureWork, { memory, patience }: DecoderLimits): Promise<Outcome> {
  const [command, args] = commandOf(JSON.stringify(work), memory);
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'] },
    stdio: ['ignore', 'pipe', 'ignore'],
    // It ends by its own end, or by that of the time.
    detached: true,
  });
  return new Promise((resolve, reject) => {
    let told = '';
    const timer = setTimeout(() => {
      killAll(child.pid);
      resolve({ kind: 'refused', why: 'takes too long to read' });
    }, patience);
    child.stdout.setEncoding('utf8').on('data', (text: string) => (told += text));
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    // A process that was ended, or ended itself, has wanted more than it may have.
    child.once('close', () => {
      clearTimeout(timer);
      resolve(outcomeIn(told) ?? { kind: 'refused', why: 'cannot be read' });
    });
  });
}

function outcomeIn(told: string): Outcome | null {
  try {
    return JSON.parse(told) as Outcome;
  } catch {
    return null;
  }
}

/** The shell sets the limit where the system has one, and becomes the process. */
function commandOf(work: string, memory: number): readonly [command: string, args: string[]] {
  const file = fileURLToPath(import.meta.url).replace(
    /decode-picture(\.[jt]s)$/,
    'picture-process$1',
  );
  const loader = (): string => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const loading = file.endsWith('.ts') ? ['--import', loader()] : [];
  const node = [process.execPath, '--max-old-space-size=128', ...loading, file, work];
  if (process.platform === 'win32') return [node[0]!, node.slice(1)];
  const limit = `ulimit -d ${memory} 2>/dev/null; ulimit -c 0 2>/dev/null; exec "$@"`;
  return ['/bin/sh', ['-c', limit, 'sh', ...node]];
}

/** Kills a process with the processes that it has started. */
function killAll(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

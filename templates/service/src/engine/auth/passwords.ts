import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { HttpProblem, type FieldProblem, type ProblemParams } from '../problem/problem.js';
import { Worker } from 'node:worker_threads';
import { shareOf } from '../settings/settings.js';

/** bcrypt ignores the rest of a password. */
const MAX_BYTES = 72;
const MIN_LENGTH = 8;

/** Hashes and verifies passwords without blocking other requests. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Whether the password is right; takes as long without a hash (null) as with one. */
  verify(password: string, hash: string | null): Promise<boolean>;
  close(): Promise<void>;
}

export interface PasswordOptions {
  /** bcrypt's cost: each step doubles the work. */
  readonly cost?: number;
  readonly threads?: number;
  /** How many may wait for a thread; further ones are refused. */
  readonly maxWaiting?: number;
}

/** A thread's task: hash a password, or verify it against a hash. */
type Task =
  | { readonly password: string; readonly cost: number }
  | { readonly password: string; readonly hash: string };

/** Code as a text rather than a file, so that it runs from both `src` and `dist`. */
const THREAD_CODE = `
  import { parentPort } from 'node:worker_threads';
  import bcrypt from '${pathToFileURL(createRequire(import.meta.url).resolve('bcryptjs')).href}';
  parentPort.on('message', ({ password, cost, hash }) =>
    parentPort.postMessage(
      hash ? bcrypt.compareSync(password, hash) : bcrypt.hashSync(password, cost),
    ),
  );
`;

/** bcrypt in worker threads: at cost 12 a single hash occupies a core for long. */
export function createPasswords(options: PasswordOptions = {}): Passwords {
  const { cost = 12, maxWaiting = 64 } = options;
  const threads = options.threads ?? Math.min(4, Math.max(1, shareOf(availableParallelism() - 1)));
  const pool = new ThreadPool(THREAD_CODE, threads);
  const dummyHash = `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;

  const run = async <Result>(task: Task): Promise<Result> => {
    if (pool.queued >= maxWaiting)
      throw new HttpProblem(503, 'Too many people are signing in right now.', [], {
        'retry-after': '5',
      });
    return pool.run<Result>(task);
  };

  return {
    hash: (password) => run({ password, cost }),
    async verify(password, hash) {
      const fits = Buffer.byteLength(password) <= MAX_BYTES;
      const task = { password: fits ? password : '', hash: hash ?? dummyHash };
      return (await run<boolean>(task)) && fits && hash !== null;
    },
    close: () => pool.close(),
  };
}

/** What is wrong with a new password, or null. */
export function passwordProblem(field: string, password: unknown): FieldProblem | null {
  const wrong = (code: string, message: string, params?: ProblemParams): FieldProblem => ({
    ...{ field, code, message },
    ...(params && { params }),
  });
  if (typeof password !== 'string') return wrong('type', `${field} must be a string.`);
  if (Buffer.byteLength(password) > MAX_BYTES)
    return wrong('max', `${field} must have at most ${MAX_BYTES} bytes.`, { max: MAX_BYTES });
  if ([...password].length < MIN_LENGTH)
    return wrong('min', `${field} must have at least ${MIN_LENGTH} characters.`, {
      min: MIN_LENGTH,
    });
  return password.includes('\0') ? wrong('nul', `${field} must not contain NUL.`) : null;
}

/** Common passwords, letters only; longer ones before those that are parts of them. */
const COMMON_PASSWORDS = [
  ...[
    'administrator',
    'admin',
    'admn',
    'password',
    'passwort',
    'passwrd',
    'psswrd',
    'passwd',
    'pass',
  ],
  ...['changeme', 'changeit', 'default', 'letmein', 'welcome', 'secret', 'qwertyuiop', 'qwerty'],
  ...[
    'iloveyou',
    'root',
    'superuser',
    'users',
    'user',
    'guest',
    'tests',
    'test',
    'demo',
    'abcdefgh',
  ],
  ...['abcd', 'abc'],
];
const ASCENDING = '01234567890123456789';
const DESCENDING = [...ASCENDING].reverse().join('');

/** Why a password must not be an administrator's initial one in production, or null. */
export function passwordWeakness(password: string, username: string): string | null {
  const problem = passwordProblem('ADMIN_PASSWORD', password);
  if (problem) return problem.message;
  const weak = new Set(password).size < 4 || isCommon(password, username);
  return weak ? 'ADMIN_PASSWORD is a common password.' : null;
}

/** Common words or the username in any case, with nothing but digits and signs around them; or a sequence of digits. */
function isCommon(password: string, username: string): boolean {
  const letters = lettersOf(password);
  const known = [lettersOf(username), ...COMMON_PASSWORDS];
  const rest = known.reduce((text, word) => text.replaceAll(word, ''), letters);
  const isRow = ASCENDING.includes(password) || DESCENDING.includes(password);
  return isRow || password === username || (letters !== '' && rest === '');
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '');

interface Job {
  readonly task: unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Threads that each run one task at a time; started on demand. */
export class ThreadPool {
  private readonly idle: Worker[] = [];
  private readonly running = new Map<Worker, Job>();
  private readonly waiting: Job[] = [];

  constructor(
    /** JavaScript source of a module that answers each message with one of its own. */
    private readonly code: string,
    private readonly threads: number,
  ) {}

  /** How many tasks wait for a thread. */
  get queued(): number {
    return this.waiting.length;
  }

  run<Result>(task: unknown): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ task, resolve: resolve as Job['resolve'], reject });
      this.next();
    });
  }

  async close(): Promise<void> {
    const workers = [...this.idle.splice(0), ...this.running.keys()];
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  private next(): void {
    while (this.waiting.length > 0 && this.running.size < this.threads) {
      const worker = this.idle.pop() ?? this.start();
      const job = this.waiting.shift()!;
      this.running.set(worker, job);
      worker.ref();
      worker.postMessage(job.task);
    }
  }

  private start(): Worker {
    const url = new URL(`data:text/javascript,${encodeURIComponent(this.code)}`);
    const worker = new Worker(url, { execArgv: [] });
    worker.on('message', (result: unknown) => {
      this.finish(worker)?.resolve(result);
      worker.unref();
      this.idle.push(worker);
      this.next();
    });
    worker.on('error', (error) => {
      this.finish(worker)?.reject(error);
      this.next();
    });
    worker.on('exit', () => {
      const at = this.idle.indexOf(worker);
      if (at !== -1) this.idle.splice(at, 1);
      this.finish(worker)?.reject(new Error('the thread ended'));
    });
    return worker;
  }

  private finish(worker: Worker): Job | undefined {
    const job = this.running.get(worker);
    this.running.delete(worker);
    return job;
  }
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac } from 'node:crypto';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { HttpProblem, type FieldProblem } from '../problem/problem.js';
import { shareOf, type Settings } from '../settings/settings.js';
import {
  isBeyondPasswords,
  commonProblem,
  isMadeOf,
  isMonotonous,
  isObvious,
  ownWordProblem,
  passwordProblem,
} from './password-policy.js';
import { ThreadPool } from './thread-pool.js';

/** bcrypt ignores the rest of a password. */
const BCRYPT_BYTES = 72;

/**
 * What is stored for a user who has no password, as they come in by another way: the shape of a hash, so that a wrong password
 * takes as long as elsewhere, of no known password.
 */
export const NO_PASSWORD = `$2b$12$${'.'.repeat(53)}`;

/** Hashes, verifies and judges passwords without blocking other requests. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Whether the password is right; takes as long without a hash (null) as with one. */
  verify(password: string, hash: string | null): Promise<boolean>;
  /** Why somebody must not choose this new password, or null; `field` is where it was given. */
  problem(field: string, password: unknown): Promise<FieldProblem | null>;
  /** Judges and hashes a new password before `work`, which may hold locks and does neither again. */
  beforehand<Result>(password: string, work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** A password that somebody may choose. */
interface Judged {
  readonly password: string;
  readonly hash: string;
}

export interface PasswordOptions {
  /** bcrypt's cost: each step doubles the work. */
  readonly cost?: number;
  readonly threads?: number;
  /** How many may wait for a thread; further ones are refused. */
  readonly maxWaiting?: number;
  /** Characters that a new password has at least. */
  readonly minLength?: number;
  /** Words that no new password may consist of. */
  readonly words?: readonly string[];
}

/** The options of passwords in the settings. */
export const passwordOptions = ({
  passwordMinLength,
  passwordWords,
}: Pick<Settings, 'passwordMinLength' | 'passwordWords'>): PasswordOptions => ({
  minLength: passwordMinLength,
  words: passwordWords,
});

/** A thread's task: hash a password, verify it against a hash, or say whether it is common. */
type Task =
  | { readonly password: string; readonly cost: number }
  | { readonly password: string; readonly hash: string }
  | { readonly common: string };

const moduleUrl = (name: string): string =>
  pathToFileURL(createRequire(import.meta.url).resolve(name)).href;

/** Code as a text rather than a file, so that it runs from both `src` and `dist`. The list of common passwords is read when first needed. */
const THREAD_CODE = `
  import { parentPort } from 'node:worker_threads';
  import bcrypt from '${moduleUrl('bcryptjs')}';
  const readCommon = async () => {
    const lists = await import('${moduleUrl('@zxcvbn-ts/language-common')}');
    return new Set((lists.dictionary ?? lists.default.dictionary)['passwords-common']);
  };
  let common;
  const answer = async ({ password, cost, hash, common: candidate }) => {
    if (candidate !== undefined) return (await (common ??= readCommon())).has(candidate);
    return hash ? bcrypt.compareSync(password, hash) : bcrypt.hashSync(password, cost);
  };
  parentPort.on('message', async (task) => parentPort.postMessage(await answer(task)));
`;

/** bcrypt in worker threads: at cost 12 a single hash occupies a core for long. */
export function createPasswords(options: PasswordOptions = {}): Passwords {
  const { cost = 12, maxWaiting = 64, minLength = 8, words = [] } = options;
  const threads = options.threads ?? Math.min(4, Math.max(1, shareOf(availableParallelism() - 1)));
  const pool = new ThreadPool(THREAD_CODE, threads);
  const dummyHash = `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;

  const run = async <Result>(task: Task): Promise<Result> => {
    if (pool.queued >= maxWaiting)
      throw new HttpProblem(
        503,
        'Too many people are signing in right now; try again in a moment.',
        [],
        {
          'retry-after': '5',
        },
      );
    return pool.run<Result>(task);
  };

  const judged = new AsyncLocalStorage<Judged>();
  const hashOf = (password: string): string | undefined => {
    const known = judged.getStore();
    return known?.password === password ? known.hash : undefined;
  };
  const hash = async (password: string): Promise<string> =>
    hashOf(password) ?? run({ password: forBcrypt(password), cost });
  const problem = async (field: string, given: unknown): Promise<FieldProblem | null> => {
    const wrong = passwordProblem(field, given, minLength);
    if (wrong) return wrong;
    const password = given as string;
    if (isMadeOf(password, words)) return ownWordProblem(field);
    if (hashOf(password) !== undefined) return null;
    const text = password.toLowerCase();
    const isCommon = isMonotonous(text) || (await run<boolean>({ common: text }));
    return isCommon ? commonProblem(field) : null;
  };

  return {
    hash,
    async verify(password, hash) {
      const fits = !isBeyondPasswords(password);
      const task = { password: fits ? forBcrypt(password) : '', hash: hash ?? dummyHash };
      return (await run<boolean>(task)) && fits && hash !== null;
    },
    problem,
    async beforehand(password, work) {
      if ((await problem('password', password)) !== null) return work();
      return judged.run({ password, hash: await hash(password) }, work);
    },
    close: () => pool.close(),
  };
}

/**
 * What bcrypt is given: the password itself, or a digest where it would ignore the end. The digest is keyed, so that it is none
 * that other services' leaks hold; in Base64 it has 64 bytes, none of them NUL.
 */
function forBcrypt(password: string): string {
  if (Buffer.byteLength(password) <= BCRYPT_BYTES) return password;
  return createHmac('sha384', 'a password longer than bcrypt takes')
    .update(password)
    .digest('base64');
}

/** Why a password must not be an administrator's initial one in production, or null. */
export async function passwordWeakness(
  passwords: Passwords,
  password: string,
  username: string,
): Promise<string | null> {
  const problem = await passwords.problem('ADMIN_PASSWORD', password);
  if (problem) return problem.message;
  return isObvious(password, username) ? 'ADMIN_PASSWORD is a common password.' : null;
}

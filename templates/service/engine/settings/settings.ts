import cluster from 'node:cluster';
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** The variable by which the first process tells a worker its number and their total: `2/4`. */
export const WORKER = 'SERVICE_WORKER';

const [number, all] = ((cluster.isWorker && process.env[WORKER]) || '').split('/').map(Number);

/** The number of this process among the workers of the service, from 1 on; null if it is the only one. */
export const workerNumber: number | null = number || null;

/** This worker's share of what all workers have in total; the remainder goes to the first ones. */
export const shareOf = (
  total: number,
  worker: number = number || 1,
  workers: number = all || 1,
): number => Math.floor(total / workers) + (worker <= total % workers ? 1 : 0);

/** The placeholder secret in `.env.example`; refused in production. */
export const INITIAL_AUTH_SECRET = 'replace-this-with-a-long-random-string';
export const INITIAL_ADMIN_PASSWORD = 'admin';
/** Any 64 characters are a possible password (NIST SP 800-63B); beyond this, none. */
export const MAX_PASSWORD_LENGTH = 256;

export const SIGN_IN_BY = ['username', 'email', 'both'] as const;
export type SignInBy = (typeof SIGN_IN_BY)[number];

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the engine needs to know of the environment; see `src/settings.ts`. */
export interface Settings {
  readonly databaseUrl: string;
  readonly authSecret: string;
  readonly authDisabled: boolean;
  /** `NODE_ENV=production` in any case, or a `HOST` that other machines can reach. */
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly adminUsername: string;
  readonly adminPassword: string;
  /** What people sign in with; who has no address signs in by name in any case. */
  readonly signInBy: SignInBy;
  /** Characters that a new password has at least. */
  readonly passwordMinLength: number;
  /** Words of this service that no new password may consist of. */
  readonly passwordWords: readonly string[];
  /** Seconds. */
  readonly tokenTtl: number;
  /** The address at which people reach the service, without a slash at its end; null in production if no setting names it. */
  readonly publicUrl: string | null;
  readonly corsOrigins: readonly string[];
  readonly trustProxy: boolean | number | string;
  /** Whether browsers are to insist on https for all subdomains, too. */
  readonly hstsSubdomains: boolean;
  readonly maxPageSize: number;
  /** Records of a page whose end is not stated. */
  readonly defaultPageSize: number;
  /** The maximum cost of one list; see `records/query/query-cost.ts`. */
  readonly maxQueryCost: number;
  /** Seconds that a statement of a request may take on PostgreSQL, and a read in SQLite's readers; 0 for no limit. */
  readonly statementTimeout: number;
  /** Seconds that a transaction with code of the project's may take; 0 for no limit. */
  readonly transactionTimeout: number;
  /** Processes that run SQLite reads which would block the event loop: at least two, or 0 for none. */
  readonly readers: number;
  /** Maximum PostgreSQL connections of one process. */
  readonly poolSize: number;
  /** Seconds that a request waits for a connection. */
  readonly connectTimeout: number;
  /** Seconds that a statement waits for a lock, and a write on SQLite for another one. */
  readonly lockTimeout: number;
  /** Seconds of silence after which PostgreSQL is asked whether a statement is still running; 0 for never. */
  readonly silenceTimeout: number;
  /** Seconds after which TCP keep-alive probes an idle PostgreSQL connection; 0 for never. */
  readonly keepAlive: number;
  /** Whether SQLite waits at each commit until the data is on disk. */
  readonly synchronous: 'normal' | 'full';
  /** Bytes. */
  readonly bodyLimit: number;
  /** The most rows that one request writes: records, their lines, and their links to others. */
  readonly maxWrittenRows: number;
  /** Maximum bytes of a page of records, and what one user may hold in large responses; see `records/reading/byte-budget.ts`. */
  readonly pageLimit: number;
  /** Seconds that a request may take to arrive; 0 for no limit. */
  readonly requestTimeout: number;
  /** Seconds within which a client must take a megabyte of its response, or the rest of it; 0 for no limit. */
  readonly sendTimeout: number;
  /** Seconds between the shutdown signal and the moment when no further connections are accepted. */
  readonly shutdownDelay: number;
  readonly logLevel: string;
  /** The readers of the API documentation. */
  readonly docs: 'public' | 'signed-in' | 'off';
  /** What the log warns of at every start. */
  readonly warnings: readonly string[];
  /** Why these settings are unfit for production; the start adds what only the database knows. */
  readonly refusals: readonly string[];
}

/** The reasons why the service does not start, one line each. */
export class StartRefused extends Error {
  constructor(readonly reasons: readonly string[]) {
    super(reasons.join('\n'));
    this.name = 'StartRefused';
  }
}

/** Why code refuses the start; nothing where it does not. */
export function reasonsOf(code: () => unknown): readonly string[] {
  try {
    code();
    return [];
  } catch (error) {
    if (error instanceof StartRefused) return error.reasons;
    throw error;
  }
}

/** Values that cannot be read, with the settings as they are where a default stands in for each of these. */
export class InvalidSettings extends StartRefused {
  constructor(
    readonly wrong: readonly string[],
    readonly settings: Settings,
  ) {
    super([...wrong, ...settings.refusals]);
    this.name = 'InvalidSettings';
  }
}

/** The address that links of a feature begin with; refuses the start where production has none. */
export function publicUrlFor(feature: string, { publicUrl }: Pick<Settings, 'publicUrl'>): string {
  if (publicUrl !== null) return publicUrl;
  const help = 'set where people reach the service, such as `https://shop.example.com`';
  throw new StartRefused([`PUBLIC_URL is missing, for the links of \`${feature}\`: ${help}`]);
}

/** Whether this is production: `NODE_ENV` says so, in any case, or other machines can reach the host. */
export const isProduction = ({ NODE_ENV = '' }: Environment, host: string): boolean =>
  NODE_ENV.trim().toLowerCase() === 'production' || !isLoopback(host);

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether only this machine can reach the host name or address. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (isIPv4(name)) return loopback.check(name, 'ipv4');
  if (isIPv6(name)) return loopback.check(name, 'ipv6');
  return name === 'localhost' || name.endsWith('.localhost');
}

/** The minimum of different characters in a secret; 32 random hexadecimal digits have more. */
const MIN_DISTINCT_CHARACTERS = 8;

/** Why settings are unfit for production. */
export function productionRefusals(env: Environment): string[] {
  const reasons: string[] = [];
  const secret = env.AUTH_SECRET ?? '';
  if (secret === '')
    reasons.push('AUTH_SECRET is missing: set a random string of 32 or more characters');
  else if (secret === INITIAL_AUTH_SECRET)
    reasons.push(
      'AUTH_SECRET is still the initial value: set a random string of 32 or more characters',
    );
  else if ([...secret].length < 32) reasons.push('AUTH_SECRET is shorter than 32 characters');
  else if (new Set(secret).size < MIN_DISTINCT_CHARACTERS)
    reasons.push(
      'AUTH_SECRET repeats a few characters: set a random string of 32 or more characters',
    );
  if (isSentOpenly(env.PUBLIC_URL ?? ''))
    reasons.push('PUBLIC_URL begins with http: links would be sent without encryption; use https');
  if (env.SERVICE_AUTH_DISABLED === '1')
    reasons.push('SERVICE_AUTH_DISABLED is set: everybody would be the administrator');
  return reasons;
}

/** Whether requests to an address pass a network without encryption. */
const isSentOpenly = (url: string): boolean =>
  URL.canParse(url) && new URL(url).protocol === 'http:' && !isLoopback(new URL(url).hostname);

/** What the log warns of at every start. */
export function warningsOf(
  env: Environment,
  {
    production,
    corsOrigins,
    trustProxy,
  }: Pick<Settings, 'production' | 'corsOrigins' | 'trustProxy'>,
): string[] {
  const warnings: string[] = [];
  if (!env.AUTH_SECRET && !production)
    warnings.push(
      'AUTH_SECRET is missing: a random secret signs the tokens, which expire when the service stops',
    );
  if (env.SERVICE_AUTH_DISABLED === '1')
    warnings.push('SERVICE_AUTH_DISABLED=1: every request acts as the default administrator');
  else if (env.SERVICE_AUTH_DISABLED)
    warnings.push('SERVICE_AUTH_DISABLED has no effect: only the exact value 1 counts');
  if (trustProxy === true)
    warnings.push(
      'TRUST_PROXY=true trusts whatever address a client claims; give the number of your proxies instead, such as 1',
    );
  if (production && corsOrigins.includes('*'))
    warnings.push(
      'CORS_ORIGINS=* lets pages of every site read the responses; list your own origins',
    );
  if (env.AUTH_DISABLED)
    warnings.push('AUTH_DISABLED has no effect: the setting is SERVICE_AUTH_DISABLED');
  return warnings;
}

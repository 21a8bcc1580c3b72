import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** What `.env.example` says in place of a secret; never good enough for production. */
export const INITIAL_AUTH_SECRET = 'replace-this-with-a-long-random-string';
export const INITIAL_ADMIN_PASSWORD = 'admin';

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the engine needs to know of the environment; see `src/settings.ts`. */
export interface Settings {
  readonly databaseUrl: string;
  readonly authSecret: string;
  readonly authDisabled: boolean;
  /** `NODE_ENV=production` in any case, or a `HOST` that other machines reach. */
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** Processes that serve. */
  readonly workers: number;
  readonly adminUsername: string;
  readonly adminPassword: string;
  /** Seconds. */
  readonly tokenTtl: number;
  readonly corsOrigins: readonly string[];
  readonly trustProxy: boolean | number | string;
  readonly maxPageSize: number;
  /** What one list may ask for; see `crud/query-cost.ts`. */
  readonly maxQueryCost: number;
  /** Seconds that PostgreSQL gives one statement of a request, and SQLite's readers give a read; 0 for any. */
  readonly statementTimeout: number;
  /** Processes that read from SQLite what would keep the event loop; 0 for none. */
  readonly readers: number;
  /** Connections to PostgreSQL that one process opens at most. */
  readonly poolSize: number;
  /** Seconds that a request waits for one of them. */
  readonly connectTimeout: number;
  /** Seconds that a statement waits for a lock, and a write on SQLite for another one. */
  readonly lockTimeout: number;
  /** Seconds without a word after which PostgreSQL is asked whether it still works on a statement; 0 for never. */
  readonly silenceTimeout: number;
  /** Seconds after which TCP looks after a connection to PostgreSQL that is idle; 0 for never. */
  readonly keepAlive: number;
  /** Streaming replicas of PostgreSQL that reads may go to. */
  readonly replicaUrls: readonly string[];
  /** Seconds by which what a replica answers may be old. */
  readonly replicaMaxLag: number;
  /** Whether SQLite waits at each commit until the disk has it. */
  readonly synchronous: 'normal' | 'full';
  /** Bytes. */
  readonly bodyLimit: number;
  /** Bytes of a page of records. */
  readonly pageLimit: number;
  /** Seconds that a request may take to arrive; 0 for any. */
  readonly requestTimeout: number;
  /** Seconds in which a client must read something of its answer; 0 for any. */
  readonly sendTimeout: number;
  /** Seconds between the signal to stop and the end of accepting. */
  readonly shutdownDelay: number;
  readonly logLevel: string;
  /** Whether the service answers in the ways of `http/fast-express.ts`. */
  readonly fastExpress: boolean;
  /** Who may read the API documentation. */
  readonly docs: 'public' | 'signed-in' | 'off';
  /** What the log says at every start. */
  readonly warnings: readonly string[];
  /** Why these settings must not serve in production; start-up adds what only the database knows. */
  readonly refusals: readonly string[];
}

/** The reasons why the service does not start, one line each. */
export class StartRefused extends Error {
  constructor(readonly reasons: readonly string[]) {
    super(reasons.join('\n'));
    this.name = 'StartRefused';
  }
}

/** Whether this is no development: `NODE_ENV` says so, in whatever spelling, or other machines reach the host. */
export const isProduction = ({ NODE_ENV = '' }: Environment, host: string): boolean =>
  NODE_ENV.trim().toLowerCase() === 'production' || !isLoopback(host);

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether only this machine answers to the host name or address. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (isIPv4(name)) return loopback.check(name, 'ipv4');
  if (isIPv6(name)) return loopback.check(name, 'ipv6');
  return name === 'localhost' || name.endsWith('.localhost');
}

/** Different characters that a secret has at least; 32 random hexadecimal digits have more. */
const MIN_VARIETY = 8;

/** Why settings must not serve in production. */
export function productionRefusals(env: Environment): string[] {
  const reasons: string[] = [];
  const secret = env.AUTH_SECRET ?? '';
  if (secret === '') reasons.push('AUTH_SECRET is missing: set a random string of 32 or more');
  else if (secret === INITIAL_AUTH_SECRET)
    reasons.push('AUTH_SECRET is still the initial value: set a random string of 32 or more');
  else if ([...secret].length < 32) reasons.push('AUTH_SECRET is shorter than 32 characters');
  else if (new Set(secret).size < MIN_VARIETY)
    reasons.push('AUTH_SECRET repeats a few characters: set a random string of 32 or more');
  if (env.SERVICE_AUTH_DISABLED === '1')
    reasons.push('SERVICE_AUTH_DISABLED is set: everybody would be the administrator');
  return reasons;
}

/** What the log says of settings at every start. */
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
      'AUTH_SECRET is missing: tokens are signed with a random one and end with this run',
    );
  if (env.SERVICE_AUTH_DISABLED === '1')
    warnings.push('SERVICE_AUTH_DISABLED=1: every request acts as the default administrator');
  else if (env.SERVICE_AUTH_DISABLED)
    warnings.push('SERVICE_AUTH_DISABLED does nothing: only the exact value 1 counts');
  if (trustProxy === true)
    warnings.push(
      'TRUST_PROXY=true believes whatever address a client claims; give the number of your proxies instead, such as 1',
    );
  if (production && corsOrigins.includes('*'))
    warnings.push(
      'CORS_ORIGINS=* lets the pages of every site read the answers; name the origins of your own',
    );
  if (env.AUTH_DISABLED !== undefined)
    warnings.push('AUTH_DISABLED does nothing: the name is SERVICE_AUTH_DISABLED');
  return warnings;
}

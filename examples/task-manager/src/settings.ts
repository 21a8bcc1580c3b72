import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { isLoopback } from './http/loopback.js';

/** What `.env.example` says in place of a secret; never good enough for production. */
export const INITIAL_AUTH_SECRET = 'replace-this-with-a-long-random-string';
export const INITIAL_ADMIN_PASSWORD = 'admin';

/** The environment, read once (contract 8). */
export interface Settings {
  readonly databaseUrl: string;
  readonly authSecret: string;
  readonly authDisabled: boolean;
  /** `NODE_ENV=production`, or a `HOST` that other machines reach. */
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly adminUsername: string;
  readonly adminPassword: string;
  /** Seconds. */
  readonly tokenTtl: number;
  readonly corsOrigins: readonly string[];
  readonly trustProxy: boolean | number | string;
  readonly maxPageSize: number;
  /** Bytes. */
  readonly bodyLimit: number;
  readonly logLevel: string;
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

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment; throws `StartRefused` that names every wrong value at once. */
export function readSettings(env: Environment): Settings {
  const wrong: string[] = [];
  const read = <T>(name: string, initial: string, parse: (text: string) => T): T => {
    const text = env[name]?.trim() || initial;
    try {
      return parse(text);
    } catch (error) {
      wrong.push(`${name}: ${(error as Error).message}`);
      return parse(initial);
    }
  };

  const host = read('HOST', '127.0.0.1', parseHost);
  const secret = env.AUTH_SECRET ?? '';
  const values = {
    databaseUrl: read('DATABASE_URL', 'sqlite:data/app.db', parseDatabaseUrl),
    authSecret: secret || randomBytes(48).toString('base64url'),
    authDisabled: env.SERVICE_AUTH_DISABLED === '1',
    production: env.NODE_ENV === 'production' || !isLoopback(host),
    host,
    port: read('PORT', '3000', integer(0, 65_535)),
    adminUsername: read('ADMIN_USERNAME', 'admin', atMost(255)),
    adminPassword: read('ADMIN_PASSWORD', INITIAL_ADMIN_PASSWORD, parsePassword),
    tokenTtl: read('AUTH_TOKEN_TTL', '12h', parseDuration),
    corsOrigins: read('CORS_ORIGINS', '*', parseOrigins),
    trustProxy: read('TRUST_PROXY', 'false', parseTrustProxy),
    maxPageSize: read('MAX_PAGE_SIZE', '1000', integer(1, 100_000)),
    bodyLimit: read('BODY_LIMIT', '1mb', parseSize),
    logLevel: read('LOG_LEVEL', 'info', oneOf(LOG_LEVELS)),
  };
  if (wrong.length > 0) throw new StartRefused(wrong);
  return {
    ...values,
    refusals: values.production ? productionRefusals(env, secret) : [],
    warnings: warningsOf(env, secret),
  };
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

function productionRefusals(env: Environment, secret: string): string[] {
  const reasons: string[] = [];
  if (secret === '') reasons.push('AUTH_SECRET is missing: set a random string of 32 or more');
  else if (secret === INITIAL_AUTH_SECRET)
    reasons.push('AUTH_SECRET is still the initial value: set a random string of 32 or more');
  else if ([...secret].length < 32) reasons.push('AUTH_SECRET is shorter than 32 characters');
  if (env.SERVICE_AUTH_DISABLED === '1')
    reasons.push('SERVICE_AUTH_DISABLED is set: everybody would be the administrator');
  return reasons;
}

function warningsOf(env: Environment, secret: string): string[] {
  const warnings: string[] = [];
  if (secret === '')
    warnings.push(
      'AUTH_SECRET is missing: tokens are signed with a random one and end with this run',
    );
  if (env.SERVICE_AUTH_DISABLED === '1')
    warnings.push('SERVICE_AUTH_DISABLED=1: every request acts as the default administrator');
  else if (env.SERVICE_AUTH_DISABLED)
    warnings.push('SERVICE_AUTH_DISABLED does nothing: only the exact value 1 counts');
  if (env.AUTH_DISABLED !== undefined)
    warnings.push('AUTH_DISABLED does nothing: the name is SERVICE_AUTH_DISABLED');
  return warnings;
}

function parseDatabaseUrl(text: string): string {
  if (/^sqlite:.+/.test(text) || (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text)))
    return text;
  // Not the text itself: it may hold a password.
  throw new Error('expected `sqlite:data/app.db` or `postgres://user:password@host:5432/name`');
}

function parseHost(text: string): string {
  if (isIP(text) > 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)) return text;
  throw new Error(`expected a host name or an IP address, got \`${text}\``);
}

/** bcrypt reads 72 bytes; a longer password would only look safer. */
function parsePassword(text: string): string {
  if (Buffer.byteLength(text) <= 72) return text;
  throw new Error('expected at most 72 bytes');
}

function parseDuration(text: string): number {
  const [, amount, unit] = /^([1-9]\d{0,8})([smhd]?)$/.exec(text) ?? [];
  const seconds = Number(amount) * { s: 1, m: 60, h: 3600, d: 86_400 }[unit || 's']!;
  if (seconds <= 365 * 86_400) return seconds;
  throw new Error(`expected seconds, or a time like \`30m\`, \`12h\`, \`7d\`, got \`${text}\``);
}

function parseSize(text: string): number {
  const [, amount, unit] = /^([1-9]\d{0,9})\s*(b|kb|mb)?$/i.exec(text) ?? [];
  const bytes = Number(amount) * { b: 1, kb: 1024, mb: 1024 ** 2 }[unit?.toLowerCase() ?? 'b']!;
  if (bytes <= 1024 ** 3) return bytes;
  throw new Error(`expected bytes, or a size like \`512kb\`, \`1mb\`, got \`${text}\``);
}

function parseOrigins(text: string): string[] {
  const origins = list(text);
  const bad = origins.find((origin) => origin !== '*' && !isOrigin(origin));
  if (bad === undefined) return origins;
  throw new Error(`expected \`*\` or origins like \`https://app.example.com\`, got \`${bad}\``);
}

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;

/** As Express takes it: yes, no, how many proxies, or their addresses and networks. */
function parseTrustProxy(text: string): boolean | number | string {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^\d{1,3}$/.test(text)) return Number(text) || false;
  const bad = list(text).find((entry) => !isNetwork(entry));
  if (bad === undefined) return text;
  throw new Error(`expected a number of proxies, or addresses and networks, got \`${bad}\``);
}

function isNetwork(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const version = isIP(address);
  return version > 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128);
}

const list = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

const integer = (least: number, most: number) => (text: string) => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new Error(`expected an integer from ${least} to ${most}, got \`${text}\``);
};

const oneOf = (words: readonly string[]) => (text: string) => {
  if (words.includes(text)) return text;
  throw new Error(`expected one of ${words.join(', ')}, got \`${text}\``);
};

const atMost = (length: number) => (text: string) => {
  if ([...text].length <= length) return text;
  throw new Error(`expected at most ${length} characters`);
};

import { randomBytes } from 'node:crypto';
import {
  INITIAL_ADMIN_PASSWORD,
  INITIAL_AUTH_SECRET,
  StartRefused,
  isLoopback,
  settingValues as parse,
  type Settings as EngineSettings,
} from '#engine';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** The environment, read once: what the engine needs, and what you add. */
export interface Settings extends EngineSettings {}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment; throws `StartRefused` that names every wrong value at once. */
export function readSettings(env: Environment): Settings {
  const wrong: string[] = [];
  const read = <T>(name: string, initial: string, parseValue: (text: string) => T): T => {
    const text = env[name] || initial;
    try {
      return parseValue(text);
    } catch (error) {
      wrong.push(`${name}: ${(error as Error).message}`);
      return parseValue(initial);
    }
  };

  const host = read('HOST', '127.0.0.1', parse.host);
  const secret = env.AUTH_SECRET ?? '';
  const values = {
    databaseUrl: read('DATABASE_URL', 'sqlite:data/app.db', parse.databaseUrl),
    authSecret: secret || randomBytes(48).toString('base64url'),
    authDisabled: env.SERVICE_AUTH_DISABLED === '1',
    production: isProduction(env.NODE_ENV) || !isLoopback(host),
    host,
    port: read('PORT', '3000', parse.integer(0, 65_535)),
    adminUsername: read('ADMIN_USERNAME', 'admin', parse.textOf(255)),
    adminPassword: read('ADMIN_PASSWORD', INITIAL_ADMIN_PASSWORD, parse.password),
    tokenTtl: read('AUTH_TOKEN_TTL', '12h', parse.duration),
    corsOrigins: read('CORS_ORIGINS', '*', parse.origins),
    trustProxy: read('TRUST_PROXY', 'false', parse.trustProxy),
    maxPageSize: read('MAX_PAGE_SIZE', '1000', parse.integer(1, 100_000)),
    // No less: a single condition with its page is never refused.
    maxQueryCost: read('MAX_QUERY_COST', '300', parse.integer(200, 1_000_000)),
    statementTimeout: read('STATEMENT_TIMEOUT', '30s', parse.timeout),
    bodyLimit: read('BODY_LIMIT', '1mb', parse.size),
    logLevel: read('LOG_LEVEL', 'info', parse.oneOf(LOG_LEVELS)),
    docs: read('DOCS', 'public', parse.oneOf(['public', 'signed-in', 'off'] as const)),
  };
  const refusals = values.production ? productionRefusals(env, secret) : [];
  if (wrong.length > 0) throw new StartRefused([...wrong, ...refusals]);
  return { ...values, refusals, warnings: warningsOf(env, values) };
}

/** In whatever spelling: who meant production shall not get less. */
const isProduction = (nodeEnv = ''): boolean => nodeEnv.trim().toLowerCase() === 'production';

/** Different characters that a secret has at least; 32 random hexadecimal digits have more. */
const MIN_VARIETY = 8;

function productionRefusals(env: Environment, secret: string): string[] {
  const reasons: string[] = [];
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

function warningsOf(
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

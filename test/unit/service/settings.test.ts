import { describe, expect, test } from 'vitest';
import {
  INITIAL_AUTH_SECRET,
  StartRefused,
} from '../../../templates/service/engine/settings/settings.js';
import { readSettings } from '../../../templates/service/src/settings.js';

const SECRET = 'the secret of these tests, long enough';

function reasonsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof StartRefused) return error.reasons;
    throw error;
  }
  return [];
}

test('an empty environment is a development set-up', () => {
  expect(readSettings({})).toMatchObject({
    databaseUrl: 'sqlite:data/app.db',
    authDisabled: false,
    production: false,
    host: '127.0.0.1',
    port: 3000,
    adminUsername: 'admin',
    adminPassword: 'admin',
    tokenTtl: 43_200,
    signInBy: 'username',
    publicUrl: 'http://localhost:3000',
    corsOrigins: ['*'],
    trustProxy: false,
    maxPageSize: 1000,
    defaultPageSize: 25,
    maxQueryCost: 300,
    statementTimeout: 30,
    transactionTimeout: 30,
    readers: 2,
    poolSize: 10,
    connectTimeout: 5,
    lockTimeout: 10,
    silenceTimeout: 5,
    keepAlive: 10,
    synchronous: 'normal',
    bodyLimit: 1_048_576,
    maxWrittenRows: 5000,
    pageLimit: 33_554_432,
    requestTimeout: 60,
    sendTimeout: 30,
    shutdownDelay: 0,
    logLevel: 'info',
    docs: 'public',
    refusals: [],
  });
});

test('a page has at most as many records as the largest one, unless it is stated', () => {
  expect(readSettings({ MAX_PAGE_SIZE: '10' })).toMatchObject({ defaultPageSize: 10 });
  expect(readSettings({ DEFAULT_PAGE_SIZE: '50' })).toMatchObject({ defaultPageSize: 50 });
  const sizes = { MAX_PAGE_SIZE: '40', DEFAULT_PAGE_SIZE: '41' };
  expect(() => readSettings(sizes)).toThrow(
    'DEFAULT_PAGE_SIZE: expected an integer from 1 to 40, got `41`',
  );
});

test('without AUTH_SECRET each run has a secret of its own, and says so', () => {
  const [one, two] = [readSettings({}), readSettings({})];
  expect(one.authSecret.length).toBeGreaterThanOrEqual(32);
  expect(one.authSecret).not.toBe(two.authSecret);
  expect(one.warnings.join()).toContain('AUTH_SECRET');
  expect(readSettings({ AUTH_SECRET: SECRET })).toMatchObject({
    authSecret: SECRET,
    warnings: [],
  });
});

test.each([
  ['DATABASE_URL', 'mysql://root:hunter2@db/app'],
  ['DATABASE_URL', 'sqlite:'],
  ['PORT', '70000'],
  ['PORT', '3000a'],
  ['HOST', 'not a host'],
  ['AUTH_TOKEN_TTL', 'soon'],
  ['AUTH_TOKEN_TTL', '0'],
  ['AUTH_TOKEN_TTL', '400d'],
  ['CORS_ORIGINS', 'https://app.example.com/'],
  ['CORS_ORIGINS', 'app.example.com'],
  ['TRUST_PROXY', 'everybody'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['MAX_PAGE_SIZE', '0'],
  ['DEFAULT_PAGE_SIZE', '0'],
  ['DEFAULT_PAGE_SIZE', '1001'],
  ['MAX_QUERY_COST', '199'],
  ['STATEMENT_TIMEOUT', 'never'],
  ['READERS', '-1'],
  ['READERS', '65'],
  ['DATABASE_POOL_SIZE', '0'],
  ['DATABASE_CONNECT_TIMEOUT', '0'],
  ['DATABASE_LOCK_TIMEOUT', 'long'],
  ['DATABASE_SILENCE_TIMEOUT', '-1'],
  ['DATABASE_KEEP_ALIVE', 'yes'],
  ['DATABASE_SYNCHRONOUS', 'off'],
  ['BODY_LIMIT', '1 potato'],
  ['PAGE_LIMIT', '0'],
  ['REQUEST_TIMEOUT', 'soon'],
  ['SEND_TIMEOUT', 'soon'],
  ['SHUTDOWN_DELAY', 'soon'],
  ['LOG_LEVEL', 'loud'],
  ['DOCS', 'private'],
  ['ADMIN_PASSWORD', 'ä'.repeat(257)],
])('%s=%s is refused', (name, value) => {
  const reasons = reasonsOf({ [name]: value });
  expect(reasons).toHaveLength(1);
  expect(reasons[0]).toMatch(new RegExp(`^${name}: `));
  expect(reasons[0]).not.toContain('hunter2');
});

test('all wrong values are named at once, a line each', () => {
  const reasons = reasonsOf({ PORT: 'x', LOG_LEVEL: 'x', TRUST_PROXY: 'x', BODY_LIMIT: '-1' });
  expect(reasons.map((reason) => reason.split(':')[0])).toEqual([
    'PORT',
    'TRUST_PROXY',
    'BODY_LIMIT',
    'LOG_LEVEL',
  ]);
});

test('wrong values and what production refuses are named together', () => {
  const reasons = reasonsOf({ PORT: 'x', NODE_ENV: 'production' });
  expect(reasons.join()).toMatch(/PORT.*AUTH_SECRET/);
});

test('a password keeps its blanks', () => {
  expect(readSettings({ ADMIN_PASSWORD: ' a b ' }).adminPassword).toBe(' a b ');
});

test.each([
  ['AUTH_TOKEN_TTL', '90', 'tokenTtl', 90],
  ['AUTH_TOKEN_TTL', '30m', 'tokenTtl', 1800],
  ['AUTH_TOKEN_TTL', '7d', 'tokenTtl', 604_800],
  ['BODY_LIMIT', '500', 'bodyLimit', 500],
  ['BODY_LIMIT', '512kb', 'bodyLimit', 524_288],
  ['BODY_LIMIT', '2 MB', 'bodyLimit', 2_097_152],
  ['STATEMENT_TIMEOUT', '5m', 'statementTimeout', 300],
  ['STATEMENT_TIMEOUT', '0', 'statementTimeout', 0],
  ['TRANSACTION_TIMEOUT', '5m', 'transactionTimeout', 300],
  ['READERS', '0', 'readers', 0],
  ['DATABASE_SILENCE_TIMEOUT', '0', 'silenceTimeout', 0],
  ['DATABASE_SYNCHRONOUS', 'full', 'synchronous', 'full'],
  ['SHUTDOWN_DELAY', '10s', 'shutdownDelay', 10],
  ['TRUST_PROXY', '1', 'trustProxy', 1],
  ['TRUST_PROXY', '0', 'trustProxy', false],
  ['TRUST_PROXY', 'true', 'trustProxy', true],
  ['TRUST_PROXY', 'loopback, 10.0.0.0/8', 'trustProxy', 'loopback, 10.0.0.0/8'],
  [
    'CORS_ORIGINS',
    'https://a.example, http://b.example:8080',
    'corsOrigins',
    ['https://a.example', 'http://b.example:8080'],
  ],
  ['DOCS', 'signed-in', 'docs', 'signed-in'],
  ['DOCS', 'off', 'docs', 'off'],
  ['PORT', '', 'port', 3000],
  ['DATABASE_URL', 'postgres://u:p@db:5432/app', 'databaseUrl', 'postgres://u:p@db:5432/app'],
])('%s=%s', (name, value, key, read) => {
  expect(readSettings({ [name]: value })).toHaveProperty(key, read);
});

test('in production clients have a moment to leave', () => {
  const env = { NODE_ENV: 'production', AUTH_SECRET: SECRET };
  expect(readSettings(env).shutdownDelay).toBe(5);
  expect(readSettings({ ...env, SHUTDOWN_DELAY: '0' }).shutdownDelay).toBe(0);
});

test('a proxy that anybody could claim to be is warned of', () => {
  const warnings = (value: string) =>
    readSettings({ AUTH_SECRET: SECRET, TRUST_PROXY: value }).warnings;
  expect(warnings('true').join()).toContain('TRUST_PROXY=true');
  expect(warnings('1')).toEqual([]);
});

describe('SERVICE_AUTH_DISABLED', () => {
  test('only the exact value 1, with a warning', () => {
    const settings = readSettings({ AUTH_SECRET: SECRET, SERVICE_AUTH_DISABLED: '1' });
    expect(settings.authDisabled).toBe(true);
    expect(settings.warnings.join()).toContain('SERVICE_AUTH_DISABLED=1');
  });

  test.each(['0', 'true', 'yes', ' 1', '1 ', '01', ''])('not %j', (value) => {
    expect(readSettings({ SERVICE_AUTH_DISABLED: value }).authDisabled).toBe(false);
  });

  test('the short name does nothing but warn', () => {
    const settings = readSettings({ AUTH_SECRET: SECRET, AUTH_DISABLED: '1' });
    expect(settings.authDisabled).toBe(false);
    expect(settings.warnings.join()).toContain('AUTH_DISABLED has no effect');
  });
});

describe('production', () => {
  test.each([
    { NODE_ENV: 'production' },
    { NODE_ENV: ' Production ' },
    { NODE_ENV: 'PRODUCTION' },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: 'db.example' },
  ])('%j is production', (env) => expect(readSettings(env)).toHaveProperty('production', true));

  test.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('HOST=%s is not', (HOST) => {
    expect(readSettings({ HOST })).toMatchObject({ production: false, refusals: [] });
  });

  test.each([
    [{}, ['AUTH_SECRET is missing']],
    [{ AUTH_SECRET: 'short' }, ['AUTH_SECRET is shorter']],
    [{ AUTH_SECRET: 'a'.repeat(32) }, ['AUTH_SECRET repeats']],
    [{ AUTH_SECRET: '0123456'.repeat(9) }, ['AUTH_SECRET repeats']],
    [{ AUTH_SECRET: '0123456789abcdef0123456789abcdef' }, []],
    [{ AUTH_SECRET: INITIAL_AUTH_SECRET }, ['AUTH_SECRET is still the initial value']],
    [{ AUTH_SECRET: SECRET, SERVICE_AUTH_DISABLED: '1' }, ['SERVICE_AUTH_DISABLED is set']],
    [{ SERVICE_AUTH_DISABLED: '1' }, ['AUTH_SECRET is missing', 'SERVICE_AUTH_DISABLED is set']],
    [{ AUTH_SECRET: SECRET }, []],
  ])('%j: %j', (env: Record<string, string>, reasons) => {
    const { refusals } = readSettings({ NODE_ENV: 'production', ...env });
    expect(refusals).toHaveLength(reasons.length);
    reasons.forEach((reason, index) => expect(refusals[index]).toContain(reason));
  });

  test.each([
    [{}, false],
    [{ CORS_ORIGINS: '*' }, true],
    [{ CORS_ORIGINS: 'https://a.example,*' }, true],
    [{ CORS_ORIGINS: 'https://a.example' }, false],
  ])('answers that every site may read are warned of: %j, %s', (env, warned) => {
    const settings = { AUTH_SECRET: SECRET, ...env };
    const warnings = (given: object) => readSettings({ ...settings, ...given }).warnings.join();
    expect(warnings({ NODE_ENV: 'production' }).includes('CORS_ORIGINS=*')).toBe(warned);
    expect(warnings({})).toBe('');
  });

  test('pages of other sites read nothing unless a setting lets them', () => {
    expect(readSettings({ AUTH_SECRET: SECRET, NODE_ENV: 'production' }).corsOrigins).toEqual([]);
  });
});

test('links begin with PUBLIC_URL, which production has to be told', () => {
  const production = { NODE_ENV: 'production', AUTH_SECRET: SECRET };
  const urlOf = (env: Record<string, string>) => readSettings(env).publicUrl;
  expect(urlOf({ PORT: '4000' })).toBe('http://localhost:4000');
  expect(urlOf(production)).toBeNull();
  expect(urlOf({ PUBLIC_URL: 'https://shop.example.com/' })).toBe('https://shop.example.com');
  expect(urlOf({ PUBLIC_URL: 'https://example.com/shop//' })).toBe('https://example.com/shop');
  for (const wrong of ['shop', 'ftp://x', 'https://a:b@x', 'https://x?a', 'https://x#a'])
    expect(reasonsOf({ PUBLIC_URL: wrong })).toEqual([
      'PUBLIC_URL: expected an address such as `https://shop.example.com`',
    ]);
  const refusalsOf = (PUBLIC_URL: string) => readSettings({ ...production, PUBLIC_URL }).refusals;
  expect(refusalsOf('http://shop.example.com')).toEqual([expect.stringContaining('PUBLIC_URL')]);
  expect(refusalsOf('http://localhost:3000')).toEqual([]);
  expect(refusalsOf('https://shop.example.com')).toEqual([]);
});

import { expect, test } from 'vitest';
import * as parse from '../../settings/setting-values.js';
import {
  INITIAL_AUTH_SECRET,
  StartRefused,
  isLoopback,
  isProduction,
  productionRefusals,
  shareOf,
  warningsOf,
} from '../../settings/settings.js';
import { readSettings } from '../fixtures/settings.js';

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

test.each<[(text: string) => unknown, string, unknown]>([
  [parse.duration, '90', 90],
  [parse.duration, '30m', 1800],
  [parse.duration, '7d', 604_800],
  [parse.timeout, '5m', 300],
  [parse.timeout, '0', 0],
  [parse.size, '500', 500],
  [parse.size, '512kb', 524_288],
  [parse.size, '2 MB', 2_097_152],
  [parse.flag, '0', false],
  [parse.trustProxy, '1', 1],
  [parse.trustProxy, '0', false],
  [parse.trustProxy, 'true', true],
  [parse.trustProxy, 'loopback, 10.0.0.0/8', 'loopback, 10.0.0.0/8'],
  [parse.origins, 'https://a.example, http://b:8080', ['https://a.example', 'http://b:8080']],
  [parse.databaseUrl, 'postgres://u:p@db:5432/app', 'postgres://u:p@db:5432/app'],
  [parse.password, ' a b ', ' a b '],
])('%o reads %j as %j', (read, text, value) => expect(read(text)).toEqual(value));

test.each<[(text: string) => unknown, string]>([
  [parse.duration, 'soon'],
  [parse.duration, '0'],
  [parse.duration, '400d'],
  [parse.timeout, 'never'],
  [parse.size, '1 potato'],
  [parse.size, '0'],
  [parse.flag, 'no'],
  [parse.host, 'not a host'],
  [parse.integer(0, 65_535), '70000'],
  [parse.integer(0, 65_535), '3000a'],
  [parse.oneOf(['info', 'warn']), 'loud'],
  [parse.origins, 'https://app.example.com/'],
  [parse.origins, 'app.example.com'],
  [parse.trustProxy, 'everybody'],
  [parse.trustProxy, '10.0.0.0/33'],
  [parse.databaseUrl, 'mysql://root:hunter2@db/app'],
  [parse.databaseUrl, 'sqlite:'],
  [parse.password, 'ä'.repeat(257)],
  [parse.textOf(3), 'long'],
])('%o refuses %j, and says what it expected', (read, text) => {
  expect(() => read(text)).toThrow(/^expected (?!.*hunter2)/);
});

test('all wrong values are named at once, a line each, with what production refuses', () => {
  const reasons = reasonsOf({ PORT: 'x', DOCS: 'x', TRUST_PROXY: 'x', NODE_ENV: 'production' });
  expect(reasons.map((reason) => reason.split(/[: ]/)[0])).toEqual([
    'PORT',
    'TRUST_PROXY',
    'DOCS',
    'AUTH_SECRET',
  ]);
});

test('an empty value is as good as none', () => {
  expect(readSettings({ AUTH_TOKEN_TTL: '' })).toEqual({
    ...readSettings({}),
    authSecret: expect.any(String),
  });
});

test('without AUTH_SECRET each run has a secret of its own, and says so', () => {
  const [one, two] = [readSettings({}), readSettings({})];
  expect(one.authSecret.length).toBeGreaterThanOrEqual(32);
  expect(one.authSecret).not.toBe(two.authSecret);
  expect(one.warnings.join()).toContain('AUTH_SECRET');
  expect(readSettings({ AUTH_SECRET: SECRET })).toMatchObject({ authSecret: SECRET, warnings: [] });
});

test.each([
  [{ NODE_ENV: 'production' }, '127.0.0.1', true],
  [{ NODE_ENV: ' Production ' }, 'localhost', true],
  [{}, '0.0.0.0', true],
  [{}, '::', true],
  [{}, 'db.example', true],
  [{}, '127.1.2.3', false],
  [{}, '::1', false],
  [{}, 'localhost', false],
])('with %j on %s it is production: %s', (env, host, production) => {
  expect(isProduction(env, host)).toBe(production);
  expect(isLoopback(host)).toBe(!production || 'NODE_ENV' in env);
});

test.each([
  [{}, ['AUTH_SECRET is missing']],
  [{ AUTH_SECRET: 'short' }, ['AUTH_SECRET is shorter']],
  [{ AUTH_SECRET: '0123456'.repeat(9) }, ['AUTH_SECRET repeats']],
  [{ AUTH_SECRET: INITIAL_AUTH_SECRET }, ['AUTH_SECRET is still the initial value']],
  [{ SERVICE_AUTH_DISABLED: '1' }, ['AUTH_SECRET is missing', 'SERVICE_AUTH_DISABLED is set']],
  [{ AUTH_SECRET: SECRET }, []],
])('production refuses %j: %j', (env: Record<string, string>, reasons) => {
  const refusals = productionRefusals(env);
  expect(refusals).toHaveLength(reasons.length);
  reasons.forEach((reason, index) => expect(refusals[index]).toContain(reason));
});

test.each([
  [{ SERVICE_AUTH_DISABLED: '1' }, {}, 'SERVICE_AUTH_DISABLED=1'],
  [{ SERVICE_AUTH_DISABLED: 'yes' }, {}, 'SERVICE_AUTH_DISABLED has no effect'],
  [{ AUTH_DISABLED: '1' }, {}, 'AUTH_DISABLED has no effect'],
  [{}, { trustProxy: true }, 'TRUST_PROXY=true'],
  [{}, { production: true, corsOrigins: ['https://a.example', '*'] }, 'CORS_ORIGINS=*'],
  [{}, { trustProxy: 1, corsOrigins: ['*'] }, null],
  [{}, { production: true, corsOrigins: ['https://a.example'] }, null],
])('of %j and %j the log says %s', (env, given, said) => {
  const settings = { production: false, corsOrigins: [], trustProxy: false, ...given };
  const warnings = warningsOf({ AUTH_SECRET: SECRET, ...env }, settings);
  expect(warnings).toEqual(said === null ? [] : [expect.stringContaining(said)]);
});

test.each([
  [10, 4],
  [1, 3],
  [8, 2],
])('of %i, %i workers have no more and no less', (total, workers) => {
  const shares = Array.from({ length: workers }, (_, at) => shareOf(total, at + 1, workers));
  expect(shares.reduce((sum, share) => sum + share)).toBe(total);
  expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
  expect(shareOf(total)).toBe(total);
});

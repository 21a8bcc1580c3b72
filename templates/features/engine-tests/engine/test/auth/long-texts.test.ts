import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { passwordProblem } from '../../auth/password-policy.js';
import { createPasswords } from '../../auth/passwords.js';
import { usernameKey } from '../../auth/entities.js';
import { isUrl, parseNumber } from '../../fields/formats.js';
import { makeFolder, startReplica, type Replica } from './auth-service.js';

/** Marks that `normalize` has to sort: its time grows with the square of their number. */
const marks = (length: number): string =>
  `a${'\u0301'.repeat(length / 2)}${'\u0316'.repeat(length / 2)}`;

const folder = makeFolder();
const normalized: number[] = [];
let service: Replica;
let admin: string;

beforeAll(async () => {
  service = await startReplica(folder.file);
  admin = await service.token('admin', 'admin');
  const { normalize } = String.prototype;
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form) {
    normalized.push(this.length);
    // What is too long shall fail the test, not hold it up.
    return normalize.call(this.slice(0, 4096), form as 'NFKC');
  });
}, 30_000);
afterAll(async () => {
  vi.restoreAllMocks();
  await service.close();
  folder.remove();
});

const longest = (): number => Math.max(0, ...normalized.splice(0));

test('a sign-in with a name of any length: as a wrong password, at the cost of one, and it counts', async () => {
  const verify = vi.spyOn(service.parts.passwords, 'verify');
  const body = { username: marks(400_000), password: 'x' };
  const login = () => service.ask('POST', '/auth/login', { body });
  const unknown = { username: 'nobody of that name', password: 'x' };
  const short = await service.ask('POST', '/auth/login', { body: unknown });
  expect(verify.mock.calls).toEqual([['x', null]]);
  for (let at = 0; at < 5; at += 1) {
    const { status, body: answer } = await login();
    expect([status, answer.detail]).toEqual([401, short.body.detail]);
  }
  expect(verify.mock.calls.slice(1)).toEqual(Array(5).fill(['x', null]));
  expect((await login()).status).toBe(429);
  expect(longest()).toBeLessThan(4096);
});

test.each([
  ['POST', '/user'],
  ['POST', '/auth/register'],
  ['PATCH', '/user/1'],
])('%s %s refuses such a name without normalising it', async (method, path) => {
  const body = { username: marks(400_000), email: 'a@example.test', password: 'long enough' };
  const answer = await service.ask(method, path, { token: admin, body });
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['username']]);
  expect(longest()).toBeLessThan(4096);
});

test('a name whose key would be longer than a name may be: 422', async () => {
  const body = { username: '\ufdfa'.repeat(255), password: 'long enough', roles: [] };
  const answer = await service.ask('POST', '/user', { token: admin, body });
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['username']]);
});

test('what is cut off never makes two names of stored lengths one', () => {
  // The longest notations: four letters for one, and one letter for eighteen.
  const composed = '\u1f82'.repeat(255);
  expect(usernameKey(composed.normalize('NFD'))).toBe(usernameKey(composed));
  expect([...usernameKey('x'.repeat(5000))].length).toBeGreaterThan(255);
  expect([...usernameKey('\u1f82'.normalize('NFD').repeat(5000))].length).toBeGreaterThan(255);
});

test('a password of a megabyte is refused by its length, before its characters are counted', async () => {
  const passwords = createPasswords({ cost: 4 });
  const walk = vi.spyOn(String.prototype, Symbol.iterator);
  const problem = passwordProblem('password', 'x'.repeat(1_000_000), 8);
  expect(walk).not.toHaveBeenCalled();
  walk.mockRestore();
  expect(problem?.code).toBe('max');
  expect(await passwords.verify('x'.repeat(1_000_000), await passwords.hash(''))).toBe(false);
  await passwords.close();
});

test('a number of any length is told from a text in one pass', () => {
  const time = (text: string): number => {
    const started = performance.now();
    for (let round = 0; round < 5; round += 1) parseNumber(text);
    return performance.now() - started;
  };
  time('1'.repeat(16_000));
  expect(time(`${'1'.repeat(16_000)}x`)).toBeLessThan(50 * time('1'.repeat(16_000)) + 20);
});

test('an address with a host of any length is none, and nobody parses it', () => {
  const parse = vi.spyOn(URL, 'canParse');
  expect(isUrl(`http://${marks(100_000)}`)).toBe(false);
  expect(parse).not.toHaveBeenCalled();
  for (const text of ['http://a.example', `https://a.example/${'x'.repeat(5000)}`, 'http://a?b#c'])
    expect(isUrl(text)).toBe(true);
  for (const text of ['http://', 'http:///x', 'http://?x', 'ftp://a.example', 'https://a b'])
    expect(isUrl(text)).toBe(false);
});

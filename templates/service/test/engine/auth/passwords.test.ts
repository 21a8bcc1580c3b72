import { afterAll, expect, test } from 'vitest';
import { createPasswords, passwordProblem } from '../../../src/engine/auth/passwords.js';

const passwords = createPasswords();
afterAll(() => passwords.close());

test('a hash fits its password alone, and holds cost 12', async () => {
  const hash = await passwords.hash('correct horse');
  expect(hash).toMatch(/^\$2[ab]\$12\$/);
  expect(await passwords.verify('correct horse', hash)).toBe(true);
  expect(await passwords.verify('correct horsf', hash)).toBe(false);
  expect(await passwords.verify('', null)).toBe(false);
});

test('what bcrypt would cut off never counts as equal', async () => {
  const quick = createPasswords({ cost: 4 });
  const hash = await quick.hash('x'.repeat(72));
  expect(await quick.verify('x'.repeat(72), hash)).toBe(true);
  expect(await quick.verify('x'.repeat(73), hash)).toBe(false);
  await quick.close();
});

test('the queue is bounded', async () => {
  const small = createPasswords({ cost: 4, threads: 1, maxWaiting: 2 });
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => small.hash('p')));
  const turnedAway = results.filter(({ status }) => status === 'rejected');
  expect(turnedAway).toHaveLength(2);
  expect(turnedAway[0]).toMatchObject({ reason: { status: 503 } });
  await small.close();
});

test.each([
  ['1234567', 'min'],
  ['x'.repeat(73), 'max'],
  ['ä'.repeat(37), 'max'],
  ['nul\0nul\0nul', 'nul'],
  [12345678, 'type'],
  [undefined, 'type'],
  ['eight ch', undefined],
])('passwordProblem(%j): %s', (password, code) => {
  expect(passwordProblem('password', password)?.code).toBe(code);
});

import bcrypt from 'bcryptjs';
import { afterAll, expect, test } from 'vitest';
import { createPasswords } from '../../auth/passwords.js';

const passwords = createPasswords();
afterAll(() => passwords.close());

test('a hash fits its password alone, and holds cost 12', async () => {
  const hash = await passwords.hash('correct horse');
  expect(hash).toMatch(/^\$2[ab]\$12\$/);
  expect(await passwords.verify('correct horse', hash)).toBe(true);
  expect(await passwords.verify('correct horsf', hash)).toBe(false);
  expect(await passwords.verify('', null)).toBe(false);
});

test('what bcrypt would cut off counts, too', async () => {
  const quick = createPasswords({ cost: 4 });
  const long = 'ä'.repeat(64);
  const hash = await quick.hash(long);
  expect(await quick.verify(long, hash)).toBe(true);
  expect(await quick.verify(`${long}x`, hash)).toBe(false);
  expect(await quick.verify(long.slice(0, 36), hash)).toBe(false);
  expect(await quick.verify(`${long.slice(0, 63)}ö`, hash)).toBe(false);
  await quick.close();
});

test('a hash of before holds: up to 72 bytes the password itself is hashed', async () => {
  const quick = createPasswords({ cost: 4 });
  const longest = 'x'.repeat(72);
  expect(await quick.verify(longest, bcrypt.hashSync(longest, 4))).toBe(true);
  expect(await quick.verify(`${longest}x`, bcrypt.hashSync(longest, 4))).toBe(false);
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
  ['x'.repeat(257), 'max'],
  ['🐎🐴'.repeat(128), undefined],
  ['äö'.repeat(32), undefined],
  ['ä'.repeat(64), 'common'],
  ['🐎'.repeat(8), 'common'],
  ['XxXxXxXx', 'common'],
  [' '.repeat(8), 'common'],
  ['\t \t \t \t ', 'common'],
  ['nul\0nul\0nul', 'nul'],
  [12345678, 'type'],
  [undefined, 'type'],
  ['password', 'common'],
  ['Sunshine1', 'common'],
  ['eight ch', undefined],
])('a new password %j: %s', async (password, code) => {
  expect((await passwords.problem('password', password))?.code).toBe(code);
});

test.each([
  ['Lighthouse2026!', 'own-word'],
  ['1-lighthouse-ACME-1', 'own-word'],
  ['ACMEACME', 'own-word'],
  ['Lighthouse keepers', undefined],
  ['83014729560318', undefined],
])('%j with words of the service: %s', async (password, code) => {
  const ours = createPasswords({ cost: 4, words: ['lighthouse', 'Acme'] });
  expect((await ours.problem('password', password))?.code).toBe(code);
  await ours.close();
});

test('the minimum is a setting', async () => {
  const strict = createPasswords({ cost: 4, minLength: 12 });
  expect(await strict.problem('password', 'eleven char')).toMatchObject({ params: { min: 12 } });
  expect(await strict.problem('password', 'twelve chars')).toBeNull();
  await strict.close();
});

test('at least 3,000 of the common passwords are long enough to be refused as such', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const long = dictionary['passwords-common'].filter(({ length }) => length >= 8);
  expect(long.length).toBeGreaterThan(3000);
  const problems = await Promise.all(
    long.slice(0, 50).map((password) => passwords.problem('password', password)),
  );
  expect(new Set(problems.map((problem) => problem?.code))).toEqual(new Set(['common']));
});

test('what is hashed beforehand is neither judged nor hashed again', async () => {
  const quick = createPasswords({ cost: 4 });
  const [chosen, other] = ['a long password of somebody', 'another long one of somebody'];
  await quick.beforehand(chosen, async () => {
    const first = await quick.hash(chosen);
    expect(await quick.verify(chosen, first)).toBe(true);
    expect(await quick.verify(other, await quick.hash(other))).toBe(true);
    // Without its threads it can do neither.
    await quick.close();
    expect(await quick.problem('password', chosen)).toBeNull();
    expect(await quick.hash(chosen)).toBe(first);
  });
});

test('one that nobody may choose is refused where it is used', async () => {
  const refusal = () => passwords.problem('password', 'password1234');
  expect(await passwords.beforehand('password1234', refusal)).toMatchObject({ code: 'common' });
});

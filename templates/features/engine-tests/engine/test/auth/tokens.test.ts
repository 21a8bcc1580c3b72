import { createHmac } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { createTokens } from '../../auth/tokens.js';

const SECRET = 'a secret of these tests, long enough';
const tokens = createTokens(SECRET, 60);
const now = () => Math.floor(Date.now() / 1000);

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
function forge(header: unknown, claims: unknown, key = SECRET, hash = 'sha256'): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
}
const HS256 = { alg: 'HS256', typ: 'at+jwt' };
const claims = (changes: object = {}) => ({
  ...{ sub: '7', ver: 'v', iat: now(), exp: now() + 60, aud: 'api', sid: 's' },
  ...changes,
});

afterEach(() => void vi.useRealTimers());

test('what was issued is verified', () => {
  vi.useFakeTimers();
  expect(tokens.verify(tokens.issue(7, 'v'))).toEqual({
    userId: 7,
    version: 'v',
    session: expect.stringMatching(/^[\w-]{16}$/) as string,
    expires: now() + 60,
  });
  expect(tokens.verify(forge(HS256, claims()))?.session).toBe('s');
});

test('a token names its type and audience', () => {
  const [header, body] = tokens
    .issue(7, 'v')
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object);
  expect(header).toEqual({ alg: 'HS256', typ: 'at+jwt' });
  expect(body).toMatchObject({ aud: 'api', sub: '7' });
});

test('each sign-in is a session of its own', () => {
  const session = (token: string) => tokens.verify(token)?.session;
  expect(session(tokens.issue(7, 'v'))).not.toBe(session(tokens.issue(7, 'v')));
});

test.each<[string, () => string]>([
  ['another secret', () => forge(HS256, claims(), 'another')],
  ['none', () => `${encode({ alg: 'none' })}.${encode(claims())}.`],
  ['None, signed', () => forge({ alg: 'None' }, claims())],
  ['HS512', () => forge({ alg: 'HS512' }, claims(), SECRET, 'sha512')],
  ['RS256 by HMAC', () => forge({ alg: 'RS256' }, claims())],
  ['no algorithm', () => forge({}, claims())],
  ['an algorithm list', () => forge({ alg: ['HS256'] }, claims())],
  ['expired', () => forge(HS256, claims({ exp: now() - 1 }))],
  ['expires now', () => forge(HS256, claims({ exp: now() }))],
  ['never expires', () => forge(HS256, claims({ exp: undefined }))],
  ['no iat', () => forge(HS256, claims({ iat: undefined }))],
  ['a number as version', () => forge(HS256, claims({ ver: 1 }))],
  ['no version', () => forge(HS256, claims({ ver: undefined }))],
  ['a number as session', () => forge(HS256, claims({ sid: 1 }))],
  ['no session', () => forge(HS256, claims({ sid: undefined }))],
  ['session null', () => forge(HS256, claims({ sid: null }))],
  ['subject 0', () => forge(HS256, claims({ sub: '0' }))],
  ['subject 1e3', () => forge(HS256, claims({ sub: '1e3' }))],
  ['subject -1', () => forge(HS256, claims({ sub: '-1' }))],
  ['subject with blanks', () => forge(HS256, claims({ sub: ' 7' }))],
  ['a number as subject', () => forge(HS256, claims({ sub: 7 }))],
  ['a list as subject', () => forge(HS256, claims({ sub: ['7'] }))],
  ['claims null', () => forge(HS256, null)],
  ['claims text', () => forge(HS256, 'x')],
  ['another type', () => forge({ ...HS256, typ: 'reset+jwt' }, claims())],
  ['the type of any token', () => forge({ ...HS256, typ: 'JWT' }, claims())],
  ['neither type nor audience', () => forge({ alg: 'HS256' }, claims({ aud: undefined }))],
  ['no type', () => forge({ alg: 'HS256' }, claims())],
  ['another audience', () => forge(HS256, claims({ aud: 'mail' }))],
  ['no audience', () => forge(HS256, claims({ aud: undefined }))],
  ['a list of audiences', () => forge(HS256, claims({ aud: ['api', 'mail'] }))],
  ['rubbish', () => 'a.b.c'],
])('%s is refused', (_, make) => expect(tokens.verify(make())).toBeNull());

test('a token that was verified before still expires', () => {
  vi.useFakeTimers();
  const token = tokens.issue(7, 'v');
  expect(tokens.verify(token)).not.toBeNull();
  vi.advanceTimersByTime(61_000);
  expect(tokens.verify(token)).toBeNull();
});

test('changing any part of a known token is noticed', () => {
  const token = tokens.issue(7, 'v');
  tokens.verify(token);
  for (let at = 0; at < token.length; at += 7) {
    const other = token[at] === 'A' ? 'B' : 'A';
    if (token[at] !== '.')
      expect(tokens.verify(token.slice(0, at) + other + token.slice(at + 1))).toBeNull();
  }
});

test('another notation of the same signature is another token, and none', () => {
  const token = tokens.issue(7, 'v');
  const signature = token.slice(token.lastIndexOf('.') + 1);
  const bytes = Buffer.from(signature, 'base64url');
  const last = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].filter(
    (letter) => Buffer.from(signature.slice(0, -1) + letter, 'base64url').equals(bytes),
  );
  expect(last).toHaveLength(4);
  const same = last.map((letter) => token.slice(0, -1) + letter);
  expect(same.filter((one) => tokens.verify(one) !== null)).toEqual([token]);
});

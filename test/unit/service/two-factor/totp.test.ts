import { describe, expect, it, test } from 'vitest';
import {
  hashOf,
  newRecoveryCodes,
} from '../../../../templates/features/two-factor/engine/two-factor/recovery-codes.js';
import { createSealing } from '../../../../templates/features/two-factor/engine/two-factor/sealed.js';
import {
  appUri,
  base32,
  codeAt,
  newSecret,
  stepAt,
  stepOf,
} from '../../../../templates/features/two-factor/engine/two-factor/totp.js';
import { bytesOf } from '../../../support/app-code.js';

const RFC = Buffer.from('12345678901234567890');

describe('codes', () => {
  test.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('of RFC 6238 at %i s', (seconds, code) => {
    expect(codeAt(RFC, stepAt(seconds * 1000), 8)).toBe(code);
    expect(stepOf(RFC, code.slice(2), seconds * 1000)).toBe(stepAt(seconds * 1000));
  });

  test.each(
    '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'
      .split(' ')
      .map((code, step) => [step, code] as const),
  )('of RFC 4226 for the counter %i', (step, code) => expect(codeAt(RFC, step)).toBe(code));

  it('are taken one step early and late, and no further', () => {
    const now = 1_700_000_010_000;
    const step = stepAt(now);
    const taken = [-2, -1, 0, 1, 2].map((by) => stepOf(RFC, codeAt(RFC, step + by), now));
    expect(taken).toEqual([null, step - 1, step, step + 1, null]);
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '٣٤٥٦٧٨', '12345\u0000'])(
    'are six digits, not %j',
    (code) => expect(stepOf(RFC, code, 59_000)).toBeNull(),
  );

  it('may be typed with spaces, as apps show them', () =>
    expect(stepOf(RFC, ' 287 082 ', 59_000)).toBe(1));
});

test('a secret has 160 bits, and apps read it from a URI', () => {
  const secret = newSecret();
  expect(secret).toHaveLength(20);
  expect(bytesOf(base32(secret))).toEqual(secret);
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
  const uri = new URL(appUri(secret, 'Our shop & co', 'ada: the "first"'));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('Our shop & co:ada: the "first"');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: base32(secret),
    issuer: 'Our shop & co',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  expect(uri.search).not.toContain('+');
});

test('recovery codes are ten, of 120 bits each, and are read however they are typed', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{6}(-[A-Z2-7]{6}){3}$/);
  const [code = ''] = codes;
  expect(hashOf(` ${code.toLowerCase().replaceAll('-', ' ')}`)).toBe(hashOf(code));
  expect(hashOf(code)).toHaveLength(43);
});

describe('a sealed secret', () => {
  const old = 'the first secret, which is long enough';
  const young = 'the second secret, which is long enough';
  const secret = newSecret();

  it('is read by its owner alone', () => {
    const sealing = createSealing(old, null);
    const text = sealing.seal(7, secret);
    expect(text.length).toBeLessThan(255);
    expect(sealing.open(7, text)).toEqual(secret);
    expect(sealing.open(8, text)).toBeNull();
    expect(sealing.seal(7, secret)).not.toBe(text);
  });

  it('is refused where a bit of it has changed', () => {
    const sealing = createSealing(old, null);
    const [id, rest = ''] = sealing.seal(7, secret).split('.');
    const bytes = Buffer.from(rest, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      expect(sealing.open(7, `${id}.${changed.toString('base64url')}`)).toBeNull();
    }
    for (const text of ['', '.', `${id}`, `${id}.`, `${id}.AAAA`, rest])
      expect(sealing.open(7, text)).toBeNull();
  });

  it('is read with the former secret, and not current then', () => {
    const text = createSealing(old, null).seal(7, secret);
    expect(createSealing(young, null).open(7, text)).toBeNull();
    const both = createSealing(young, old);
    expect(both.open(7, text)).toEqual(secret);
    expect(both.isCurrent(text)).toBe(false);
    expect(both.isCurrent(both.seal(7, secret))).toBe(true);
  });
});

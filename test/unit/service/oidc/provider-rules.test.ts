import { expect, test } from 'vitest';
import {
  isFresh,
  provesAnew,
} from '../../../../templates/features/oidc/engine/oidc/provider-rules.js';

const GOOGLE = 'https://accounts.google.com';
const OWN = 'https://sso.example.com/realms/shop';

test.each([
  ['of the same moment', 0, true],
  ['a minute older, as clocks differ', -60, true],
  ['older than that', -61, false],
  ['a minute ahead', 60, true],
  ['further ahead', 90, false],
])('a sign-in %s', (_what, seconds, expected) => {
  const since = Math.floor(Date.now() / 1000);
  expect(isFresh({ iss: OWN, sub: 'ada', auth_time: since + seconds }, since, 60)).toBe(expected);
});

test.each([undefined, null, 'now', Number.NaN, Date.now(), String(Math.floor(Date.now() / 1000))])(
  'a time such as %s is none',
  (auth_time) => {
    const since = Math.floor(Date.now() / 1000);
    expect(isFresh({ iss: OWN, sub: 'ada', auth_time }, since, 60)).toBe(false);
  },
);

test('providers that ask nobody anew prove nothing, unless the rules know better', () => {
  expect(provesAnew(undefined, OWN)).toBe(true);
  expect(provesAnew({}, GOOGLE)).toBe(false);
  expect(provesAnew({ proves: true }, GOOGLE)).toBe(true);
  expect(provesAnew({ proves: false }, OWN)).toBe(false);
});

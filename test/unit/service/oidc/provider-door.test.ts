import { expect, test } from 'vitest';
import { proves } from '../../../../templates/features/oidc/engine/oidc/provider-door.js';

const GOOGLE = 'https://accounts.google.com';

test.each([
  ['the same', 'https://sso.example.com', 'https://sso.example.com', true],
  ['with a slash in the settings', 'https://sso.example.com', 'https://sso.example.com/', true],
  ['with a slash in its tokens', 'https://sso.example.com/', 'https://sso.example.com', true],
  ['another one', 'https://sso.example.com', 'https://sso.example.org', false],
  ['below another', 'https://sso.example.com/a', 'https://sso.example.com', false],
  ['with a slash after a path', 'https://sso.example.com/a', 'https://sso.example.com/a/', false],
  ['Google, with a slash', GOOGLE, `${GOOGLE}/`, false],
])('a provider that settings and tokens call %s', (_what, issuer, ofSettings, expected) => {
  expect(proves({ provider: 'sso', issuer }, { issuer: ofSettings }, {})).toBe(expected);
});

test('a provider that is in the settings no longer proves nothing', () => {
  const linked = { provider: 'sso', issuer: 'https://sso.example.com' };
  expect(proves(linked, undefined, {})).toBe(false);
});

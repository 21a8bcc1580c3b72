import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSettings } from '../../../../templates/features/oidc/engine/oidc/oidc-settings.js';
import { settingReader } from '../../../../templates/service/engine/settings/setting-values.js';

const page = readFileSync('templates/features/oidc/docs/oidc.md', 'utf8');
const blocks = [...page.matchAll(/^```\n(OIDC_PROVIDERS=(\S+)\n[^`]*)```$/gm)].map(
  ([, text = '', name = '']) => ({ name, text }),
);

const readBlock = (text: string, more: Readonly<Record<string, string>> = {}) => {
  const pairs = [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  const { read, wrong } = settingReader({ ...Object.fromEntries(pairs), ...more });
  return { ...readSettings(read), wrong };
};

it('the page has settings for providers that many use', () => {
  expect(blocks.map(({ name }) => name)).toEqual(['google', 'entra', 'keycloak', 'apple']);
});

it.each(blocks)('the settings of the page for $name are read', ({ name, text }) => {
  const { providers, wrong } = readBlock(text);
  expect(wrong).toEqual([]);
  expect(providers).toHaveLength(1);
  expect(providers[0]).toMatchObject({ name, issuer: /_ISSUER=(.*)/.exec(text)![1] });
  for (const value of Object.values(providers[0]!)) expect(value).not.toBe('');
});

it.each([
  ['ISSUER', 'http://accounts.google.com', 'expected https:'],
  ['ISSUER', 'https://user@accounts.google.com', 'expected the address'],
  ['ISSUER', 'https://accounts.google.com?tenant=1', 'expected the address'],
  ['CLIENT_ID', 'an id', 'expected the client id'],
  ['CLIENT_SECRET', 'short', 'expected the secret'],
  ['CLIENT_SECRET', 'aaaaaaaaaaaaaaaaaaaaaaaa', 'expected the secret'],
  ['SCOPES', 'profile email', '`openid` among them'],
  ['LABEL', 'x'.repeat(41), 'at most 40'],
])('%s=%s is refused', (name, value, message) => {
  const { wrong } = readBlock(blocks[0]!.text, { [`OIDC_GOOGLE_${name}`]: value });
  expect(wrong).toHaveLength(1);
  expect(wrong[0]).toMatch(new RegExp(`^OIDC_GOOGLE_${name}: `));
  expect(wrong[0]).toContain(message);
});

it('a provider without its settings is refused, each by its name', () => {
  const { wrong } = readBlock('OIDC_PROVIDERS=my-own\n');
  expect(wrong.map((line) => line.split(':')[0])).toEqual([
    ...['OIDC_MY_OWN_ISSUER', 'OIDC_MY_OWN_CLIENT_ID', 'OIDC_MY_OWN_CLIENT_SECRET'],
  ]);
});

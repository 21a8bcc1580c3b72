import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { deployment, test, type Checks } from './check.js';
import { adminToken, createPerson, expectStatus } from './people.js';
import { assertNowhere } from './project.js';
import { expectNone } from './responses.js';

/**
 * SHA-1 names things here, and proves nothing: versions of records, prepared statements, constraints. The codes of apps are
 * HMACs with it, as RFC 6238 has them: that is still approved.
 */
const NAMED_BY_SHA1 = [
  'engine/routes/respond.ts',
  'engine/database/dialect.ts',
  'engine/database/steps/step.ts',
  'engine/two-factor/totp.ts',
];

export const cryptography: Checks = {
  '11.3.1': test('no code names a cipher of ECB, or padding of PKCS#1 v1.5', async (target) => {
    const code = target.project.code('src', 'engine');
    assertNowhere(code, /['"`](?:\w+-)+ecb['"`]|RSA_PKCS1_PADDING|createCipher\(/i);
  }),

  '11.3.2': test('ciphers that code names are AES-GCM or ChaCha20-Poly1305', async (target) => {
    const code = target.project.code('src', 'engine');
    assertNowhere(
      code,
      /createCipher(?:iv)?\(\s*['"`](?!aes-(?:128|192|256)-gcm|chacha20-poly1305)/,
    );
    assertNowhere(code, /['"`](?:des-|rc4|rc2|bf-|aes-?\d+-(?:cbc|ctr|ofb|cfb))[\w-]*['"`]/i);
  }),

  '11.4.1': test('no code uses MD5, or SHA-1 for anything but names', async ({ project }) => {
    const code = project.code('src', 'engine');
    assertNowhere(code, /['"`](?:md4|md5|ripemd\w*)['"`]/i);
    assertNowhere(code, /['"`]sha-?1['"`]/i, NAMED_BY_SHA1);
  }),
};

const tls = deployment('the proxy in front of the service ends TLS: SECURITY.md, "The deployment"');

export const transport: Checks = { '12.1.1': tls, '12.2.1': tls, '12.2.2': tls };

export const configuration: Checks = {
  '13.4.1': test('.git, .env and the like are 404', async ({ service, project }) => {
    const hidden = ['.git/config', '.git/HEAD', '.env', '.crudgen/base', '.svn/entries'];
    const paths = hidden.flatMap((file) => [`/${file}`, `/admin/${file}`, `/docs/${file}`]);
    const answers = await Promise.all(paths.map((path) => service.ask('GET', path)));
    const leaks = answers.filter(({ text }) => /\[core\]|^ref: |AUTH_SECRET=/m.test(text));
    expectNone(leaks);
    for (const file of hidden) expectStatus(await service.ask('GET', `/${file}`), 404);
    const ignored = join(project.folder, '.dockerignore');
    if (existsSync(ignored)) assert.match(project.text('.dockerignore'), /^\.git$|^\*$/m);
  }),
};

export const data: Checks = {
  '14.2.1': test('a token or a password in the URL does not count', async ({ service }) => {
    const token = await adminToken(service);
    for (const name of ['access_token', 'token', 'api_key'])
      expectStatus(await service.ask('GET', `/auth/me?${name}=${token}`), 401);
    const query = 'username=chief&password=whatever';
    expectStatus(await service.ask('GET', `/auth/login?${query}`), 405);
  }),

  '14.3.1':
    test('responses to signing in are not stored; the back-office removes its keys at the end of a session', async ({
      service,
      project,
    }) => {
      const token = await adminToken(service);
      const { headers } = await service.ask('GET', '/auth/me', { token });
      assert.equal(headers.get('cache-control'), 'no-store');
      const record = await service.ask('GET', '/tenant', { token });
      assert.match(record.headers.get('cache-control') ?? '', /private, no-cache|no-store/);
      const pages = [...project.code('ui').values()];
      if (pages.length === 0) return;
      assert.ok(
        pages.some((text) => text.includes('localStorage.removeItem')),
        'nothing removes what pages have stored',
      );
    }),
};

export const architecture: Checks = {
  '15.1.1': test('SECURITY.md, "Packages"', async ({ project }) =>
    project.documents('SECURITY.md', 'Packages')),

  '15.2.1': deployment(
    '`npm audit --omit=dev` before each release, as SECURITY.md, "Packages", says',
  ),

  '15.3.1': test('no response has a hash of a password, or the version of a token', async (on) => {
    const { service } = on;
    const { id, token } = await createPerson(service);
    const admin = await adminToken(service);
    const answers = [
      await service.ask('GET', '/user', { token: admin }),
      await service.ask('GET', `/user/${id}`, { token: admin }),
      await service.ask('GET', '/auth/me', { token }),
    ];
    const told = answers.filter(({ text }) =>
      /password|_hash|token_version|username_key|\$2[aby]\$/.test(text),
    );
    expectNone(told);
  }),
};

import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../support/start-identity-provider.js';
import {
  expectAccessible,
  open,
  inFreshWindow,
  openAccount,
  openBrowser,
  signIn,
  type VisitOptions,
} from './browser.js';
import { findChromium } from './find-chromium.js';
import { LANGUAGE_FILES } from './language-files.js';
import { ADMIN, PASSWORD, serveExample, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();

/** Whoever is of the staff gets an account, and the provider decides about their roles. */
const RULES = `import { listClaim, oidcFeature } from '#engine/oidc';

export const oidc = oidcFeature({
  acme: {
    creates: (claims) => listClaim(claims, 'groups').includes('staff'),
    roles: () => ['Viewer'],
    tenants: () => [],
  },
  plain: { creates: () => true, roles: () => ['Viewer'], proves: false },
});
`;

describe.skipIf(chromium === null)('sign-in by a provider in a browser', () => {
  let provider: IdentityProvider;
  /** A sign-in anew there proves nothing. */
  let plain: IdentityProvider;
  let service: RunningExample;
  let browser: Browser;
  let grace: Row;
  /** Where the service says that it is: cookies are of a host. */
  let url = '';

  beforeAll(async () => {
    [provider, plain] = await Promise.all([startIdentityProvider([]), startIdentityProvider([])]);
    const { issuer, clientId, clientSecret } = provider;
    const env = {
      OIDC_PROVIDERS: 'acme,plain',
      ...{ OIDC_ACME_ISSUER: issuer, OIDC_ACME_LABEL: 'Acme & Co.' },
      ...{ OIDC_ACME_CLIENT_ID: clientId, OIDC_ACME_CLIENT_SECRET: clientSecret },
      ...{ OIDC_PLAIN_ISSUER: plain.issuer, OIDC_PLAIN_CLIENT_ID: plain.clientId },
      OIDC_PLAIN_CLIENT_SECRET: plain.clientSecret,
    };
    const files = { ...LANGUAGE_FILES, 'src/sign-in/providers.ts': RULES };
    const features = ['admin', 'german', 'oidc', 'api-keys'];
    [service, browser] = await Promise.all([
      serveExample('task-manager', { features, env, files }),
      openBrowser(chromium ?? ''),
    ]);
    url = service.url.replace('127.0.0.1', 'localhost');
    await provider.tell({
      redirectUris: [`${url}/auth/oidc/acme/callback`],
      signedOutUris: [`${url}/admin/login`],
      claims: {
        ada: { groups: ['staff'], email: 'ada@acme.example' },
        lin: { groups: ['staff'], email: 'lin@acme.example' },
      },
    });
    await plain.tell({ redirectUris: [`${url}/auth/oidc/plain/callback`] });
    grace = await service.call('POST', '/user', {
      ...{ username: 'grace', password: PASSWORD, roles: ['Viewer'] },
    });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await provider?.stop();
    await plain?.stop();
  });

  /** A fresh window of nobody. */
  const inWindow = (work: (page: Page) => Promise<void>, options: VisitOptions = {}) =>
    inFreshWindow(browser, url, ({ page }) => work(page), options);
  const shoot = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined)
      await page.screenshot({ path: join(folder, `oidc-${name}.png`), fullPage: true });
  };
  const signInThere = async (page: Page, name: string, { issuer } = provider) => {
    await page.waitForURL(`${issuer}/**`);
    await page.locator('input[name=login]').fill(name);
    await page.locator('input[name=password]').fill('whatever');
    await page.locator('button[type=submit]').click();
  };
  const isIn = (page: Page) => page.getByRole('button', { name: /account of/ }).waitFor();
  const menu = async (page: Page, name: string) => {
    if (name !== 'Sign out') return openAccount(page, name);
    await page.getByRole('button', { name: /account of/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

  test('the button leads through the pages of the provider, to the page that was asked for', () =>
    inWindow(async (page) => {
      await page.goto(`${url}/admin/task`);
      const button = page.getByRole('button', { name: 'Sign in with Acme & Co.' });
      await button.waitFor();
      await expectAccessible(page);
      await shoot(page, 'login');
      await button.press('Enter');
      await signInThere(page, 'ada');
      await isIn(page);
      await page.waitForURL(`${url}/admin/task**`);
      expect(page.url()).not.toContain('code');
      await menu(page, 'Linked accounts');
      await page.getByText('Acme & Co. decides about the roles, at each sign-in').waitFor();
      await page.getByText('The only way to sign in').waitFor();
      expect(await page.getByRole('button', { name: /Unlink/ }).count()).toBe(0);
      await expectAccessible(page);
      await shoot(page, 'only-way');
    }));

  const comeIn = async (page: Page, name: string) => {
    await page.goto(`${url}/admin/login`);
    await page.getByRole('button', { name: 'Sign in with Acme & Co.' }).click();
    await signInThere(page, name);
    await isIn(page);
  };
  /** Opens the dialog of a new key, as far as the proof. */
  const wantKey = async (page: Page, name: string) => {
    await menu(page, 'API keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Read only').check();
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  const again = (page: Page) => page.getByRole('button', { name: 'Sign in again at Acme & Co.' });

  test('who has no password makes a key by a sign-in anew, and goes on where they were', () =>
    inWindow(async (page) => {
      await comeIn(page, 'ada');
      await wantKey(page, 'Nightly report');
      await again(page).waitFor();
      expect(await page.getByLabel('Password').count()).toBe(0);
      await expectAccessible(page);
      await shoot(page, 'prove');
      await again(page).press('Enter');
      // Asked anew, though ada is signed in there.
      await signInThere(page, 'ada');
      const dialog = page.getByRole('dialog', { name: 'Nightly report' });
      await dialog.getByText('You have signed in again.').waitFor();
      expect(new URL(page.url()).hash).toBe('');
      const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
      expect(stored).not.toContain('Nightly');
      await expectAccessible(page);
      await shoot(page, 'proved');
      await page.keyboard.press('Enter');
      await page.getByLabel('Key', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'I have copied it' }).click();
      await page.getByText('Nightly report').waitFor();
      await page.getByText('Read only').waitFor();
      // The next one takes a proof of its own.
      await wantKey(page, 'Another');
      await again(page).waitFor();
    }));

  test('who comes back as somebody else, or not at all, has lost nothing of what they typed', () =>
    inWindow(async (page) => {
      await comeIn(page, 'ada');
      await wantKey(page, 'Weekly report');
      await again(page).click();
      await signInThere(page, 'lin');
      await page.getByRole('heading', { name: 'We could not confirm that it is you' }).waitFor();
      await page.getByText('an account that is not linked to you').waitFor();
      await expectAccessible(page);
      await shoot(page, 'other-account');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('dialog', { name: 'Weekly report' }).waitFor();
      await again(page).click();
      await page.getByRole('link', { name: /cancel/i }).click();
      await page.getByText('You have not signed in at the provider.').waitFor();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('dialog', { name: 'Weekly report' }).waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'New key' }).click();
      expect(await page.getByLabel('Name').inputValue()).toBe('');
    }));

  test('who has no password, and comes by a provider that proves nothing, is told how to get one', () =>
    inWindow(async (page) => {
      await page.goto(`${url}/admin/login`);
      await page.getByRole('button', { name: 'Sign in with Plain' }).click();
      await signInThere(page, 'pia', plain);
      await isIn(page);
      await wantKey(page, 'Nightly report');
      const dialog = page.getByRole('dialog', { name: 'Nightly report' });
      await dialog.getByText('You sign in without a password.').waitFor();
      expect(await page.getByLabel('Password').count()).toBe(0);
      await expectAccessible(page);
      await shoot(page, 'nothing');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await menu(page, 'Password');
      await page.getByText('You sign in without a password.').waitFor();
      expect(await page.getByLabel('Current password').count()).toBe(0);
      await expectAccessible(page);
    }));

  test('who has no password sets one by a sign-in anew, and signs in with it', () =>
    inWindow(async (page) => {
      await comeIn(page, 'lin');
      await menu(page, 'Password');
      await page.getByRole('heading', { name: 'Set a password' }).waitFor();
      expect(await page.locator('input[name=new]').count()).toBe(0);
      await expectAccessible(page);
      await shoot(page, 'no-password');
      await again(page).click();
      await signInThere(page, 'lin');
      const type = async (password: string) => {
        await page.locator('input[name=new]').fill(password);
        await page.locator('input[name=repeat]').fill(password);
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByRole('button', { name: 'Set a password' }).click();
      };
      // What is refused for another reason uses no proof up.
      await type('password');
      await page.getByRole('alert').waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await type(PASSWORD);
      await page.getByText('Your password was set.').waitFor();
      await menu(page, 'Password');
      await page.getByLabel('Current password').waitFor();
      await menu(page, 'Linked accounts');
      await page.getByRole('button', { name: 'Unlink lin@acme.example' }).click();
      await page.getByLabel('Password').waitFor();
      await page.getByRole('button', { name: 'Sign in again at a provider' }).click();
      await again(page).waitFor();
      await expectAccessible(page);
      await shoot(page, 'either');
      await page.getByRole('button', { name: 'Use your password' }).click();
      await page.getByLabel('Password').waitFor();
    }));

  test('signing out here leads to the sign-out there, and back', () =>
    inWindow(async (page) => {
      await page.goto(`${url}/admin/login`);
      await page.getByRole('button', { name: 'Sign in with Acme & Co.' }).click();
      await signInThere(page, 'ada');
      await isIn(page);
      await menu(page, 'Sign out');
      await page.waitForURL(`${provider.issuer}/**`);
      await page.getByRole('button', { name: /yes/i }).click();
      await page.waitForURL(`${url}/admin/login**`);
      await page.getByRole('button', { name: 'Sign in with Acme & Co.' }).click();
      // Asked again: nobody is signed in there any more.
      await page.waitForURL(`${provider.issuer}/**`);
      await page.locator('input[name=login]').waitFor();
    }));

  test('whoever has signed in with a password signs out here alone', () =>
    inWindow(async (page) => {
      await signIn(page, url, 'grace', PASSWORD);
      await menu(page, 'Sign out');
      await page.getByRole('button', { name: 'Sign in with Acme & Co.' }).waitFor();
      expect(new URL(page.url()).origin).toBe(url);
    }));

  test('strangers, and those who cancel, are told why they are not signed in', () =>
    inWindow(async (page) => {
      const begin = async () => {
        await page.goto(`${url}/admin/login`);
        await page.getByRole('button', { name: 'Sign in with Acme & Co.' }).click();
        await page.waitForURL(`${provider.issuer}/**`);
      };
      await begin();
      await page.getByRole('link', { name: /cancel/i }).click();
      await page.getByText('You have not signed in at the provider.').waitFor();
      await begin();
      await signInThere(page, 'stranger');
      await page.getByText('There is no user for this account.').waitFor();
      await page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
      await expectAccessible(page);
      await shoot(page, 'stranger');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('User name').waitFor();
    }));

  test('a user links an account, signs in with it, and unlinks it', () =>
    inWindow(async (page) => {
      await signIn(page, url, 'grace', PASSWORD);
      await menu(page, 'Linked accounts');
      await page.getByText('No linked accounts').waitFor();
      await expectAccessible(page);
      await shoot(page, 'none');
      const button = page.getByRole('button', { name: 'Link Acme & Co.' });
      await button.click();
      await page.getByLabel('Password').fill(PASSWORD);
      await expectAccessible(page);
      await shoot(page, 'proof');
      await button.click();
      await signInThere(page, 'grace@acme.example');
      await page.getByText('The account is linked').waitFor();
      await page.getByText('Not used yet').waitFor();
      await shoot(page, 'linked');
      await menu(page, 'Sign out');
      await page.getByRole('button', { name: 'Sign in with Acme & Co.' }).click();
      await isIn(page);
      await menu(page, 'Linked accounts');
      await page.getByText(/Last used/).waitFor();
      await page.getByRole('button', { name: 'Unlink grace@acme.example' }).click();
      await expectAccessible(page);
      await shoot(page, 'unlink');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Unlink', exact: true }).click();
      await page.getByText('No linked accounts').waitFor();
    }));

  test('works on a phone in the dark and in German', () =>
    inWindow(
      async (page) => {
        await page.goto(`${url}/admin/login`);
        const button = page.getByRole('button', { name: 'Anmelden mit Acme & Co.' });
        await button.waitFor();
        await expectAccessible(page);
        await shoot(page, 'phone-login');
        expect(await widthOf(page)).toBeLessThanOrEqual(390);
        await button.click();
        await signInThere(page, 'ada');
        await page.getByRole('button', { name: /ada/ }).waitFor();
        await open(page, url, '/auth/identities');
        await page.getByText('Acme & Co. bestimmt die Rollen, bei jeder Anmeldung').waitFor();
        await expectAccessible(page);
        await shoot(page, 'phone-accounts');
        expect(await widthOf(page)).toBeLessThanOrEqual(390);
      },
      { width: 390, colorScheme: 'dark', locale: 'de-DE' },
    ));

  test('fits from right to left', () =>
    inWindow(
      async (page) => {
        await page.goto(`${url}/admin/login`);
        await page.getByRole('button', { name: /Acme/ }).waitFor();
        expect(await page.evaluate(() => document.dir)).toBe('rtl');
        await expectAccessible(page);
        await shoot(page, 'rtl');
      },
      { width: 390, locale: 'ar' },
    ));

  test('an administrator sees the accounts of a user, and unlinks them', () =>
    inWindow(async (page) => {
      const [ada] = await service.call<Row[]>('GET', '/user?username=ada');
      await signIn(page, url, ADMIN.username, ADMIN.password);
      await open(page, url, `/user/${ada!.id}/show`);
      await page.getByRole('heading', { name: 'Linked accounts' }).waitFor();
      await page.getByText('Acme & Co. decides about the roles, at each sign-in').waitFor();
      await expectAccessible(page);
      await shoot(page, 'user');
      await page.getByRole('button', { name: /Unlink ada/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
      await page.getByText('No linked accounts').waitFor();
      await open(page, url, `/user/${grace.id}/show`);
      await page.getByText('No linked accounts').waitFor();
    }));
});

import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  expectAccessible,
  open,
  openAccount,
  openBrowser,
  visit,
  type VisitOptions,
} from './browser.js';
import { findChromium } from './find-chromium.js';
import { LANGUAGE_FILES } from './language-files.js';
import { ADMIN, PASSWORD, serveExample, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();
/** What a device keeps of a passkey. */
type Credentials = Awaited<ReturnType<Device['credentials']>>;

/** The device of a window: Chromium's virtual authenticator. */
interface Device {
  credentials(): Promise<readonly { readonly credentialId: string }[]>;
  /** Whether the next finger is the user's. */
  verify(isUser: boolean): Promise<void>;
}

describe.skipIf(chromium === null)('passkeys in a browser', () => {
  let service: RunningExample;
  let browser: Browser;
  /** Passkeys belong to a name, not to an address. */
  let url = '';
  let ada: Row;
  /** Ada's laptop. */
  let kept: Credentials = [];

  beforeAll(async () => {
    const features = ['admin', 'german', 'passkeys', 'two-factor'];
    [service, browser] = await Promise.all([
      serveExample('task-manager', { features, files: LANGUAGE_FILES }),
      openBrowser(chromium ?? ''),
    ]);
    url = service.url.replace('127.0.0.1', 'localhost');
    ada = await service.call('POST', '/user', {
      ...{ username: 'ada', password: PASSWORD, email: 'ada@example.com', roles: ['Viewer'] },
    });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** A fresh window of nobody on a device, with the passkeys that are kept on it. */
  const inWindow = async (
    work: (page: Page, device: Device) => Promise<void>,
    options: VisitOptions = {},
  ) => {
    const { page, context, complaints } = await visit(browser, url, options);
    const chrome = await context.newCDPSession(page);
    await chrome.send('WebAuthn.enable');
    const { authenticatorId } = await chrome.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    for (const credential of kept)
      await chrome.send('WebAuthn.addCredential', { authenticatorId, credential } as never);
    const device: Device = {
      credentials: async () =>
        (await chrome.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
      verify: async (isUserVerified) =>
        void (await chrome.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
    };
    await work(page, device);
    expect(complaints).toEqual([]);
    if (kept.length > 0) kept = await device.credentials();
    await context.close();
  };
  const shoot = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined)
      await page.screenshot({ path: join(folder, `passkeys-${name}.png`), fullPage: true });
  };
  const begin = async (page: Page, { username, password }: typeof ADMIN) => {
    await page.goto(`${url}/admin/login`);
    await page.locator('input[name=username]').fill(username);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[type=submit]').click();
  };
  const asAda = { username: 'ada', password: PASSWORD };
  const isIn = (page: Page) => page.getByRole('button', { name: /account of|ada/ }).waitFor();
  const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

  test('a user adds one in their account, by the password, and names it', () =>
    inWindow(async (page, device) => {
      await begin(page, asAda);
      await isIn(page);
      await openAccount(page, 'Passkeys');
      await page.getByText('With a passkey you sign in').waitFor();
      await expectAccessible(page);
      await shoot(page, 'none');
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByLabel('Password').fill('wrong');
      await page.keyboard.press('Enter');
      await page.getByText('The password is wrong.').waitFor();
      await page.getByLabel('Password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByLabel('Name').fill('Laptop');
      await expectAccessible(page);
      await shoot(page, 'create');
      await page.keyboard.press('Enter');
      await page.getByText('Laptop', { exact: true }).waitFor();
      await page.getByText('With only one passkey').waitFor();
      await expectAccessible(page);
      await shoot(page, 'one');
      kept = await device.credentials();
      expect(kept).toHaveLength(1);
      await page.getByRole('button', { name: 'Rename “Laptop”' }).click();
      await page.getByLabel('Name').fill('Laptop at work');
      await page.keyboard.press('Enter');
      await page.getByText('Laptop at work', { exact: true }).waitFor();
    }));

  test('signs in without a password', () =>
    inWindow(async (page, device) => {
      await page.goto(`${url}/admin/login`);
      const button = page.getByRole('button', { name: 'Sign in with a passkey' });
      await button.waitFor();
      await expectAccessible(page);
      await shoot(page, 'login');
      await device.verify(false);
      await button.click();
      await page.getByText('It was cancelled, or took too long.').waitFor();
      await shoot(page, 'cancelled');
      await device.verify(true);
      await button.click();
      await isIn(page);
    }));

  test('is asked for after the password', () =>
    inWindow(async (page) => {
      await begin(page, asAda);
      const show = page.getByRole('button', { name: 'Use my passkey' });
      await show.waitFor();
      await expectAccessible(page);
      await shoot(page, 'step');
      await show.press('Enter');
      await isIn(page);
    }));

  test('is shown before an app is set up, on a phone in the dark and in German', () =>
    inWindow(
      async (page) => {
        await page.goto(`${url}/admin/login`);
        await page.getByRole('button', { name: 'Mit einem Passkey anmelden' }).click();
        await isIn(page);
        await open(page, url, '/auth/passkeys');
        await page.getByText('Laptop at work', { exact: true }).waitFor();
        await expectAccessible(page);
        await shoot(page, 'phone');
        expect(await widthOf(page)).toBeLessThanOrEqual(390);
        await open(page, url, '/auth/two-factor');
        await page.getByRole('button', { name: 'Einrichten' }).click();
        await page.getByRole('button', { name: 'Passkey zeigen' }).click();
        await page.locator('[data-secret]').waitFor();
      },
      { width: 390, colorScheme: 'dark', locale: 'de-DE' },
    ));

  test('fits from right to left', () =>
    inWindow(
      async (page) => {
        await begin(page, asAda);
        await page.getByText('Use your passkey').waitFor();
        expect(await page.evaluate(() => document.dir)).toBe('rtl');
        await expectAccessible(page);
        await shoot(page, 'rtl');
      },
      { width: 390, locale: 'ar' },
    ));

  test('is removed by an administrator for who has lost it, and opens nothing then', () =>
    inWindow(async (page) => {
      await begin(page, ADMIN);
      await isIn(page);
      await open(page, url, `/user/${ada.id}/show`);
      await page.getByRole('heading', { name: 'Passkeys' }).waitFor();
      await expectAccessible(page);
      await shoot(page, 'user');
      await page.getByRole('button', { name: 'Remove all' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove all' }).click();
      await page.getByText('The passkeys were removed').waitFor();
      await service.signIn('ada', PASSWORD);
      // The device still has it.
      await page.getByRole('button', { name: /account of/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByText('The passkey was not accepted').waitFor();
    }));

  test('a user removes one by itself, and stays signed in', () =>
    inWindow(async (page) => {
      await begin(page, asAda);
      await isIn(page);
      await open(page, url, '/auth/passkeys');
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByLabel('Password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByLabel('Name').fill('Phone');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Remove “Phone”' }).click();
      await expectAccessible(page);
      await shoot(page, 'remove');
      await page.getByRole('button', { name: 'Use my passkey' }).click();
      await page.getByText('The passkey was removed').waitFor();
      await page.getByRole('button', { name: 'Add a passkey' }).waitFor();
      await service.signIn('ada', PASSWORD);
    }));
});

import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appCode } from '../support/app-code.js';
import {
  asUser,
  expectAccessible,
  open,
  inFreshWindow,
  openAccount,
  openBrowser,
  type VisitOptions,
} from './browser.js';
import { findChromium } from './find-chromium.js';
import { LANGUAGE_FILES } from './language-files.js';
import { ADMIN, PASSWORD, serveExample, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();

describe.skipIf(chromium === null)('second factors in a browser', () => {
  let service: RunningExample;
  let browser: Browser;
  let ada: Row;
  /** What Ada's app knows, and the codes that she has kept. */
  let secret = '';
  let kept: string[] = [];

  beforeAll(async () => {
    const features = ['admin', 'german', 'two-factor'];
    const env = { TWO_FACTOR_ROLES: 'Manager', TWO_FACTOR_GRACE: '0' };
    [service, browser] = await Promise.all([
      serveExample('task-manager', { features, env, files: LANGUAGE_FILES }),
      openBrowser(chromium ?? ''),
    ]);
    const user = (username: string, role: string) =>
      service.call('POST', '/user', {
        ...{ username, password: PASSWORD, email: `${username}@example.com`, roles: [role] },
      });
    ada = await user('ada', 'Viewer');
    await user('mona', 'Manager');
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** A fresh window of nobody. */
  const inWindow = (work: (page: Page) => Promise<void>, options: VisitOptions = {}) =>
    inFreshWindow(browser, service.url, ({ page }) => work(page), options);
  const shoot = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined)
      await page.screenshot({ path: join(folder, `two-factor-${name}.png`), fullPage: true });
  };
  const begin = async (page: Page, username: string) => {
    await page.goto(`${service.url}/admin/login`);
    await page.locator('input[name=username]').fill(username);
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.locator('button[type=submit]').click();
  };
  const readSecret = async (page: Page) => {
    await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor();
    secret = (await page.locator('[data-secret]').innerText()).replaceAll(' ', '');
  };
  const readCodes = async (page: Page) => {
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
    kept = await page.locator('main li code').allInnerTexts();
    expect(kept).toHaveLength(10);
  };
  const isIn = (page: Page) => page.getByRole('button', { name: /account of/ }).waitFor();
  const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

  test('a role that requires one has it set up at sign-in, by keyboard alone', () =>
    inWindow(async (page) => {
      await begin(page, 'mona');
      await readSecret(page);
      await expectAccessible(page);
      await shoot(page, 'must');
      // One step back: the next sign-in need not wait.
      await page.keyboard.type(appCode(secret, -1));
      await page.keyboard.press('Enter');
      await readCodes(page);
      await expectAccessible(page);
      await shoot(page, 'codes');
      await page.getByRole('button', { name: 'I have saved them' }).press('Enter');
      await isIn(page);
    }));

  test('signing in takes a code, and says what is wrong with another', () =>
    inWindow(async (page) => {
      await begin(page, 'mona');
      const code = page.getByRole('textbox', { name: 'Code' });
      await code.waitFor();
      expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
      await expectAccessible(page);
      await shoot(page, 'step');
      await code.fill('000000');
      await page.keyboard.press('Enter');
      await page.getByText('The code is wrong, has expired or was used before.').waitFor();
      await code.fill(appCode(secret));
      await page.keyboard.press('Enter');
      await isIn(page);
    }));

  test('a user sets it up in their account, and stays signed in', () =>
    inWindow(async (page) => {
      await begin(page, 'ada');
      await isIn(page);
      await openAccount(page, 'Two-factor sign-in');
      await page.getByText('Off. When it is on').waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Set up' }).click();
      await page.getByLabel('Password').fill('wrong');
      await page.keyboard.press('Enter');
      await page.getByText('The password is wrong.').waitFor();
      await page.getByLabel('Password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await readSecret(page);
      await shoot(page, 'page');
      await page.getByRole('textbox', { name: 'Code' }).fill(appCode(secret, -1));
      await page.keyboard.press('Enter');
      await readCodes(page);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download' }).click();
      expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
      await page.getByRole('button', { name: 'I have saved them' }).click();
      await page.getByText('10 recovery codes left').waitFor();
      await open(page, service.url, '/task');
      await isIn(page);
    }));

  test('a recovery code does, on a phone in the dark and in German', () =>
    inWindow(
      async (page) => {
        await begin(page, 'ada');
        await page.getByRole('button', { name: 'Einen Notfallcode verwenden' }).click();
        await expectAccessible(page);
        await shoot(page, 'phone');
        expect(await widthOf(page)).toBeLessThanOrEqual(390);
        await page.getByLabel('Notfallcode').fill(kept[0]!.toLowerCase());
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: /ada/ }).waitFor();
        await open(page, service.url, '/auth/two-factor');
        await page.getByText('Noch 9 Notfallcodes').waitFor();
        await expectAccessible(page);
        expect(await widthOf(page)).toBeLessThanOrEqual(390);
        await page.getByRole('button', { name: 'Neue Notfallcodes' }).click();
        await page.getByRole('button', { name: 'Einen Notfallcode verwenden' }).click();
        await page.getByLabel('Notfallcode').fill(kept[1]!);
        await page.keyboard.press('Enter');
        await page.locator('main li code').first().waitFor();
        expect(await widthOf(page)).toBeLessThanOrEqual(390);
      },
      { width: 390, colorScheme: 'dark', locale: 'de-DE' },
    ));

  test('fits from right to left', () =>
    inWindow(
      async (page) => {
        await begin(page, 'ada');
        await page.locator('input[name=code]').waitFor();
        expect(await page.evaluate(() => document.dir)).toBe('rtl');
        await expectAccessible(page);
      },
      { width: 390, locale: 'ar' },
    ));

  test('an administrator resets it', () =>
    asUser(browser, service.url, ADMIN, async ({ page }) => {
      await open(page, service.url, `/user/${ada.id}/show`);
      await page.getByRole('heading', { name: 'Two-factor sign-in' }).waitFor();
      await expectAccessible(page);
      await shoot(page, 'user');
      await page.getByRole('button', { name: 'Reset' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
      await page.getByText('The second factor was reset').waitFor();
      await page.getByText('Off.', { exact: true }).waitFor();
      await service.signIn('ada', PASSWORD);
    }));
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, inFreshWindow, openBrowser, type VisitOptions } from './browser.js';
import { findChromium } from './find-chromium.js';
import { LANGUAGE_FILES } from './language-files.js';
import { PASSWORD, serveExample, type RunningExample } from './serve-example.js';

const chromium = findChromium();
const ANN = { username: 'ann', password: PASSWORD, email: 'ann@example.com' };

describe.skipIf(chromium === null)('the pages before the first page', () => {
  let service: RunningExample;
  let browser: Browser;
  beforeAll(async () => {
    const features = ['admin', 'german', 'jobs', 'mail', 'password-reset', 'two-factor'];
    const env = { SIGN_IN_BY: 'both', TWO_FACTOR_ROLES: 'Manager', TWO_FACTOR_GRACE: '7d' };
    [service, browser] = await Promise.all([
      serveExample('task-manager', { features, env, files: LANGUAGE_FILES }),
      openBrowser(chromium ?? ''),
    ]);
    await service.call('POST', '/user', { ...ANN, roles: ['Viewer'] });
    const mona = { username: 'mona', password: PASSWORD, email: 'mona@example.com' };
    await service.call('POST', '/user', { ...mona, roles: ['Manager'] });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** A fresh window of nobody. */
  const inWindow = (work: (page: Page) => Promise<void>, options: VisitOptions = {}) =>
    inFreshWindow(browser, service.url, ({ page }) => work(page), options);
  const begin = async (page: Page, name: string) => {
    await page.locator('input[name=username]').fill(name);
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.locator('button[type=submit]').click();
  };
  const isIn = (page: Page) => page.getByRole('button', { name: /account of/ }).waitFor();
  /** The links of all mails, which lead to a page. */
  const links = (page: string): string[] => {
    const folder = join(service.folder, 'data/mail');
    const pattern = new RegExp(`/admin/${page}#token=[\\w-]+`);
    try {
      return readdirSync(folder).flatMap(
        (name) => pattern.exec(readFileSync(join(folder, name), 'utf8'))?.[0] ?? [],
      );
    } catch {
      return [];
    }
  };

  test('ask for what the service knows people by', () =>
    inWindow(async (page) => {
      await page.goto(`${service.url}/admin/login`);
      await page.getByLabel('Email address or user name').waitFor();
      await expectAccessible(page);
      await begin(page, 'ANN@example.com');
      await isIn(page);
    }));

  test('say what is wrong with a new password in the words of the page', () =>
    inWindow(
      async (page) => {
        await page.goto(`${service.url}/admin/reset-password#token=x`);
        await page.locator('input[name=new]').fill('password1234');
        await page.locator('input[name=repeat]').fill('password1234');
        await page.locator('button[type=submit]').click();
        await page.getByText('Dieser Link gilt nicht mehr.').waitFor();
        await page.goto(`${service.url}/admin/login`);
        await begin(page, 'ann');
        await page.getByRole('button', { name: /ann/ }).waitFor();
        await page.goto(`${service.url}/admin/auth/password`);
        await page.locator('input[name=current]').fill('wrong');
        await page.locator('input[name=new]').fill('password1234');
        await page.locator('input[name=repeat]').fill('password1234');
        await page.locator('button[type=submit]').click();
        await page.getByText('Das ist eines der häufigsten Passwörter.').waitFor();
        await page.locator('input[name=new]').fill(`${PASSWORD} again`);
        await page.locator('input[name=repeat]').fill(`${PASSWORD} again`);
        await page.locator('button[type=submit]').click();
        await page.getByText('Das bisherige Passwort ist falsch.').waitFor();
      },
      { locale: 'de-DE' },
    ));

  test('confirm an address once its user has signed in, and send the mail again', async () => {
    const token = await service.signIn('ann', PASSWORD);
    await service.call('POST', '/auth/email-confirmation', {}, token);
    await expect.poll(() => links('confirm-email'), { timeout: 20_000 }).toHaveLength(1);
    const link = `${service.url}${links('confirm-email')[0]}`;
    await inWindow(async (page) => {
      await page.goto(link);
      await page.getByText('Please sign in first.').waitFor();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Sign in' }).click();
      await begin(page, 'ann');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('Your address is confirmed.').waitFor();
      await page.goto('about:blank');
      await page.goto(link);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('This link is no longer valid').waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Send the email again' }).click();
      await page.getByText('An email with a new link is on its way.').waitFor();
      await page.goto(`${service.url}/admin/confirm-email`);
      await page.getByText('This link is incomplete').waitFor();
      await page.getByRole('button', { name: 'Send the email again' }).waitFor();
    });
  });

  test('are followed by a reminder where a factor is to be set up within days', () =>
    inWindow(
      async (page) => {
        await page.goto(`${service.url}/admin/login`);
        await begin(page, 'mona');
        await page.getByRole('link', { name: /Second factor needed by/ }).click();
        await page.getByText('Your role requires a second factor.').waitFor();
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      },
      { width: 390 },
    ));
});

import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asUser, expectAccessible, open, openBrowser, type VisitOptions } from './browser.js';
import { findChromium } from './find-chromium.js';
import { LANGUAGE_FILES } from './language-files.js';
import { ADMIN, PASSWORD, serveExample, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();
const MONA = { username: 'mona', password: PASSWORD };
type Account = typeof MONA;

describe.skipIf(chromium === null)('sessions in a browser', () => {
  let service: RunningExample;
  let browser: Browser;
  let user: Row;

  beforeAll(async () => {
    const features = ['admin', 'dashboard', 'german', 'search', 'sessions'];
    [service, browser] = await Promise.all([
      serveExample('task-manager', { features, files: LANGUAGE_FILES }),
      openBrowser(chromium ?? ''),
    ]);
    const values = { ...MONA, email: 'mona@example.com', roles: ['Manager'] };
    user = await service.call('POST', '/user', values);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const as = (who: Account, work: (page: Page) => Promise<void>, options: VisitOptions = {}) =>
    asUser(browser, service.url, who, ({ page }) => work(page), options);
  const shoot = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined)
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  };

  test('the own ones are listed behind the account menu, and others end by a button', async () => {
    const login = await fetch(`${service.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(MONA),
    });
    const { access_token: token } = (await login.json()) as { access_token: string };
    const statusThere = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${service.url}/auth/me`, { headers })).status;
    };
    await as(MONA, async (page) => {
      await open(page, service.url, '/');
      await page.getByRole('button', { name: /account of/ }).click();
      await page.getByRole('menuitem', { name: 'Sessions' }).click();
      await page.getByText('This session').waitFor();
      expect(await page.getByRole('listitem').filter({ hasText: 'Node.js' }).count()).toBe(2);
      await expectAccessible(page);
      await shoot(page, 'own');
      expect(await statusThere()).toBe(200);
      await page.getByRole('button', { name: 'End all others' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click();
      await page.getByText('The sessions have ended').waitFor();
      expect(await statusThere()).toBe(401);
    });
  });

  test('those of a user are ended by an administrator on the user’s page', () =>
    as(ADMIN, (admin) =>
      as(MONA, async (mona) => {
        await open(admin, service.url, `/user/${user.id}/show`);
        const section = admin.locator('section').filter({ hasText: 'Sessions' });
        await section.getByRole('listitem').first().waitFor();
        await expectAccessible(admin);
        await shoot(admin, 'user');
        await section.getByRole('button', { name: 'End all sessions' }).click();
        await admin.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
        await section.getByText('Nobody is signed in.').waitFor();
        await open(mona, service.url, '/');
        await mona.getByLabel('User name').waitFor();
      }),
    ));

  test.each([
    ['phone', { width: 360, height: 740 }],
    ['german', { locale: 'de-DE' }],
    ['dark', { colorScheme: 'dark' }],
  ] as const)('look as they should: %s', (name, options) =>
    as(
      MONA,
      async (page) => {
        await open(page, service.url, '/auth/sessions');
        await page.getByRole('listitem').first().waitFor();
        await expectAccessible(page);
        await shoot(page, name);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width).toBeLessThanOrEqual(page.viewportSize()!.width);
      },
      options as VisitOptions,
    ),
  );
});

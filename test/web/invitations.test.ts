import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  asUser,
  expectAccessible,
  open,
  inFreshWindow,
  openBrowser,
  type VisitOptions,
} from './browser.js';
import { findChromium } from './find-chromium.js';
import { LANGUAGE_FILES } from './language-files.js';
import { ADMIN, PASSWORD, serveExample, type RunningExample } from './serve-example.js';

const chromium = findChromium();

describe.skipIf(chromium === null)('invitations in a browser', () => {
  let service: RunningExample;
  let browser: Browser;
  beforeAll(async () => {
    const features = ['admin', 'german', 'jobs', 'mail', 'invitations', 'two-factor'];
    const env = { TWO_FACTOR_ROLES: 'Manager', TWO_FACTOR_GRACE: '0' };
    [service, browser] = await Promise.all([
      serveExample('task-manager', { features, env, files: LANGUAGE_FILES }),
      openBrowser(chromium ?? ''),
    ]);
    const viewer = { username: 'vera', password: PASSWORD, email: 'vera@example.com' };
    await service.call('POST', '/user', { ...viewer, roles: ['Viewer'] });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** A fresh window of nobody, and all that it asks for. */
  const inWindow = async (
    work: (page: Page, requested: string[]) => Promise<void>,
    options: VisitOptions = {},
  ) => {
    await inFreshWindow(
      browser,
      service.url,
      async ({ page, strangers }) => {
        const requested: string[] = [];
        page.on('request', (request) =>
          requested.push(`${request.url()} ${request.headers()['referer'] ?? ''}`),
        );
        await work(page, requested);
        expect(strangers).toEqual([]);
      },
      options,
    );
  };
  const shoot = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined)
      await page.screenshot({ path: join(folder, `invitations-${name}.png`), fullPage: true });
  };
  const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);
  const isIn = (page: Page) => page.getByRole('button', { name: /account of/ }).waitFor();

  /** The paths of the links in the mails to an address. */
  const linksTo = (email: string): string[] => {
    const folder = join(service.folder, 'data/mail');
    try {
      return readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .filter((text) => text.includes(email))
        .flatMap((text) => /\/admin\/accept-invitation#token=[\w-]+/.exec(text)?.[0] ?? []);
    } catch {
      return [];
    }
  };
  const linkTo = async (email: string): Promise<string> => {
    await expect.poll(() => linksTo(email), { timeout: 20_000 }).not.toEqual([]);
    return linksTo(email)[0]!;
  };
  const invite = (email: string, more: object = {}) =>
    service.call('POST', '/auth/invitations', { email, ...more });
  const choose = async (page: Page) => {
    await page.locator('input[name=new]').fill(PASSWORD);
    await page.locator('input[name=repeat]').fill(PASSWORD);
    await page.locator('button[type=submit]').click();
  };

  test('are sent from the list of users', { timeout: 120_000 }, () =>
    asUser(browser, service.url, ADMIN, async ({ page }) => {
      await open(page, service.url, '/user');
      await page.getByRole('link', { name: 'Invite' }).click();
      await page.getByText('No pending invitations').waitFor();
      await page.getByRole('button', { name: 'Invite someone' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Email').fill('vera@example.com');
      await dialog.getByRole('combobox', { name: 'Roles' }).fill('View');
      await page.getByRole('option', { name: 'Viewer' }).click();
      await page.keyboard.press('Escape');
      await expectAccessible(page);
      await shoot(page, 'dialog');
      await dialog.getByRole('button', { name: 'Send the invitation' }).click();
      await dialog.getByRole('alert').waitFor();
      await dialog.getByLabel('Email').fill('ann@example.com');
      await dialog.getByRole('button', { name: 'Send the invitation' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByText('Invitation sent to ann@example.com').waitFor();
      await page.getByText(/Viewer · invited by admin/).waitFor();
      await expectAccessible(page);
      await shoot(page, 'list');
    }),
  );

  test('are accepted by their link, once', { timeout: 120_000 }, async () => {
    const link = await linkTo('ann@example.com');
    const token = link.slice(link.indexOf('=') + 1);
    await inWindow(async (page, requested) => {
      await page.goto(`${service.url}${link}`);
      await page.getByText(/admin has invited you to Task manager, as ann@example\.com/).waitFor();
      await expect.poll(() => page.url()).toBe(`${service.url}/admin/accept-invitation`);
      await expectAccessible(page);
      await page.getByLabel('User name').fill('vera');
      await page.getByLabel('First name').fill('Ann');
      await shoot(page, 'accept');
      await choose(page);
      await page.getByRole('alert').waitFor();
      await shoot(page, 'taken');
      await page.getByLabel('User name').fill('ann');
      await choose(page);
      await isIn(page);
      expect(requested.filter((text) => text.includes(token))).toEqual([]);
    });
    await inWindow(async (page) => {
      await page.goto(`${service.url}${link}`);
      await page.getByText('This invitation is no longer valid').waitFor();
      await page.goto(`${service.url}/admin/accept-invitation`);
      await page.getByText('This link is incomplete').waitFor();
      await expectAccessible(page);
    });
  });

  test('lead on to a second factor where the role requires one', { timeout: 60_000 }, async () => {
    await invite('mona@example.com', { roles: ['Manager'], username: 'mona' });
    const link = await linkTo('mona@example.com');
    await inWindow(async (page) => {
      await page.goto(`${service.url}${link}`);
      const name = page.getByLabel('User name');
      await name.waitFor();
      expect(await name.inputValue()).toBe('mona');
      expect(await name.getAttribute('readonly')).not.toBeNull();
      await choose(page);
      await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor();
    });
  });

  test('are sent again and revoked', { timeout: 60_000 }, async () => {
    await invite('ben@example.com');
    const former = await linkTo('ben@example.com');
    await asUser(browser, service.url, ADMIN, async ({ page }) => {
      await open(page, service.url, '/auth/invitations');
      await page.getByRole('button', { name: 'Send again to ben@example.com' }).click();
      await page.getByText('Invitation sent to ben@example.com').waitFor();
      await expect
        .poll(() => linksTo('ben@example.com').filter((link) => link !== former))
        .toHaveLength(1);
      await page.getByRole('button', { name: 'Revoke the invitation to ben@example.com' }).click();
      await shoot(page, 'revoke');
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('The invitation was revoked').waitFor();
      await page.getByText('No pending invitations').waitFor();
    });
    for (const link of linksTo('ben@example.com'))
      await inWindow(async (page) => {
        await page.goto(`${service.url}${link}`);
        await page.getByText('This invitation is no longer valid').waitFor();
      });
  });

  test('are nothing that somebody sees who may not invite', { timeout: 60_000 }, () =>
    asUser(browser, service.url, { username: 'vera', password: PASSWORD }, async ({ page }) => {
      await open(page, service.url, '/auth/invitations');
      await expect.poll(() => page.locator('main').innerText()).toMatch(/do not have access/);
      await page.goto(`${service.url}/admin/task`);
      await isIn(page);
      expect(await page.getByRole('link', { name: 'Invite' }).count()).toBe(0);
    }),
  );

  test('fit on a phone, in the dark and in German', { timeout: 60_000 }, async () => {
    await invite('eine-ziemlich-lange-adresse-einer-person@abteilung.example.com', {
      roles: ['Viewer', 'Admin'],
    });
    const phone = { width: 390, colorScheme: 'dark', locale: 'de-DE' } as const;
    await asUser(
      browser,
      service.url,
      ADMIN,
      async ({ page }) => {
        await open(page, service.url, '/auth/invitations');
        await page.getByText(/Viewer, Admin · eingeladen von admin/).waitFor();
        await expectAccessible(page);
        await shoot(page, 'phone-list');
        expect(await widthOf(page)).toBeLessThanOrEqual(390);
        await page.getByRole('button', { name: 'Jemanden einladen' }).click();
        await page.getByRole('dialog').waitFor();
        await expectAccessible(page);
        await shoot(page, 'phone-dialog');
        await open(page, service.url, '/user');
        await page.getByRole('link', { name: 'Einladen' }).waitFor();
        await shoot(page, 'phone-users');
      },
      phone,
    );
    const link = await linkTo('eine-ziemlich-lange-adresse');
    await inWindow(async (page) => {
      await page.goto(`${service.url}${link}`);
      await page.getByText(/admin lädt Sie zu Task manager/).waitFor();
      await expectAccessible(page);
      await shoot(page, 'phone-accept');
      expect(await widthOf(page)).toBeLessThanOrEqual(390);
    }, phone);
    await inWindow(
      async (page) => {
        await page.goto(`${service.url}${link}`);
        await page.locator('input[name=username]').waitFor();
        expect(await page.evaluate(() => document.dir)).toBe('rtl');
        await expectAccessible(page);
        await shoot(page, 'rtl');
      },
      { width: 390, locale: 'ar' },
    );
  });
});

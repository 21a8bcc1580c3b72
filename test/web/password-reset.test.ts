import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, openBrowser, visit } from './browser.js';
import { findChromium } from './find-chromium.js';
import { ADMIN, serveExample, type RunningExample } from './serve-example.js';

const chromium = findChromium();
const NEXT = 'a second long password';

describe.skipIf(chromium === null)('who forgot the password', () => {
  let service: RunningExample;
  let browser: Browser;
  beforeAll(async () => {
    const features = ['admin', 'german', 'jobs', 'mail', 'password-reset'];
    [service, browser] = await Promise.all([
      serveExample('task-manager', { features }),
      openBrowser(chromium ?? ''),
    ]);
    const token = await service.signIn(ADMIN.username, ADMIN.password);
    const ann = { username: 'ann', password: 'a first long password', email: 'ann@example.com' };
    await service.call('POST', '/api/user', { ...ann, roles: ['Viewer'] }, token);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** The path of the link in the one mail that was sent. */
  const linkInMail = async (): Promise<string> => {
    const folder = join(service.folder, 'data/mail');
    const texts = () => {
      try {
        return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
      } catch {
        return [];
      }
    };
    const links = () =>
      texts().flatMap((text) => /\/admin\/reset-password#token=[\w-]+/.exec(text)?.[0] ?? []);
    await expect.poll(links, { timeout: 20_000 }).toHaveLength(1);
    return links()[0]!;
  };

  const look = async (work: (page: Page, requested: string[]) => Promise<void>, width = 1360) => {
    const { page, context, strangers } = await visit(browser, service.url, { width });
    const requested: string[] = [];
    page.on('request', (request) =>
      requested.push(`${request.url()} ${request.headers()['referer'] ?? ''}`),
    );
    await work(page, requested);
    expect(strangers).toEqual([]);
    await context.close();
  };

  test('gets a link, and chooses a new one', { timeout: 120_000 }, () =>
    look(async (page, requested) => {
      await page.goto(`${service.url}/admin/login`);
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await expectAccessible(page);
      await page.getByLabel('E-mail address or user name').fill('ann@example.com');
      await page.getByRole('button', { name: 'Send me a link' }).click();
      await page.getByText('a mail is on its way').waitFor();

      const link = await linkInMail();
      const token = link.slice(link.indexOf('=') + 1);
      await page.goto(`${service.url}${link}`);
      await page.getByLabel('New password', { exact: false }).first().waitFor();
      await expect.poll(() => page.url()).toBe(`${service.url}/admin/reset-password`);
      await expectAccessible(page);
      await page.locator('input[name=new]').fill(NEXT);
      await page.locator('input[name=repeat]').fill('another');
      await page.getByRole('button', { name: 'Save the new password' }).click();
      await page.getByText('The two new passwords differ.').waitFor();
      await page.locator('input[name=repeat]').fill(NEXT);
      await page.getByRole('button', { name: 'Save the new password' }).click();
      await page.getByLabel('User name', { exact: false }).fill('ann');
      await page.locator('input[name=password]').fill(NEXT);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('button', { name: /account/i }).waitFor();
      expect(requested.filter((text) => text.includes(token))).toEqual([]);

      await page.goto(`${service.url}${link}`);
      await page.locator('input[name=new]').fill('a third long password');
      await page.locator('input[name=repeat]').fill('a third long password');
      await page.getByRole('button', { name: 'Save the new password' }).click();
      await page.getByText('This link is not valid any more').waitFor();
    }),
  );

  test('sees on a phone what is wrong with a link', { timeout: 60_000 }, () =>
    look(async (page) => {
      await page.goto(`${service.url}/admin/reset-password`);
      await page.getByText('This link is not complete').waitFor();
      await expectAccessible(page);
      await page.goto(`${service.url}/admin/confirm-email#token=x`);
      await page.getByText('Please sign in first').waitFor();
      await expectAccessible(page);
    }, 375),
  );
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, openAccount, openBrowser, signIn, visit } from './browser.js';
import { findChromium } from './find-chromium.js';
import { ADMIN, serveExample, type RunningExample } from './serve-example.js';

const chromium = findChromium();
/** Users say themselves which address is theirs. */
const RULES = `import { defineAccount } from '#engine';
import type { User } from './user.model.js';

export const userAccount = defineAccount<User>({ edits: ['email'] });
`;
const FEATURES = ['admin', 'german', 'jobs', 'mail', 'password-reset'];
const NEXT = 'a second long password';

/** The mails that a service has sent. */
const mailsOf = ({ folder }: RunningExample): string[] => {
  const mails = join(folder, 'data/mail');
  try {
    return readdirSync(mails).map((name) => readFileSync(join(mails, name), 'utf8'));
  } catch {
    return [];
  }
};

describe.skipIf(chromium === null)('who forgot the password', () => {
  let service: RunningExample;
  let browser: Browser;
  beforeAll(async () => {
    [service, browser] = await Promise.all([
      serveExample('task-manager', { features: FEATURES }),
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
    const links = () =>
      mailsOf(service).flatMap(
        (text) => /\/admin\/reset-password#token=[\w-]+/.exec(text)?.[0] ?? [],
      );
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
      await page.getByLabel('Email address or user name').fill('ann@example.com');
      await page.getByRole('button', { name: 'Email me a link' }).click();
      await page.getByText('an email is on its way').waitFor();

      const link = await linkInMail();
      const token = link.slice(link.indexOf('=') + 1);
      await page.goto(`${service.url}${link}`);
      await page.getByLabel('New password', { exact: false }).first().waitFor();
      await expect.poll(() => page.url()).toBe(`${service.url}/admin/reset-password`);
      await expectAccessible(page);
      await page.locator('input[name=new]').fill(NEXT);
      await page.locator('input[name=repeat]').fill('another');
      await page.getByRole('button', { name: 'Save new password' }).click();
      await page.getByText('The new passwords do not match.').waitFor();
      await page.locator('input[name=repeat]').fill(NEXT);
      await page.getByRole('button', { name: 'Save new password' }).click();
      await page.getByLabel('User name', { exact: false }).fill('ann');
      await page.locator('input[name=password]').fill(NEXT);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('button', { name: /account/i }).waitFor();
      expect(requested.filter((text) => text.includes(token))).toEqual([]);

      await page.goto(`${service.url}${link}`);
      await page.locator('input[name=new]').fill('a third long password');
      await page.locator('input[name=repeat]').fill('a third long password');
      await page.getByRole('button', { name: 'Save new password' }).click();
      await page.getByText('This link is no longer valid').waitFor();
    }),
  );

  test('sees on a phone what is wrong with a link', { timeout: 60_000 }, () =>
    look(async (page) => {
      await page.goto(`${service.url}/admin/reset-password`);
      await page.getByText('This link is incomplete').waitFor();
      await expectAccessible(page);
      await page.goto(`${service.url}/admin/confirm-email#token=x`);
      await page.getByText('Please sign in first').waitFor();
      await expectAccessible(page);
    }, 375),
  );
});

describe.skipIf(chromium === null)('who says which address is theirs', () => {
  let service: RunningExample;
  let browser: Browser;
  beforeAll(async () => {
    const files = { 'src/models/user/user.account.ts': RULES };
    [service, browser] = await Promise.all([
      serveExample('task-manager', { features: FEATURES, files }),
      openBrowser(chromium ?? ''),
    ]);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** The path of a link that was sent to an address. */
  const confirmationFor = async (address: string): Promise<string> => {
    const links = () =>
      mailsOf(service).flatMap((text) =>
        text.includes(address) ? (/\/admin\/confirm-email#token=[\w-]+/.exec(text)?.[0] ?? []) : [],
      );
    await expect.poll(links, { timeout: 20_000 }).not.toEqual([]);
    return links()[0]!;
  };

  test('sees which address waits, and has the mail sent again', { timeout: 120_000 }, async () => {
    const { page, context, strangers } = await visit(browser, service.url, { width: 390 });
    const ben = { username: 'ben', password: 'a first long password' };
    const admin = await service.signIn(ADMIN.username, ADMIN.password);
    await service.call('POST', '/api/user', { ...ben, roles: ['Viewer'] }, admin);
    const token = await service.signIn(ben.username, ben.password);
    const body = { email: 'ben@example.net', proof: { password: ben.password } };
    await service.call('PATCH', '/api/auth/me', body, token);
    await signIn(page, service.url, ben.username, ben.password);
    await openAccount(page, 'Email address');
    await page.getByText('You have no confirmed email address.').waitFor();
    await page.getByText('ben@example.net becomes your address').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send the email again' }).click();
    await page.getByText('An email is on its way.').waitFor();

    const link = await confirmationFor('ben@example.net');
    await page.goto(service.url + link);
    await page.getByText('The address is ben@example.net.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Your address is confirmed.').waitFor();
    await page.goto(`${service.url}/admin/auth/address`);
    await page.getByText('ben@example.net', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Send the email again' }).count()).toBe(0);
    expect(strangers).toEqual([]);
    await context.close();
  });
});

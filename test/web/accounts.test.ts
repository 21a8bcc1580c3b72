import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  asUser,
  expectAccessible,
  open,
  openAccount,
  openBrowser,
  type VisitOptions,
} from './browser.js';
import { findChromium } from './find-chromium.js';
import { LANGUAGE_FILES } from './language-files.js';
import { ADMIN, PASSWORD, serveExample, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();
/** Users change themselves what they sign in with, and helpers administer Viewers. */
const RULES = {
  'src/models/user/user.access.ts': `import { ACTIONS, defineAccess } from '#engine';
import type { User } from './user.model.js';

const BOTH = ['Admin', 'Helper'];
const OPEN = { read: BOTH, write: BOTH };

export const userAccess = defineAccess<User>({
  roles: { Admin: ACTIONS, Helper: ACTIONS, '*': [] },
  fields: { username: OPEN, email: OPEN, password: { write: BOTH }, status: OPEN, roles: OPEN, tenants: OPEN },
  gives: { Helper: ['Viewer'] },
});
`,
  'src/models/user/user.account.ts': `import { defineAccount } from '#engine';
import type { User } from './user.model.js';

export const userAccount = defineAccount<User>({ edits: ['username', 'email'] });
`,
};
const MONA = { username: 'mona', password: PASSWORD };
type Account = typeof MONA;

describe.skipIf(chromium === null)('sessions, keys and the security log in a browser', () => {
  let service: RunningExample;
  let browser: Browser;
  let user: Row;

  beforeAll(async () => {
    const features = ['admin', 'api-keys', 'german', 'search', 'security-log', 'sessions'];
    [service, browser] = await Promise.all([
      serveExample('task-manager', { features, files: { ...LANGUAGE_FILES, ...RULES } }),
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

  test('the own sessions are listed behind the account menu, and others end by a button', async () => {
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
      await openAccount(page, 'Sessions');
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
        await section.getByText('No active sessions').waitFor();
        await open(mona, service.url, '/');
        await mona.getByLabel('User name').waitFor();
      }),
    ));

  test('a key is made, shown once, used, and removed again; an administrator sees it, too', async () => {
    const path = `/user/${user.id}/show`;
    await as(MONA, async (page) => {
      await open(page, service.url, '/');
      await openAccount(page, 'API keys');
      await page.getByText('No API keys yet').waitFor();
      await page.getByRole('button', { name: 'New key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('nightly report');
      await dialog.getByLabel('Data').click();
      await page.getByRole('option', { name: 'Tasks' }).click();
      await dialog.getByLabel('Read only').check();
      await expectAccessible(page);
      await shoot(page, 'new-key');
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await dialog.getByLabel('Password').fill('a wrong one');
      await expectAccessible(page);
      await shoot(page, 'key-proof');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await dialog.getByText('wrong').waitFor();
      await dialog.getByLabel('Password').fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Create' }).click();
      const key = await dialog.getByLabel('Key', { exact: true }).inputValue();
      await expectAccessible(page);
      await shoot(page, 'key');
      const headers = { authorization: `Bearer ${key}` };
      const statusOf = async (asked: string) =>
        (await fetch(`${service.url}${asked}`, { headers })).status;
      expect([await statusOf('/task'), await statusOf('/project')]).toEqual([200, 403]);
      await dialog.getByRole('button', { name: 'I have copied it' }).click();
      await page.getByText('nightly report').waitFor();
      expect(await page.content()).not.toContain(key);
      await expectAccessible(page);
      await shoot(page, 'keys');
      await as(ADMIN, async (admin) => {
        await open(admin, service.url, path);
        await admin.locator('section').filter({ hasText: 'nightly report' }).waitFor();
        await expectAccessible(admin);
      });
      await page.getByRole('button', { name: 'Remove the key nightly report' }).click();
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('No API keys yet').waitFor();
      await expect.poll(() => statusOf('/task')).toBe(401);
    });
  });

  test('one’s own name and address change by a proof, and what is refused is said in the form', async () => {
    const nora = { username: 'nora', password: PASSWORD };
    await service.call('POST', '/user', { ...nora, roles: ['Viewer'] });
    await as(nora, async (page) => {
      await open(page, service.url, '/');
      await openAccount(page, 'User name and email');
      const [name, address] = [page.getByLabel('User name'), page.getByLabel('Email')];
      await name.waitFor();
      await expectAccessible(page);
      await shoot(page, 'own-names');
      const goOn = page.getByRole('button', { name: 'Continue' });
      await goOn.click();
      await page.getByText('Nothing has changed.').waitFor();
      await name.fill('mona');
      await address.fill('nora@example.com');
      await goOn.click();
      await page.getByLabel('Password').fill('a wrong one');
      await expectAccessible(page);
      await shoot(page, 'own-names-proof');
      const change = page.getByRole('button', { name: 'Change', exact: true });
      await change.click();
      await page.getByText('The password is wrong.').waitFor();
      await page.getByLabel('Password').fill(PASSWORD);
      await change.click();
      await page.getByRole('alert').filter({ hasText: 'User name' }).waitFor();
      expect(await address.inputValue()).toBe('nora@example.com');
      await expectAccessible(page);
      await shoot(page, 'own-names-refused');
      await name.fill('eleonora');
      await goOn.click();
      await page.getByLabel('Password').fill(PASSWORD);
      await change.click();
      await page.getByText('Your changes were saved.').waitFor();
      await page.getByRole('button', { name: /account of eleonora/i }).waitFor();
    });
    const token = await service.signIn('eleonora', PASSWORD);
    expect(await service.call('GET', '/auth/me', undefined, token)).toMatchObject({
      ...{ username: 'eleonora', email: 'nora@example.com' },
    });
  });

  test('the security log is read by administrators, and on the page of a user', () =>
    as(ADMIN, async (page) => {
      await open(page, service.url, '/security_log_entry');
      await page.getByRole('cell', { name: 'API key removed' }).waitFor();
      await page.getByRole('cell', { name: 'By: password' }).first().waitFor();
      await expectAccessible(page);
      await shoot(page, 'security-log');
      await page.getByRole('cell', { name: 'API key created' }).click();
      await page.getByText('mona').first().waitFor();
      await expectAccessible(page);
      expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
      await shoot(page, 'security-event');
      await open(page, service.url, `/user/${user.id}/show`);
      const section = page.locator('section').filter({ hasText: 'Security log' });
      await section.getByText(/^Last sign-in: /).waitFor();
      await section.getByRole('link', { name: 'All events of this user' }).click();
      await page.getByRole('cell', { name: 'User created' }).waitFor();
      await expectAccessible(page);
    }));

  test('others do not see that there is one', () =>
    as(MONA, async (page) => {
      await open(page, service.url, '/');
      await page.getByRole('link', { name: 'Tasks' }).first().waitFor();
      expect(await page.getByRole('link', { name: 'Security log' }).count()).toBe(0);
    }));

  const LOOKS = [
    ['phone', { width: 360, height: 740 }],
    ['german', { locale: 'de-DE' }],
    ['dark', { colorScheme: 'dark' }],
  ] as const;
  const PAGES = [
    [MONA, '/auth/sessions', 'sessions'],
    [MONA, '/auth/api-keys', 'api-keys'],
    [MONA, '/auth/own-names', 'own-names'],
    [ADMIN, '/security_log_entry', 'log'],
  ] as const;
  test.each(LOOKS)('look as they should: %s', async (look, options) => {
    for (const [who, path, name] of PAGES)
      await as(
        who,
        async (page) => {
          await open(page, service.url, path);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.waitForLoadState('networkidle');
          await expectAccessible(page);
          await shoot(page, `${name}-${look}`);
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(width).toBeLessThanOrEqual(page.viewportSize()!.width);
        },
        options as VisitOptions,
      );
  });

  test('whoever may give less than a user has changes nothing of their sign-in, and offers what may be given', async () => {
    const [hal, vic] = ['halvard', 'victoria'].map((username) => ({
      username,
      password: PASSWORD,
    })) as [Account, Account];
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
    await service.call('POST', '/role', { name: 'Helper', allowed_methods: methods });
    const tenant = await service.call('POST', '/tenant', { name: 'North' });
    const below = { ...vic, roles: ['Viewer'], tenants: [tenant.id] };
    const { id } = await service.call('POST', '/user', below);
    await service.call('POST', '/user', { ...hal, roles: ['Helper'], tenants: [tenant.id] });
    const token = await service.signIn(vic.username, PASSWORD);
    const key = { name: 'nightly report', proof: { password: PASSWORD } };
    await service.call('POST', '/auth/api-keys', key, token);
    await as(hal, async (page) => {
      await open(page, service.url, `/user/${user.id}`);
      await page.getByLabel('First name').waitFor();
      await expect.poll(() => page.getByLabel('Roles').count()).toBe(0);
      for (const label of ['User name', 'Email', 'Status', 'Tenants', 'Password'])
        expect(await page.getByLabel(label, { exact: true }).count(), label).toBe(0);
      await expectAccessible(page);
      await shoot(page, 'above');
      await open(page, service.url, `/user/${user.id}/show`);
      await page.getByText('mona@example.com').waitFor();
      await expect.poll(() => page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
      expect(await page.locator('section').filter({ hasText: 'Sessions' }).count()).toBe(0);

      await open(page, service.url, `/user/${id}`);
      await page.getByLabel('Roles').click();
      await page.getByRole('option', { name: 'Viewer' }).waitFor();
      expect(await page.getByRole('option').allInnerTexts()).toEqual(['Viewer']);
      await page.keyboard.press('Escape');
      await page.getByLabel('Tenants').click();
      expect(await page.getByRole('option').allInnerTexts()).toEqual(['North']);
      await page.keyboard.press('Escape');
      await page.getByLabel(/^(New )?[Pp]assword/).fill('another one of the tests');
      await page.getByText(/victoria has an API key that stays valid .*: nightly report/).waitFor();
      await expectAccessible(page);
      await shoot(page, 'lasting-keys');
      await page.getByRole('button', { name: 'Remove all keys' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove all keys' }).click();
      await page.getByText('The keys were removed').waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText(/ saved$/).waitFor();
    });
    const session = await service.signIn(vic.username, 'another one of the tests');
    expect(await service.call('GET', '/auth/api-keys', undefined, session)).toEqual([]);
  });
});

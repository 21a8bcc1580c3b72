import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appCode } from '../support/app-code.js';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../support/start-identity-provider.js';
import { open, inFreshWindow, openBrowser, signIn, visit, type Visit } from './browser.js';
import { findChromium } from './find-chromium.js';
import { ADMIN, PASSWORD, freePort, serveExample, type RunningExample } from './serve-example.js';

const chromium = findChromium();
const MONA = { username: 'mona', password: PASSWORD };
const TOKEN = /[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/;

/** Ways in besides the password, which end at the same gate. */
const WAYS = ['mail', 'invitations', 'passkeys', 'oidc'];

/** Whoever is of the staff gets an account. */
const RULES = `import { listClaim, oidcFeature } from '#engine/oidc';

export const oidc = oidcFeature({
  acme: { creates: (claims) => listClaim(claims, 'groups').includes('staff'), roles: () => ['Viewer'] },
});
`;

const settingsOf = ({ issuer, clientId, clientSecret }: IdentityProvider) => ({
  ...{ OIDC_PROVIDERS: 'acme', OIDC_ACME_LABEL: 'Acme', OIDC_ACME_ISSUER: issuer },
  ...{ OIDC_ACME_CLIENT_ID: clientId, OIDC_ACME_CLIENT_SECRET: clientSecret },
});

/** Chromium's virtual authenticator, whose finger is the user's. */
async function useDevice(page: Page): Promise<void> {
  const chrome = await page.context().newCDPSession(page);
  await chrome.send('WebAuthn.enable');
  await chrome.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

/** The path of the link in the one mail that invites somebody. */
async function linkInMail({ folder }: RunningExample): Promise<string> {
  const mails = join(folder, 'data/mail');
  const links = () =>
    (existsSync(mails) ? readdirSync(mails) : []).flatMap(
      (name) =>
        readFileSync(join(mails, name), 'utf8').match(/\/admin\/accept-invitation#token=[\w-]+/) ??
        [],
    );
  await expect.poll(links, { timeout: 20_000 }).not.toEqual([]);
  return links()[0]!;
}

describe.skipIf(chromium === null)('a session in a cookie, in a browser', () => {
  let service: RunningExample;
  let browser: Browser;

  let provider: IdentityProvider;

  beforeAll(async () => {
    provider = await startIdentityProvider([]);
    const features = ['admin', 'import', 'jobs', 'sessions', 'two-factor', ...WAYS];
    const env = { AUTH_COOKIE: '1', DOCS: 'signed-in', ...settingsOf(provider) };
    [service, browser] = await Promise.all([
      serveExample('task-manager', { features, env, files: { 'src/sign-in/providers.ts': RULES } }),
      openBrowser(chromium ?? ''),
    ]);
    const callback = '/auth/oidc/acme/callback';
    await provider.tell({
      redirectUris: [`${service.url.replace('127.0.0.1', 'localhost')}${callback}`],
      claims: { olga: { groups: ['staff'], email: 'olga@acme.example' } },
    });
    await service.call('POST', '/user', { ...MONA, email: 'mona@example.com', roles: ['Manager'] });
    await service.call('POST', '/task', { title: 'Buy milk' });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await provider?.stop();
  });

  const inWindow = (work: (window: Visit) => Promise<void>) =>
    inFreshWindow(browser, service.url, work);
  const login = (page: Page, { username, password } = MONA) =>
    signIn(page, service.url, username, password);
  const account = (page: Page) => page.getByRole('button', { name: /account of/ });
  const signOut = async (page: Page) => {
    await account(page).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('User name').waitFor();
  };
  /** All that scripts can read of what the browser keeps. */
  const keptIn = (page: Page): Promise<string> =>
    page.evaluate(() =>
      JSON.stringify({ ...localStorage, ...sessionStorage, cookie: document.cookie }),
    );
  const cookiesIn = async (context: BrowserContext) =>
    (await context.cookies()).map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]);

  test('no script can read it, and the page is used as ever, also once it is loaded again', () =>
    inWindow(async ({ page, context }) => {
      await login(page);
      expect(await cookiesIn(context)).toEqual([
        ['session', true, 'Strict'],
        ['session-user', false, 'Strict'],
      ]);
      await open(page, service.url, '/task');
      await page.getByText('Buy milk').first().waitFor();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.reload();
      await account(page).waitFor();
      await page.getByText('Buy milk').first().waitFor();
      expect(asked.filter((path) => path === '/api/auth/me')).toHaveLength(1);
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      const saving = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'CSV, columns on the screen' }).click();
      expect(readFileSync(await (await saving).path(), 'utf8')).toContain('Buy milk');
      await open(page, service.url, '/task/create');
      await page.getByLabel('Title').fill('Bake bread');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('heading', { name: 'Bake bread' }).waitFor();
      await open(page, service.url, '/auth/sessions');
      await page.getByText('This session').waitFor();
      const kept = await keptIn(page);
      expect(kept).not.toMatch(TOKEN);
      expect(kept).not.toContain('jm_');
      await signOut(page);
      expect(await cookiesIn(context)).toEqual([]);
    }));

  test('a second factor comes before it', () =>
    inWindow(async ({ page, context }) => {
      const ada = { username: 'ada', password: PASSWORD };
      await service.call('POST', '/user', { ...ada, email: 'ada@example.com', roles: ['Viewer'] });
      const token = await service.signIn(ada.username, ada.password);
      const path = '/auth/two-factor';
      const body = { password: ada.password };
      const { secret } = await service.call<{ secret: string }>(
        'POST',
        `${path}/enrol`,
        body,
        token,
      );
      await service.call('POST', `${path}/confirm`, { code: appCode(secret, -1) }, token);
      await page.goto(`${service.url}/admin/login`);
      await page.getByLabel('User name').fill(ada.username);
      await page.getByRole('textbox', { name: 'Password' }).fill(ada.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      const code = page.getByRole('textbox', { name: 'Code' });
      await code.waitFor();
      expect(await context.cookies()).toEqual([]);
      await code.fill(appCode(secret));
      await page.keyboard.press('Enter');
      await account(page).waitFor();
      expect(await keptIn(page)).not.toMatch(TOKEN);
    }));

  test('a new password goes on with another one', () =>
    inWindow(async ({ page, context }) => {
      const user = { username: 'ben', password: PASSWORD };
      await service.call('POST', '/user', { ...user, email: 'ben@example.com', roles: ['Viewer'] });
      await login(page, user);
      const [before] = await context.cookies();
      await open(page, service.url, '/auth/password');
      await page.locator('input[name=current]').fill(PASSWORD);
      await page.locator('input[name=new]').fill(`${PASSWORD} again`);
      await page.locator('input[name=repeat]').fill(`${PASSWORD} again`);
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('Your password was changed.').waitFor();
      expect((await context.cookies())[0]!.value).not.toBe(before!.value);
      await open(page, service.url, '/task');
      await page.getByText('Buy milk').first().waitFor();
      expect(await keptIn(page)).not.toMatch(TOKEN);
    }));

  test('tabs follow a sign-out, and whoever signs in after it', () =>
    inWindow(async ({ page, context }) => {
      await login(page);
      const [second, third] = [await context.newPage(), await context.newPage()];
      for (const tab of [second, third]) {
        await open(tab, service.url, '/task');
        await tab.getByRole('button', { name: /account of.*mona/i }).waitFor();
      }
      await signOut(page);
      await second.getByRole('link', { name: 'Projects' }).first().click();
      await second.getByLabel('User name').waitFor();
      await login(page, ADMIN);
      await third.getByRole('button', { name: /account of.*admin/i }).waitFor();
      await third.getByText('Somebody else has signed in in another tab').waitFor();
    }));

  test('where it has ended the page leads to the sign-in, and back to what was typed', () =>
    inWindow(async ({ page }) => {
      await login(page);
      await open(page, service.url, '/task/create');
      await page.getByLabel('Title').fill('Too late');
      const users = await service.call<{ id: number }[]>('GET', '/user?username=mona');
      await service.call('DELETE', `/auth/users/${users[0]!.id}/sessions`);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText('Your input has been kept.').waitFor();
      expect(await page.evaluate(() => document.cookie)).toBe('');
      await page.getByLabel('User name').fill(MONA.username);
      await page.getByRole('textbox', { name: 'Password' }).fill(MONA.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('status').getByText('Your session had ended.').waitFor();
      expect(await page.getByLabel('Title').inputValue()).toBe('Too late');
    }));

  test('the documentation opens by it, and tries requests out', () =>
    inWindow(async ({ page, context }) => {
      await page.goto(`${service.url}/docs`);
      await page.getByLabel('Access token').waitFor();
      await login(page);
      await page.goto(`${service.url}/docs`);
      await page.locator('#operations-tag-Authentication').click();
      const operation = page.locator('#operations-Authentication-me');
      await operation.locator('.opblock-summary-control').click();
      await operation.getByRole('button', { name: 'Try it out' }).click();
      const answer = page.waitForResponse(`${service.url}/auth/me`);
      await operation.getByRole('button', { name: 'Execute' }).click();
      expect(await (await answer).json()).toMatchObject({ username: MONA.username });
      // A sign-in that is tried out answers a token, and leaves the session alone.
      const before = await context.cookies();
      const signingIn = page.locator('#operations-Authentication-login');
      await signingIn.locator('.opblock-summary-control').click();
      await signingIn.getByRole('button', { name: 'Try it out' }).click();
      await signingIn.locator('textarea').fill(JSON.stringify(ADMIN));
      const tried = page.waitForResponse(`${service.url}/auth/login`);
      await signingIn.getByRole('button', { name: 'Execute' }).click();
      expect(await (await tried).text()).toContain('access_token');
      expect(await context.cookies()).toEqual(before);
    }));

  test('an invitation, a passkey and a provider set it, and no script can read it', async () => {
    // Passkeys belong to a name, not to an address, and so does a cookie.
    const url = service.url.replace('127.0.0.1', 'localhost');
    const { page, context, complaints } = await visit(browser, url);
    const expectCookie = async (name: RegExp) => {
      await page.getByRole('button', { name }).waitFor();
      const mine = (await cookiesIn(context)).filter(([one]) => String(one).startsWith('session'));
      expect(mine).toEqual([
        ['session', true, 'Strict'],
        ['session-user', false, 'Strict'],
      ]);
      const kept = await keptIn(page);
      expect(kept).not.toMatch(TOKEN);
      expect(kept).not.toContain('jm_');
      await open(page, url, '/task');
      await page.reload();
      await page.getByRole('button', { name }).waitFor();
    };
    await useDevice(page);

    await service.call('POST', '/auth/invitations', {
      email: 'ines@example.com',
      roles: ['Viewer'],
    });
    await page.goto(url + (await linkInMail(service)));
    await page.getByLabel('User name').fill('ines');
    await page.locator('input[name=new]').fill(PASSWORD);
    await page.locator('input[name=repeat]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create my account' }).click();
    await expectCookie(/account of.*ines/i);

    await open(page, url, '/auth/passkeys');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByLabel('Name').fill('Laptop');
    await page.keyboard.press('Enter');
    await page.getByText('Laptop', { exact: true }).waitFor();
    await signOut(page);
    expect((await cookiesIn(context)).filter(([one]) => String(one).startsWith('session'))).toEqual(
      [],
    );
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expectCookie(/account of.*ines/i);
    await signOut(page);

    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await page.waitForURL(`${provider.issuer}/**`);
    await page.locator('input[name=login]').fill('olga');
    await page.locator('input[name=password]').fill('whatever');
    await page.locator('button[type=submit]').click();
    await expectCookie(/account of.*olga/i);
    expect(complaints).toEqual([]);
    await context.close();
  });

  describe('a page of another site', () => {
    /** A form that sends itself, and requests with cookies, with and without the header of our pages. */
    const attack = (target: string) => `<!doctype html>
      <iframe name="frame"></iframe>
      <form method="post" enctype="text/plain" target="frame" action="${target}/task">
        <input name='{"title":"By a form","x":"' value='"}'>
      </form>
      <script type="module">
        document.forms[0].submit();
        const body = '{"title":"By a script"}';
        const credentials = 'include';
        const sent = [
          ['/task', { credentials }],
          ['/auth/me', { credentials, headers: { 'x-session': 'cookie' } }],
          ['/task', { method: 'POST', credentials, mode: 'no-cors', body }],
          ['/task', { method: 'POST', credentials, headers: { 'x-session': 'cookie', 'content-type': 'application/json' }, body }],
          ['/auth/logout', { method: 'POST', credentials, mode: 'no-cors' }],
        ];
        const outcomes = await Promise.all(
          sent.map(([path, init]) =>
            fetch('${target}' + path, init).then(({ type, ok }) => type + ' ' + ok, () => 'refused'),
          ),
        );
        document.title = outcomes.join(', ');
      </script>`;

    // Other ports of this host are of the same site, and get the cookies even though these are strict.
    test.each(['localhost', '127.0.0.1'])('at %s reads and changes nothing', async (host) => {
      const port = await freePort();
      const server = createServer((_request, response) => {
        response.setHeader('content-type', 'text/html');
        response.end(attack(service.url));
      });
      await new Promise<void>((resolve) => server.listen(port, host, resolve));
      const { page, context } = await visit(browser, service.url);
      await login(page);
      const other = await context.newPage();
      await other.goto(`http://${host}:${port}`);
      await expect.poll(() => other.title()).toMatch(/,/);
      // Sent or not: of none does the page get an answer.
      expect(await other.title()).toBe('refused, refused, refused, refused, refused');
      const titles = (await service.call<{ title: string }[]>('GET', '/task')).map(
        ({ title }) => title,
      );
      expect(titles.filter((title) => title.startsWith('By'))).toEqual([]);
      await open(page, service.url, '/task');
      await page.getByText('Buy milk').first().waitFor();
      await context.close();
      server.close();
      server.closeAllConnections();
    });
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Browser, type Page, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, createTestDatabase } from '#engine/testing';

const ROOT = join(import.meta.dirname, '..');
const KEYS = ['jm_access_token', 'jm_user', 'jm_role_permissions', 'jm_resource_permissions'];
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const candidates = [process.env['CHROMIUM_PATH'] ?? '', ...PLACES];
const browserPath = candidates.find((path) => existsSync(path));
const skipped = whySkipped();
if (skipped) process.stderr.write(`the back-office is not tested: ${skipped}\n`);
else if (isOlder('web/dist/index.html', 'web/src'))
  process.stderr.write(
    'web/dist is older than web/src: it is what is tested, so first npm run build\n',
  );

// Nobody needs that line there.
test.runIf(skipped && process.env['CI'] && !isUnwanted())('the back-office can be tested', () => {
  expect.fail(`${skipped}; or set BROWSER_TESTS=skip`);
});

describe.skipIf(skipped)('the back-office in a browser', { timeout: 60_000 }, () => {
  let database: TestDatabase;
  let service: ChildProcess;
  let browser: Browser;
  let page: Page;
  let url: string;
  const complaints: string[] = [];

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    database = await createTestDatabase();
    service = startService(port, database.url);
    await untilReady(url);
    browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
    page = await browser.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    service?.kill();
    await database?.drop();
  });

  test('sign-in keeps the session under its four keys', async () => {
    await page.goto(`${url}/admin/`);
    await signIn(page);
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    expect(await storedKeys(page)).toEqual(KEYS);
  });

  test('every model has a list, and a form for new ones', { timeout: 300_000 }, async () => {
    for (const { path, isMade } of await models(url)) {
      await page.goto(`${url}/admin${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (!isMade) continue;
      await page.goto(`${url}/admin${path}/create`);
      await page.locator('main form [type="submit"]').waitFor();
    }
    expect(complaints).toEqual([]);
  });

  test('no list is wider than a phone', { timeout: 300_000 }, async () => {
    await page.setViewportSize({ width: 375, height: 812 });
    for (const { path } of await models(url)) {
      await page.goto(`${url}/admin${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect(width, path).toBeLessThanOrEqual(375);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('a token that stopped working leads to the login page', async () => {
    await page.goto(`${url}/admin/`);
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.evaluate("localStorage.setItem('jm_access_token', 'no longer valid')");
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByLabel('User name').waitFor();
    expect(await storedKeys(page)).toEqual([]);
    await signIn(page);
  });

  test('sign-out removes all four keys', async () => {
    await page.getByRole('button', { name: /account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('User name').waitFor();
    expect(await storedKeys(page)).toEqual([]);
  });
});

function isUnwanted(): boolean {
  return process.env['BROWSER_TESTS'] === 'skip';
}

/** Why the tests cannot run; null where they can. */
function whySkipped(): string | null {
  if (isUnwanted()) return 'BROWSER_TESTS=skip';
  if (!existsSync(join(ROOT, 'web/dist/index.html'))) return 'web/dist is missing: npm run build';
  if (!browserPath) return 'no browser: install Chromium or set CHROMIUM_PATH';
  return null;
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('User name').fill('admin');
  await page.getByRole('textbox', { name: 'Password' }).fill('a password for tests');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: /account of/ }).waitFor();
}

function storedKeys(page: Page): Promise<string[]> {
  const keys = JSON.stringify(KEYS);
  return page.evaluate<string[]>(`${keys}.filter((key) => localStorage.getItem(key) !== null)`);
}

type Operation = { operationId: string; tags: string[] };

/** The models that have a list, and whether records of each are created here; custom routers are none. */
async function models(url: string): Promise<{ path: string; isMade: boolean }[]> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const does = (verb: string, operation?: Operation) =>
    operation?.operationId === `${verb}${operation?.tags[0]}`;
  return Object.entries(document.paths)
    .filter(([, { get }]) => does('list', get))
    .map(([path, { post }]) => ({ path, isMade: does('create', post) }));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function startService(port: number, databaseUrl: string): ChildProcess {
  const env = {
    ...process.env,
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: 'a secret for tests that is long enough to be one',
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD: 'a password for tests',
  };
  const command = ['--import', 'tsx', 'src/main.ts'];
  return spawn(process.execPath, command, { cwd: ROOT, env, stdio: 'ignore' });
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the service was not ready within half a minute');
}

/** Whether anything in a folder has been written after a file. */
function isOlder(file: string, folder: string): boolean {
  const writtenAt = (path: string): number => statSync(join(ROOT, path)).mtimeMs;
  const paths = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return paths.some((path) => writtenAt(join(folder, path)) > writtenAt(file));
}

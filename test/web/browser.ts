import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type Page,
  type Request,
} from 'playwright-core';
import { expect } from 'vitest';

/** Milliseconds: what a page shows within two seconds takes many times that where the machine is busy. */
const PATIENCE = 60_000;
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // A page lives too short for code that is compiled to run often.
  '--js-flags=--no-opt --no-maglev',
];

/** Starts the browser. */
export const openBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: FLAGS });

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Everything that went wrong in the page: exceptions, refused requests of the policy, React's complaints. */
  readonly complaints: string[];
  /** Hosts other than the service that the page asked. */
  readonly strangers: string[];
}

export interface VisitOptions {
  width?: number;
  height?: number;
  /** Pixels of the screen for each of the page's, in one direction. */
  scale?: number;
  /** Whether the screen is touched, as a phone's. */
  touch?: boolean;
  colorScheme?: 'light' | 'dark';
  timezoneId?: string;
  /** What the browser asks for first: `de-DE`. */
  locale?: string;
  /** Whether the test is about files that the browser does not have yet: no window of others is used for it. */
  cold?: boolean;
}

/** A fresh window. */
export async function visit(
  browser: Browser,
  url: string,
  options: VisitOptions = {},
): Promise<Visit> {
  const context = await openContext(browser, options);
  return watched(await context.newPage(), url);
}

function openContext(browser: Browser, options: VisitOptions): Promise<BrowserContext> {
  const { width = 1360, height = 860, colorScheme = 'light', timezoneId } = options;
  const { locale = 'en-GB', touch = false, scale = 1 } = options;
  return browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    hasTouch: touch,
    colorScheme,
    locale,
    ...(timezoneId !== undefined && { timezoneId }),
    // Nothing fades: what a test sees is what stands there.
    reducedMotion: 'reduce',
  });
}

/** A page, and what is to be told of it. */
function watched(page: Page, url: string): Visit {
  page.setDefaultTimeout(PATIENCE);
  const complaints: string[] = [];
  const strangers: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith('Failed to load resource'))
      complaints.push(text);
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(url).origin)
      strangers.push(request.url());
  });
  return { page, context: page.context(), complaints, strangers };
}

/** The windows of each browser that nobody uses, by what they look like; each has one tab, at `BLANK`. */
const unused = new WeakMap<Browser, Map<string, BrowserContext[]>>();
/** An answer of the service that is no page: where a tab stands that has the service's storage and nothing else. */
const BLANK = '/readyz';

/**
 * The work of a test in a window in which nothing is left of others; at its end nothing may have gone wrong in it. The window
 * has a new tab for each, and keeps the process and the files: to start one and to compile all code takes longer than most tests.
 */
export async function inFreshWindow(
  browser: Browser,
  url: string,
  work: (window: Visit) => Promise<void>,
  options: VisitOptions & { token?: string } = {},
): Promise<void> {
  const { token, ...looks } = options;
  const alike = windowsLike(browser, JSON.stringify([url, looks]));
  const isCold = looks.cold === true;
  const used = isCold ? undefined : alike.pop();
  const context = used ?? (await openWindow(browser, url, looks));
  const window = watched(context.pages()[0]!, url);
  if (token !== undefined)
    await window.page.evaluate(
      (session) => localStorage.setItem('jm_access_token', session),
      token,
    );
  await work(window);
  expect(window.complaints).toEqual([]);
  if (isCold) return context.close();
  await empty(window, url);
  alike.push(context);
}

function windowsLike(browser: Browser, key: string): BrowserContext[] {
  const all = unused.get(browser) ?? new Map<string, BrowserContext[]>();
  const alike = all.get(key) ?? [];
  unused.set(browser, all.set(key, alike));
  return alike;
}

async function openWindow(
  browser: Browser,
  url: string,
  options: VisitOptions,
): Promise<BrowserContext> {
  const context = await openContext(browser, options);
  const page = await context.newPage();
  await page.goto(url + BLANK);
  return context;
}

/** Leaves of what a test did only what a browser keeps of files and code. */
async function empty({ page, context }: Visit, url: string): Promise<void> {
  await context.setOffline(false);
  // A tab that another one opens is in its process.
  const opened = context.waitForEvent('page');
  await page.evaluate(() => void globalThis.open());
  const next = await opened;
  await Promise.all(context.pages().map((one) => one === next || one.close()));
  context.removeAllListeners();
  await context.unrouteAll();
  await context.clearCookies();
  await next.goto(url + BLANK);
  await next.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

/** Signs in on the login page. */
export async function signIn(
  page: Page,
  url: string,
  username: string,
  password: string,
): Promise<void> {
  await page.goto(`${url}/admin/login`);
  await page.getByLabel('User name').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: /account of/ }).waitFor();
}

export interface Account {
  readonly username: string;
  readonly password: string;
}

/** A window in which somebody is signed in; at its end nothing may have gone wrong in it. */
export async function asUser(
  browser: Browser,
  url: string,
  { username, password }: Account,
  work: (visit: Visit) => Promise<void>,
  options: VisitOptions = {},
): Promise<void> {
  const token = await tokenOf(url, { username, password });
  const alone = async (window: Visit) => {
    await work(window);
    expect(window.strangers).toEqual([]);
  };
  await inFreshWindow(browser, url, alone, { ...options, token });
}

const tokens = new Map<string, string>();

/** Each user signs in once a service, so that tests of other things do not wait for it, and again after a sign-out. */
async function tokenOf(url: string, account: Account): Promise<string> {
  const key = `${account.username} ${url}`;
  const known = tokens.get(key);
  if (known !== undefined && (await isValid(url, known))) return known;
  const token = await fetchToken(url, account);
  tokens.set(key, token);
  return token;
}

const isValid = async (url: string, token: string): Promise<boolean> =>
  (await fetch(`${url}/auth/me`, { headers: { authorization: `Bearer ${token}` } })).ok;

async function fetchToken(url: string, account: Account): Promise<string> {
  const answer = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Opens a path of the back-office and waits until it is there, with all that it asks for. */
export async function open(page: Page, url: string, path: string): Promise<void> {
  const traffic = watchTraffic(page);
  await page.goto(`${url}/admin${path}`);
  await page.getByRole('heading', { level: 1 }).or(page.getByRole('alert')).first().waitFor();
  await untilQuiet(page, traffic);
  traffic.stop();
}

/** What a page asks for. */
interface Traffic {
  /** Requests that have no answer yet. */
  readonly running: Set<Request>;
  /** How many there were. */
  begun: number;
  stop(): void;
}

function watchTraffic(page: Page): Traffic {
  const running = new Set<Request>();
  const begin = (request: Request) => {
    // What the page before it asked for is answered to nobody.
    if (request.isNavigationRequest()) running.clear();
    running.add(request);
    traffic.begun += 1;
  };
  const end = (request: Request) => void running.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  const stop = () =>
    void page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  const traffic: Traffic = { running, begun: 0, stop };
  return traffic;
}

/** Waits until nothing is on its way, and what came has been shown and has led to no other request. */
async function untilQuiet(page: Page, traffic: Traffic): Promise<void> {
  const last = Date.now() + PATIENCE;
  for (;;) {
    const { begun } = traffic;
    await page.evaluate(rest);
    if (traffic.running.size === 0 && traffic.begun === begun) return;
    if (Date.now() < last) continue;
    const waited = [...traffic.running].map((request) => request.url());
    throw new Error(`${page.url()} is not quiet: ${waited.join(', ') || 'it asks all the time'}`);
  }
}

/** In the page: until it has nothing to do, and again nothing after some frames. Nothing in it has a name: tsx would wrap it. */
const rest = (): Promise<void> =>
  new Promise((resolve) => {
    requestIdleCallback(() =>
      setTimeout(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())), 40),
    );
  });

/** Takes the connection away; the page is told a moment later, and until then takes it for one that broke. */
export async function goOffline({ page, context }: Visit): Promise<void> {
  await context.setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
}

/** The user turns to the tab again. */
export const comeBack = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

interface AxeViolation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/**
 * Expects that axe finds nothing serious on the page, or nothing at all; of its colours alone, where the same page was looked at
 * in others.
 */
export async function expectAccessible(
  page: Page,
  { colorsOnly = false, minor = false }: { colorsOnly?: boolean; minor?: boolean } = {},
): Promise<void> {
  // The policy of the pages refuses added scripts; evaluating is not bound by it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const violations = await page.evaluate(
    async (runOnly) => {
      // A button that fades in has a contrast that nobody reads it by; what turns for ever is not waited for.
      const passing = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
      const ended = Promise.allSettled(passing.map(({ finished }) => finished));
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2000))]);
      const { axe } = globalThis as unknown as {
        axe: { run: (options: object) => Promise<{ violations: AxeViolation[] }> };
      };
      const enabled = { enabled: true };
      const rules = { 'target-size': enabled, 'label-content-name-mismatch': enabled };
      // Only what is wrong is told in detail: to describe all that is right takes as long as to look.
      const asked = runOnly.length > 0 ? { runOnly } : { rules };
      return (await axe.run({ ...asked, resultTypes: ['violations'] })).violations;
    },
    colorsOnly ? ['color-contrast', 'link-in-text-block'] : [],
  );
  const serious = violations.filter(
    ({ impact }) => minor || impact === 'serious' || impact === 'critical',
  );
  const found = serious.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html }) => html.slice(0, 200)),
  }));
  expect(found).toEqual([]);
}

/** What a list to pick from offers, without what it says below each. */
export async function offeredIn(page: Page): Promise<string[]> {
  const options = await page.getByRole('option').allInnerTexts();
  return options.map((text) => text.split('\n')[0]!);
}

/** Opens a page of one's own account from the menu: by the tab of this name, once the first one is there. */
export async function openAccount(page: Page, tab?: string): Promise<void> {
  await page.getByRole('button', { name: /account of|Konto von/ }).click();
  await page.getByRole('menuitem', { name: /^(Account|Konto)$/ }).click();
  const tabs = page.getByRole('navigation', { name: /^(Account|Konto)$/ });
  await tabs.waitFor();
  if (tab !== undefined) await tabs.getByRole('link', { name: tab, exact: true }).click();
}

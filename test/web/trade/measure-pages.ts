import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { open, openBrowser, signIn, visit } from '../browser.js';
import { findChromium } from '../find-chromium.js';
import { ADMIN, type RunningExample } from '../serve-example.js';
import { costsOf, type Costs } from './costs.js';
import { ROWS, serveTrade } from './serve-trade.js';
import { median } from '../../bench/measure.js';

// What the pages of the back-office fetch in a large project, and how long they take on a slow machine:
// `npx tsx test/web/trade/measure-pages.ts`. Leaves its table in test/bench/results.
const RESULTS = join(import.meta.dirname, '../../bench/results');
const ROUNDS = 5;
/** How much slower the browser's processor is made: a phone, or an old laptop. */
const SLOWER = 4;

/** A page, its address, and what the browser looks for to tell that it works. */
const PAGES: readonly (readonly [name: string, path: string, works: () => boolean])[] = [
  [
    'dashboard',
    '/',
    () => [...document.querySelectorAll('main a')].some((link) => /5,000/.test(link.textContent)),
  ],
  ['list of 25', '/order', () => document.querySelectorAll('tbody tr').length >= 25],
  ['record', '/order/7/show', () => document.querySelector('[role=tab]') !== null],
  ['form', '/order/7', () => document.querySelector('main form button[type=submit]') !== null],
  ['tree', '/category/tree', () => document.querySelector('[role=option]') !== null],
];

/** What a page costs a signed-in user who opens it by its address. */
interface PageCosts {
  readonly name: string;
  /** With nothing kept from an earlier visit. */
  readonly first: Costs;
  /** Milliseconds until it works on the slower processor: at the first visit, and with the scripts kept. */
  readonly cold: number;
  readonly warm: number;
}

/** Milliseconds until the list of another model works, by the menu, and the pages. */
interface Measured {
  readonly pages: readonly PageCosts[];
  readonly byMenu: number;
}

/** Requests, bytes and waiting of each kind of page over fifteen models of 5,000 rows; throws where there is no browser. */
async function measurePages(rounds: number): Promise<Measured> {
  const chromium = findChromium();
  if (chromium === null) throw new Error('there is no Chromium: apt-get install chromium');
  const [service, browser] = await Promise.all([serveTrade(), openBrowser(chromium)]);
  try {
    const pages: PageCosts[] = [];
    for (const page of PAGES) pages.push(await measure(page, rounds, browser, service));
    return { pages, byMenu: await measureMenu(rounds, browser, service) };
  } finally {
    await browser.close();
    await service.stop();
  }
}

async function measure(
  [name, path, works]: (typeof PAGES)[number],
  rounds: number,
  browser: Browser,
  { url }: RunningExample,
): Promise<PageCosts> {
  const [cold, warm]: [number[], number[]] = [[], []];
  let first: Costs | undefined;
  for (let round = 0; round < rounds; round += 1) {
    const { page, context } = await visit(browser, url);
    await signIn(page, url, ADMIN.username, ADMIN.password);
    await page.addInitScript({ content: `(${watch})(${works})` });
    const session = await context.newCDPSession(page);
    const timed = async () => {
      await page.goto('about:blank');
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      await page.goto(`${url}/admin${path}`, { waitUntil: 'commit' });
      // Asked seldom: each question takes the page's own time.
      await page.waitForFunction(() => window.workedAfter !== undefined, null, { polling: 250 });
      const took = await page.evaluate(() => window.workedAfter!);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      return took;
    };
    await session.send('Network.clearBrowserCache');
    cold.push(await timed());
    warm.push(await timed());
    await session.send('Network.clearBrowserCache');
    await page.goto('about:blank');
    first ??= await costsOf(page, () => open(page, url, path));
    await context.close();
  }
  return { name, first: first!, cold: median(cold), warm: median(warm) };
}

declare global {
  interface Window {
    /** Milliseconds from the navigation to the picture in which the page works. */
    workedAfter?: number;
  }
}

/** Runs in the page, which looks itself: a question from outside takes a tenth of a second of a slow processor. */
function watch(works: () => boolean): void {
  const observer = new MutationObserver(() => {
    if (!works()) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.workedAfter = performance.now())));
  });
  observer.observe(document, { childList: true, subtree: true, characterData: true });
}

/** From the dashboard to one list, and from there to another: the second is what a day has most of. */
async function measureMenu(
  rounds: number,
  browser: Browser,
  { url }: RunningExample,
): Promise<number> {
  const { page, context } = await visit(browser, url);
  await signIn(page, url, ADMIN.username, ADMIN.password);
  const session = await context.newCDPSession(page);
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await open(page, url, '/order');
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const began = performance.now();
    await page.getByRole('link', { name: 'Tickets', exact: true }).click();
    await page.getByRole('heading', { name: 'Tickets', level: 1 }).waitFor();
    await page.getByRole('row').nth(25).waitFor();
    took.push(performance.now() - began);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
  return median(took);
}

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(0);

/** The costs by page, as Markdown. */
const tableOf = ({ pages, byMenu }: Measured): string =>
  [
    `15 models of ${ROWS.toLocaleString('en')} rows; a processor ${SLOWER} times slower than this one.`,
    '',
    '| page | requests to the API | scripts kB | all kB | works after s | with scripts kept |',
    '|---|---:|---:|---:|---:|---:|',
    ...pages.map(({ name, first, cold, warm }) => {
      const bytes = `${kilobytes(first.scripts)} | ${kilobytes(first.all)}`;
      const seconds = `${(cold / 1000).toFixed(1)} | ${(warm / 1000).toFixed(1)}`;
      return `| ${name} | ${first.asked.length} | ${bytes} | ${seconds} |`;
    }),
    '',
    `Another list, by the menu: ${(byMenu / 1000).toFixed(1)} s.`,
  ].join('\n');

const table = tableOf(await measurePages(ROUNDS));
mkdirSync(RESULTS, { recursive: true });
writeFileSync(join(RESULTS, 'back-office.md'), `### Pages of the back-office\n\n${table}\n`);
console.log(table);

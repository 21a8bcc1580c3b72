import type { Browser, Page } from 'playwright-core';
import { open, signIn, visit } from '../browser.js';
import { ADMIN, type RunningExample } from '../serve-example.js';
import { TODAY } from './garage.js';

/** A picture of the back-office of the garage. */
export interface Picture {
  /** Its file in `.github/pictures`, without the ending. */
  readonly name: string;
  /** The pixels of the page that it shows; the screen has two for each in one direction. */
  readonly width: number;
  readonly height: number;
  /** Whether the half below a diagonal shows the dark theme. */
  readonly isSplit?: boolean;
  /** Brings a page, in which the administrator is signed in, to what the picture shows. */
  show(page: Page, service: RunningExample): Promise<void>;
}

/** Opens a window in which the administrator is signed in on the day of the rows, and closes it after the work. */
export async function inWindow<Made>(
  browser: Browser,
  service: RunningExample,
  { width, height, scale = 2 }: { width: number; height: number; scale?: number },
  work: (page: Page) => Promise<Made>,
): Promise<Made> {
  const options = { width, height, scale, timezoneId: 'UTC' };
  const { page, context, complaints } = await visit(browser, service.url, options);
  await page.clock.setFixedTime(`${TODAY}T10:00:00Z`);
  await signIn(page, service.url, ADMIN.username, ADMIN.password);
  const made = await work(page);
  await context.close();
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
  return made;
}

/** Opens a page of the back-office and waits for all of it. */
export async function goTo(page: Page, service: RunningExample, path: string): Promise<void> {
  await open(page, service.url, path);
  await settled(page);
}

/** Waits until a page has its rows, and nothing of it moves. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(300);
}

/** Takes a picture of a page as it stands. */
export async function take(page: Page, { isSplit = false }: Picture, path: string): Promise<void> {
  if (!isSplit) return void (await page.screenshot({ path }));
  const light = await page.screenshot();
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await page.mouse.move(0, 0);
  await settled(page);
  const dark = await page.screenshot();
  const both = await page.context().newPage();
  await both.setViewportSize(page.viewportSize()!);
  const shown = (picture: Buffer, style: string) =>
    `<img style="position:absolute;inset:0;width:100%;height:100%;${style}"` +
    ` src="data:image/png;base64,${picture.toString('base64')}">`;
  await both.setContent(
    `<body style="margin:0">${shown(light, '')}${shown(dark, 'clip-path:polygon(62% 0,100% 0,100% 100%,38% 100%)')}`,
  );
  await both.screenshot({ path });
  await both.close();
}

/**
 * What a page says, as a text that is the same on every day and machine: its accessibility tree, in which the values of inputs
 * are, too, without addresses and the time at which rows were written.
 */
export async function shownText(page: Page): Promise<string> {
  const tree = await page.locator('body').ariaSnapshot();
  const lines = tree.split('\n').filter((line) => !/^\s*- \/url:/.test(line));
  return `${lines.join('\n').trimEnd()}\n`;
}

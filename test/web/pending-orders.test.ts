import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readExample } from '../golden/example.js';
import { asUser, expectAccessible, open, openBrowser, type Visit } from './browser.js';
import { findChromium } from './find-chromium.js';
import { ADMIN, PASSWORD, serveProject, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();
const VIEWER = { username: 'vic', password: PASSWORD };

describe.skipIf(chromium === null)('a page of an example by the typed client', () => {
  let service: RunningExample;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      serveProject('orders', readExample('orders')),
      openBrowser(chromium ?? ''),
    ]);
    const viewer = { ...VIEWER, email: 'vic@example.com', roles: ['Viewer'] };
    await service.call('POST', '/user', viewer);
    for (const number of ['A-1', 'A-2'])
      await service.call('POST', '/order', { number, customer: 'Ann' });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const as = (who: typeof ADMIN, work: (visit: Visit) => Promise<void>) =>
    asUser(browser, service.url, who, work);
  const confirm = (page: Page, number: string) =>
    page.getByRole('button', { name: `Confirm ${number}`, exact: true });

  test('lists what waits, with how many there are, and confirms one', () =>
    as(ADMIN, async ({ page }) => {
      await open(page, service.url, '/');
      await page.getByRole('link', { name: 'Pending orders' }).click();
      await page.getByText('2 orders are waiting').waitFor();
      await expectAccessible(page);
      await confirm(page, 'A-1').click();
      await page.getByText('A-1 is confirmed').waitFor();
      await page.getByText('1 order is waiting').waitFor();
      expect(await confirm(page, 'A-1').count()).toBe(0);
      const [order] = await service.call<Row[]>('GET', '/order?number=A-1');
      expect(order).toMatchObject({ status: 'confirmed' });
    }));

  test('tells a user who may not, by the code of the refusal', () =>
    as(VIEWER, async ({ page }) => {
      await open(page, service.url, '/pending-orders');
      await confirm(page, 'A-2').click();
      await page.getByText('Your roles do not let you confirm orders').waitFor();
      await page.getByText('1 order is waiting').waitFor();
    }));
});

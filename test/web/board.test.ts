import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withFeatures } from '../../src/project/change/feature-changes.js';
import { renderProject } from '../../src/render/render-project.js';
import { appOfSpec } from '../golden/app-of-spec.js';
import { MADE_AT, templates } from '../golden/example.js';
import { withList } from '../support/list-models.js';
import {
  asUser,
  expectAccessible,
  open,
  openBrowser,
  type Visit,
  type VisitOptions,
} from './browser.js';
import { findChromium } from './find-chromium.js';
import { LANGUAGE_FILES } from './language-files.js';
import { ADMIN, PASSWORD, serveProject, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();

/** Boards by an enum with steps, by a reference, with places in the columns, and of records that are frozen. */
const SPEC = `
models:
  Customer:
    fields: { name: string:required }
  Order:
    board: status
    frozen: { when: status=paid }
    fields:
      number: string:required:label
      status: enum=draft,sent,paid,lost:required:default=draft:steps=draft/sent,sent/paid@Admin,sent/lost
      total: decimal=12,2:unit=EUR
      due_on: date
      customer: ref=Customer
      margin: integer:read=Admin:write=Admin
  Step:
    board: phase
    fields:
      title: string:required
      phase: enum=now,next,later:required:default=now
      position: integer
  Visit:
    board: customer
    fields:
      title: string:required
      customer: ref=Customer
`;

function project(): ReadonlyMap<string, string> {
  const app = withFeatures(appOfSpec('board', SPEC), templates(), ['german']);
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const files = new Map([...renderProject(app, options)].filter(([path]) => path !== '.env'));
  const path = 'web/src/pages/order/order.resource.ts';
  const resource = files.get(path)!;
  // A developer's edit: a field on the cards that not everybody may read.
  const edited = resource.replace("fields: ['due_on'", "fields: ['margin', 'due_on'");
  if (edited === resource) throw new Error(`${path} names the fields of cards in another way`);
  const own = Object.entries({ ...LANGUAGE_FILES, [path]: edited });
  return new Map(withList(new Map([...files, ...own])));
}

describe.skipIf(chromium === null)('a list as a board', () => {
  let service: RunningExample;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      serveProject('board', project()),
      openBrowser(chromium ?? ''),
    ]);
    for (const [username, role] of [
      ['max', 'Manager'],
      ['vic', 'Viewer'],
    ])
      await service.call('POST', '/user', { username, password: PASSWORD, roles: [role] });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const as = (username: string, work: (visit: Visit) => Promise<void>, options?: VisitOptions) =>
    asUser(browser, service.url, { username, password: PASSWORD }, work, options);
  const asAdmin = (work: (visit: Visit) => Promise<void>, options: VisitOptions = {}) =>
    asUser(browser, service.url, ADMIN, work, options);
  const go = (page: Page, path: string) => open(page, service.url, path);
  const make = (path: string, values: object) => service.call('POST', path, values);
  const shoot = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: join(folder, `board-${name}.png`) });
  };
  const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const card = (page: Page, name: string) =>
    page.locator('[data-record]').filter({ hasText: name });
  const labels = (at: Locator) => at.locator('[data-record] a').allTextContents();
  const drag = async (page: Page, from: Locator, to: Locator) => {
    const [a, b] = [(await from.boundingBox())!, (await to.boundingBox())!];
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(a.x + a.width / 2 + 12, a.y + a.height / 2 + 4, { steps: 3 });
    await page.mouse.move(b.x + b.width / 2, b.y + Math.min(b.height - 8, 120), { steps: 8 });
  };
  const stored = (path: string, { id }: Row) => service.call('GET', `${path}/${id}`);

  test('leads from the table to the board and back, with the same filters', () =>
    asAdmin(async ({ page }) => {
      const ada = await make('/customer', { name: 'Ada' });
      for (const [at, status] of ['draft', 'draft', 'sent'].entries()) {
        const order = { number: `A-${at}`, total: 100.5 * (at + 1), due_on: `2026-12-0${at + 1}` };
        const made = await make('/order', { ...order, customer_id: ada.id });
        if (status === 'sent') await service.call('PATCH', `/order/${made.id}`, { status });
      }
      await go(page, '/order');
      await page.getByRole('link', { name: 'Board', exact: true }).click();
      await column(page, 'Draft').getByText('A-1').waitFor();
      expect(new URL(page.url()).searchParams.get('layout')).toBe('board');
      expect(await labels(column(page, 'Draft'))).toEqual(['A-1', 'A-0']);
      expect(await column(page, 'Draft').getByText('€301.50').count()).toBe(1);
      expect(await card(page, 'A-2').textContent()).toMatch(/€301\.50.*Ada|Ada.*€301\.50/);
      await expectAccessible(page);
      await shoot(page, 'light');
      await page.getByRole('searchbox').fill('A-1');
      await card(page, 'A-0').waitFor({ state: 'detached' });
      expect(await labels(column(page, 'Draft'))).toEqual(['A-1']);
      const { searchParams } = new URL(page.url());
      expect([searchParams.get('layout'), searchParams.get('filter')]).toEqual([
        'board',
        '{"q":"A-1"}',
      ]);
      await page.getByRole('link', { name: 'Table', exact: true }).click();
      await page.getByRole('cell', { name: 'A-1', exact: true }).waitFor();
      expect(await page.getByRole('searchbox').inputValue()).toBe('A-1');
    }));

  test('moves a card by mouse, to the columns that its steps lead to', () =>
    asAdmin(async ({ page }) => {
      const order = await make('/order', { number: 'M-1', total: 10 });
      await go(page, '/order?layout=board');
      await drag(page, card(page, 'M-1'), column(page, 'Sent'));
      expect(await column(page, 'Paid').getAttribute('data-state')).toBe('closed');
      expect(await column(page, 'Sent').getAttribute('data-state')).toBe('over');
      await shoot(page, 'drag');
      await page.mouse.up();
      await column(page, 'Sent').getByText('M-1').waitFor();
      await page.getByText('M-1 saved').waitFor();
      expect((await stored('/order', order))['status']).toBe('sent');
      expect(page.url()).toContain('layout=board');
      // Where it may not go it is not taken, and Escape takes it back.
      await drag(page, card(page, 'M-1'), column(page, 'Draft'));
      await page.mouse.up();
      await drag(page, card(page, 'M-1'), column(page, 'Lost'));
      await page.keyboard.press('Escape');
      await page.mouse.up();
      expect(await column(page, 'Sent').getByText('M-1').count()).toBe(1);
      expect((await stored('/order', order))['status']).toBe('sent');
    }));

  test('moves a card by keyboard and by its menu, and says where it is', () =>
    asAdmin(async ({ page }) => {
      const order = await make('/order', { number: 'K-1' });
      await go(page, '/order?layout=board');
      const link = card(page, 'K-1').getByRole('link');
      const status = page.getByRole('status').filter({ hasText: /K-1|Sent|Draft/ });
      await link.press(' ');
      await status.filter({ hasText: 'K-1 picked up, in Draft.' }).waitFor();
      await link.press('ArrowRight');
      await status.filter({ hasText: /^Sent, \d+ record/ }).waitFor();
      expect(await column(page, 'Sent').getAttribute('data-state')).toBe('over');
      await expectAccessible(page);
      await link.press('Escape');
      await status.filter({ hasText: 'K-1 is back in Draft.' }).waitFor();
      expect((await stored('/order', order))['status']).toBe('draft');
      for (const key of [' ', 'ArrowRight', 'Enter']) await link.press(key);
      await column(page, 'Sent').getByText('K-1').waitFor();
      await page.getByText('K-1 saved').waitFor();
      await page.waitForFunction(() => document.activeElement?.textContent === 'K-1');
      expect(page.url()).toContain('/order?layout=board');
      await page.getByRole('button', { name: 'Move K-1' }).press('Enter');
      expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Paid', 'Lost']);
      await expectAccessible(page);
      await page.getByRole('menuitem', { name: 'Paid' }).press('Enter');
      await column(page, 'Paid').getByText('K-1').waitFor();
      // A paid order is frozen: nothing moves it any more.
      await expect.poll(() => page.getByRole('button', { name: 'Move K-1' }).count()).toBe(0);
      expect((await stored('/order', order))['status']).toBe('paid');
    }));

  test('puts a card back that the service refuses, with its reason, and overwrites nothing', () =>
    asAdmin(async ({ page }) => {
      const order = await make('/order', { number: 'R-1' });
      await go(page, '/order?layout=board');
      const patch = `**/api/order/${order.id}`;
      await page.route(patch, (route) =>
        route.request().method() === 'PATCH'
          ? route.fulfill({
              status: 409,
              json: { status: 409, title: 'Conflict', detail: 'Not on a Monday.' },
            })
          : route.continue(),
      );
      await drag(page, card(page, 'R-1'), column(page, 'Sent'));
      await page.mouse.up();
      await page.getByText('R-1: Not on a Monday.').waitFor();
      await column(page, 'Draft').getByText('R-1').waitFor();
      expect(await column(page, 'Sent').getByText('R-1').count()).toBe(0);
      await page.unroute(patch);
      // Somebody else is faster.
      await service.call('PATCH', `/order/${order.id}`, { status: 'sent' });
      await service.call('PATCH', `/order/${order.id}`, { status: 'lost' });
      await page.getByRole('button', { name: 'Move R-1' }).click();
      await page.getByRole('menuitem', { name: 'Sent' }).click();
      await page.getByText('Somebody else has changed it meanwhile').waitFor();
      await column(page, 'Lost').getByText('R-1').waitFor();
      expect((await stored('/order', order))['status']).toBe('lost');
    }));

  test('shows to each what they may read, and lets move who may write', async () => {
    await make('/order', { number: 'F-1', total: 5, margin: 1717 });
    await asAdmin(async ({ page }) => {
      await go(page, '/order?layout=board');
      await card(page, 'F-1').getByText('1,717').waitFor();
    });
    await as('max', async ({ page }) => {
      await go(page, '/order?layout=board');
      await card(page, 'F-1').waitFor();
      expect(await card(page, 'F-1').textContent()).not.toContain('1,717');
      await page.getByRole('button', { name: 'Move F-1' }).click();
      expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Sent']);
    });
    await as('vic', async ({ page }) => {
      await go(page, '/order?layout=board');
      await card(page, 'F-1').waitFor();
      expect(await page.getByRole('button', { name: /^Move / }).count()).toBe(0);
      expect(await page.getByRole('link', { name: /^New order/ }).count()).toBe(0);
      await drag(page, card(page, 'F-1'), column(page, 'Sent'));
      expect(await column(page, 'Sent').getAttribute('data-state')).toBe(null);
      await page.mouse.up();
      await expectAccessible(page);
    });
  });

  test('keeps the places in a column, and changes as few as it takes', () =>
    asAdmin(async ({ page }) => {
      const steps: Row[] = [];
      for (const [at, title] of ['One', 'Two', 'Three'].entries())
        steps.push(await make('/step', { title, position: at + 1 }));
      await go(page, '/step?layout=board');
      await card(page, 'Three').waitFor();
      const link = card(page, 'Three').getByRole('link');
      for (const key of [' ', 'ArrowUp', 'Enter']) await link.press(key);
      await expect.poll(() => labels(column(page, 'Now'))).toEqual(['One', 'Three', 'Two']);
      await page.getByText('Three saved').waitFor();
      const places = async () =>
        Promise.all(steps.map(async (one) => (await stored('/step', one))['position']));
      expect(await places()).toEqual([1, 3, 2]);
      await drag(page, card(page, 'One'), column(page, 'Next'));
      await page.mouse.up();
      await expect.poll(() => labels(column(page, 'Next'))).toEqual(['One']);
    }));

  test('has a column for each record to which a reference leads, and for those without one', () =>
    asAdmin(async ({ page }) => {
      const bob = await make('/customer', { name: 'Bob' });
      const visit = await make('/visit', { title: 'Lunch' });
      await make('/visit', { title: 'Tea', customer_id: bob.id });
      await go(page, '/visit?layout=board');
      await column(page, 'Bob').getByText('Tea').waitFor();
      await drag(page, card(page, 'Lunch'), column(page, 'Bob'));
      await page.mouse.up();
      await column(page, 'Bob').getByText('Lunch').waitFor();
      await expect.poll(async () => (await stored('/visit', visit))['customer_id']).toBe(bob.id);
      await expect.poll(() => column(page, 'No Customer').count()).toBe(0);
      await page.getByRole('link', { name: 'New visit: Bob' }).click();
      await page.getByRole('heading', { name: 'New visit' }).waitFor();
      await page.getByLabel('Title').fill('Dinner');
      await page.getByRole('button', { name: 'Create' }).click();
      await column(page, 'Bob').getByText('Dinner').waitFor();
    }));

  test('is there on a phone, in the dark, in German and from right to left', async () => {
    await make('/order', { number: 'P-1', total: 12, due_on: '2026-12-24' });
    await asAdmin(
      async ({ page }) => {
        await go(page, '/order?layout=board');
        await card(page, 'P-1').waitFor();
        await expectAccessible(page);
        await shoot(page, 'phone');
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide).toBeLessThanOrEqual(390);
        await page.getByRole('button', { name: 'P-1 verschieben' }).tap();
        await page.getByRole('menuitem').first().tap();
        await page
          .getByText(/P-1.*gespeichert|gespeichert/)
          .first()
          .waitFor();
        await expect.poll(() => column(page, 'Sent').getByText('P-1').count()).toBe(1);
      },
      { width: 390, height: 844, colorScheme: 'dark', locale: 'de-DE', touch: true },
    );
    await asAdmin(
      async ({ page }) => {
        await go(page, '/order?layout=board');
        await card(page, 'P-1').waitFor();
        expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
        const link = card(page, 'P-1').getByRole('link');
        // The next column is on the left.
        for (const key of [' ', 'ArrowLeft', 'Enter']) await link.press(key);
        await expect.poll(() => column(page, 'Paid').getByText('P-1').count()).toBe(1);
        await expectAccessible(page);
        await shoot(page, 'rtl');
      },
      { locale: 'ar' },
    );
  });

  test('shows 5,000 records as quickly as a few', () =>
    asAdmin(async ({ page }) => {
      for (let batch = 0; batch < 50; batch++)
        await service.call(
          'POST',
          '/step',
          Array.from({ length: 100 }, (_, at) => ({
            title: `Step ${batch}-${at}`,
            phase: ['now', 'next', 'later'][at % 3],
            position: batch * 100 + at,
          })),
        );
      const asked: string[] = [];
      page.on('request', (request) => void asked.push(request.url()));
      const begun = Date.now();
      await page.goto(`${service.url}/admin/step?layout=board`);
      await page.locator('[data-record]').first().waitFor();
      const first = Date.now() - begun;
      await open(page, service.url, '/step?layout=board');
      const api = asked.filter((url) => url.includes('/api/step'));
      process.stdout.write(
        `board of 5,000: first card after ${first} ms, ${api.length / 2} requests of records\n`,
      );
      expect(api.length / 2).toBeLessThanOrEqual(4);
      await expect.poll(() => page.locator('[data-record]').count()).toBe(75);
      await column(page, 'Next').getByRole('button', { name: 'Show 25 more' }).click();
      await expect.poll(() => page.locator('[data-record]').count()).toBe(100);
    }));
});

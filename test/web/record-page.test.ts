import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerSearch } from '../../src/project/change/edit-search.js';
import { renderProject } from '../../src/render/render-project.js';
import { appOfSpec } from '../golden/app-of-spec.js';
import { MADE_AT, templates } from '../golden/example.js';
import { asUser, expectAccessible, open, openBrowser, type VisitOptions } from './browser.js';
import { findChromium } from './find-chromium.js';
import { ADMIN, PASSWORD, serveProject, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();
const VIEWER = { username: 'vic', password: PASSWORD };
const FEATURES = ['admin', 'dashboard', 'german', 'search'];
const SPEC = `
models:
  Customer:
    fields: { name: string:required, phone: string, email: 'string:email' }
  Vehicle:
    label: '{plate}'
    fields: { plate: string:required, customer: ref=Customer:required }
  Order:
    label: '{number}'
    fields:
      number: string:required:unique
      status: enum=open,in_progress,done:required:default=open
      due_on: date
      total: decimal=10,2:unit=EUR
      complaint: text
      diagnosis: text
      mileage: integer
      channel: string
      vehicle: ref=Vehicle:required
  OrderLine:
    fields: { order: ref=Order:lines:as=lines, name: string:required, price: 'decimal=10,2' }
  Invoice:
    label: '{number}'
    fields: { number: string:required, order: ref=Order:as=invoices }
`;

function serveOrders(): Promise<RunningExample> {
  const app = { ...appOfSpec('orders', SPEC), features: FEATURES };
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const rendered = renderProject(app, options);
  const tree = new Map(registerSearch({ unreadFiles: new Set() }, app.models)(rendered));
  tree.delete('.env');
  return serveProject('record-page', tree);
}

describe.skipIf(chromium === null)('the page of a record', () => {
  let service: RunningExample;
  let browser: Browser;
  let orders: Row[];
  let count = 0;

  beforeAll(async () => {
    [service, browser] = await Promise.all([serveOrders(), openBrowser(chromium ?? '')]);
    const email = 'vic@example.com';
    await service.call('POST', '/user', { ...VIEWER, email, roles: ['Viewer'] });
    const customer = { name: 'Ada King', phone: '+49 30 / 1234-5', email: 'ada@example.com' };
    const { id } = await service.call('POST', '/customer', customer);
    await service.call('POST', '/vehicle', { plate: 'B-AK 1', customer_id: id });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });
  beforeEach(async () => {
    orders = [];
    for (let more = 0; more < 3; more += 1)
      orders.push(
        await service.call('POST', '/order', {
          ...{ number: `A-${(count += 1)}`, vehicle_id: 1, due_on: '2026-12-24', total: 99.5 },
          ...{ complaint: 'It rattles.', mileage: 1200 },
          lines: [
            { name: 'Oil', price: 40 },
            { name: 'Work', price: 59.5 },
          ],
        }),
      );
  });

  const as = (user: typeof ADMIN, work: (page: Page) => Promise<void>, looks?: VisitOptions) =>
    asUser(browser, service.url, user, ({ page }) => work(page), looks);
  const show = (page: Page) => open(page, service.url, `/order/${orders[0]!.id}/show`);
  const stateOf = async ({ id }: Row) => (await service.call('GET', `/order/${id}`))['status'];
  const title = (page: Page) => page.getByRole('heading', { level: 1 });

  test('says what it is once, then what is asked first, and folds what is empty', () =>
    as(ADMIN, async (page) => {
      await show(page);
      const { number } = orders[0]!;
      expect(await page.locator('main').getByText(String(number), { exact: true }).count()).toBe(1);
      const facts = page.locator('main dl').first();
      await facts.getByRole('link', { name: 'B-AK 1' }).waitFor();
      expect(await facts.locator('dd').allInnerTexts()).toEqual([
        '24 Dec 2026',
        '€99.50',
        'B-AK 1',
      ]);
      expect(await page.getByText('Channel').count()).toBe(0);
      await page.getByRole('button', { name: '4 more fields' }).click();
      await page.getByText('Channel').waitFor();
      await page.getByText('Diagnosis: empty').waitFor();
      await expectAccessible(page, { minor: true });
    }));

  test('has a card of what it refers to, with whose that is and a number to call', () =>
    as(ADMIN, async (page) => {
      await show(page);
      const card = page.getByRole('region', { name: 'Vehicle' });
      await card.getByRole('link', { name: 'B-AK 1' }).waitFor();
      await card.getByRole('link', { name: 'Ada King' }).waitFor();
      const call = card.getByRole('link', { name: '+49 30 / 1234-5' });
      expect(await call.getAttribute('href')).toBe('tel:+493012345');
    }));

  test('a state is changed in two taps, on the page and in the list of a phone', async () => {
    await as(ADMIN, async (page) => {
      await show(page);
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByRole('menuitem', { name: 'In progress' }).click();
      await page.getByRole('button', { name: 'In progress' }).waitFor();
      expect(await stateOf(orders[0]!)).toBe('in_progress');
    });
    await as(
      ADMIN,
      async (page) => {
        await open(page, service.url, '/order');
        const card = page.getByRole('listitem').filter({ hasText: String(orders[0]!.number) });
        await card.getByRole('button', { name: 'In progress' }).tap();
        await page.getByRole('menuitem', { name: 'Done' }).tap();
        await card.getByRole('button', { name: 'Done' }).waitFor();
        expect(await stateOf(orders[0]!)).toBe('done');
        expect(page.url()).toMatch(/\/order$/);
      },
      { width: 390, touch: true },
    );
  });

  test('a state that somebody else has changed meanwhile is shown, and not overwritten', () =>
    as(ADMIN, async (page) => {
      await show(page);
      await page.getByRole('button', { name: 'Open' }).click();
      await service.call('PATCH', `/order/${orders[0]!.id}`, { status: 'done' });
      await page.getByRole('menuitem', { name: 'In progress' }).click();
      await page.getByText('Somebody else has changed it meanwhile').waitFor();
      await page.getByRole('button', { name: 'Done' }).waitFor();
      expect(await stateOf(orders[0]!)).toBe('done');
    }));

  test('who may not edit sees the state as a chip, and no menu', () =>
    as(VIEWER, async (page) => {
      await show(page);
      await page.getByText('Open', { exact: true }).waitFor();
      expect(await page.locator('main [aria-haspopup="menu"]').count()).toBe(0);
    }));

  test('J and K go through the list that one came from, and not while one types', () =>
    as(ADMIN, async (page) => {
      await open(page, service.url, '/order');
      const [oldest, middle, newest] = orders.map(({ number }) => String(number));
      await page.getByRole('link', { name: newest! }).click();
      await title(page).getByText(newest!).waitFor();
      await page.keyboard.press('j');
      await title(page).getByText(middle!).waitFor();
      await page.keyboard.press('j');
      await title(page).getByText(oldest!).waitFor();
      await page.keyboard.press('k');
      await title(page).getByText(middle!).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Escape');
      await title(page).getByText(middle!).waitFor();
    }));

  test('a phone has lines before fields, and Edit at hand; nothing is wider than its screen', async () => {
    for (const locale of ['de-DE', 'ar'])
      await as(
        ADMIN,
        async (page) => {
          await show(page);
          const topOf = async (text: string | RegExp) => {
            const found = page.locator('main').getByText(text).first();
            await found.waitFor();
            return (await found.boundingBox())!.y;
          };
          expect(await topOf('Oil')).toBeLessThan(await topOf(/^1[.,]?200$|^١٬?٢٠٠$/));
          const edit = page.locator(`a[href$="/order/${orders[0]!.id}"]`).first();
          await page.mouse.wheel(0, 600);
          await edit.waitFor();
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
          await expectAccessible(page);
        },
        { width: 390, touch: true, colorScheme: 'dark', locale },
      );
  });

  test('on paper there is the record with its lines, and nothing to click', () =>
    as(ADMIN, async (page) => {
      await show(page);
      await page.getByRole('link', { name: 'Ada King' }).waitFor();
      await page.emulateMedia({ media: 'print' });
      for (const text of ['Oil', 'It rattles.', 'Ada King'])
        expect(await page.locator('main').getByText(text).first().isVisible(), text).toBe(true);
      for (const text of ['Edit', 'Invoices', '4 more fields'])
        expect(await page.getByText(text, { exact: true }).first().isVisible(), text).toBe(false);
      await page.emulateMedia({ media: 'screen' });
    }));
});

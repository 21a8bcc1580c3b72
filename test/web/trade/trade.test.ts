import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asUser, expectAccessible, open, openBrowser, type Visit } from '../browser.js';
import { findChromium } from '../find-chromium.js';
import { ADMIN, PASSWORD, type Row, type RunningExample } from '../serve-example.js';
import { costsOf } from './costs.js';
import { serveTrade } from './serve-trade.js';

const chromium = findChromium();
/** Between them they have fields of every type, groups of references, a tree, rows of tenants and of an owner. */
const PATHS = ['company', 'order', 'product', 'stock_item', 'category', 'ticket', 'comment'];

describe.skipIf(chromium === null)('a day in a project of fifteen models', () => {
  let service: RunningExample;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([serveTrade(), openBrowser(chromium ?? '')]);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const asAdmin = (work: (visit: Visit) => Promise<void>) =>
    asUser(browser, service.url, ADMIN, work);
  const go = (page: Page, path: string) => open(page, service.url, path);
  const headers = async (page: Page) => {
    const texts = await page.getByRole('columnheader').allInnerTexts();
    return texts.filter((text) => text !== '');
  };

  test('a list is there after eight requests and 350 kB of scripts', () =>
    asAdmin(async ({ page }) => {
      const { asked, scripts } = await costsOf(page, () => go(page, '/ticket'));
      await page.getByText('5,000 records').waitFor();
      expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(8);
      expect(scripts).toBeLessThan(350_000);
    }));

  test.each([
    ['/ticket', /ticket\.list-/],
    ['/ticket/1/show', /ticket\.show-/],
    ['/ticket/1', /ticket\.form-/],
    ['/category/tree', /tree-page-/],
    ['/', /dashboard-/],
  ])('the code of %s is fetched while the session is read, not after it', (path, code) =>
    asAdmin(async ({ page }) => {
      // Never answered.
      await page.route('**/api/auth/me', () => undefined);
      const fetched = page.waitForResponse((response) => code.test(response.url()));
      await page.goto(`${service.url}/admin${path}`);
      await fetched;
    }),
  );

  test.each(PATHS)('axe finds nothing on the list, a record and the form of %s', (path) =>
    asAdmin(async ({ page }) => {
      const [row] = await service.call<Row[]>('GET', `/${path}?_end=1`);
      await go(page, `/${path}`);
      expect(await page.getByRole('row').count()).toBeGreaterThan(1);
      await expectAccessible(page);
      await go(page, `/${path}/${row!.id}/show`);
      await expectAccessible(page);
      await go(page, `/${path}/${row!.id}`);
      await page.getByRole('button', { name: 'Save changes' }).waitFor();
      await expectAccessible(page);
    }),
  );

  test('the dashboard costs four requests beside those of the session, and the menu one', () =>
    asAdmin(async ({ page }) => {
      const { asked } = await costsOf(page, () => go(page, '/'));
      await page.getByRole('link', { name: /Order lines\s*5,000/ }).waitFor();
      await page.getByRole('link', { name: /^Order total/ }).waitFor();
      await page.getByRole('link', { name: /^Cost of products/ }).waitFor();
      const own = asked.filter((one) => !one.startsWith('/auth/') && one !== '/config/search');
      expect(own.length, own.join('\n')).toBeLessThanOrEqual(5);
      await expectAccessible(page);
    }));

  test('a level of the tree costs a constant number of requests', () =>
    asAdmin(async ({ page }) => {
      const { asked } = await costsOf(page, () => go(page, '/category/tree'));
      await page.getByRole('option').first().waitFor();
      const own = asked.filter((one) => one.startsWith('/category'));
      expect(own.length, own.join('\n')).toBeLessThanOrEqual(4);
      await expectAccessible(page);
    }));

  test('lists show first what matters, by the names that people say', () =>
    asAdmin(async ({ page }) => {
      await go(page, '/product');
      expect(await headers(page)).toEqual(['SKU', 'Name', 'Price', 'Cost', 'State', 'Brand']);
      await go(page, '/order');
      expect(await headers(page)).toEqual([
        ...['Number', 'Status', 'Placed on', 'Total', 'Company', 'Contact'],
      ]);
      await go(page, '/order_line');
      await page.getByRole('heading', { name: 'Order lines', level: 1 }).waitFor();
      await go(page, '/comment');
      expect(await headers(page)).toEqual(['Text', 'Ticket', 'Author', 'Updated at']);
    }));

  test('a manager sees no costs anywhere, and of companies those of their tenants', async () => {
    const [north] = await service.call<Row[]>('GET', '/tenant');
    const mia = { username: 'mia', email: 'mia@example.com', password: PASSWORD };
    await service.call('POST', '/user', { ...mia, roles: ['Manager'], tenants: [north!.id] });
    const { company: count } = await service.call<{ company: number }>(
      'GET',
      `/config/counts?models=company&tenant=${north!.id}`,
    );
    expect(count).toBeGreaterThan(1000);
    await asUser(browser, service.url, mia, async ({ page }) => {
      await go(page, '/company');
      await page.getByText(`${count.toLocaleString('en')} records`).waitFor();
      await go(page, '/product');
      expect(await headers(page)).not.toContain('Cost');
      await go(page, '/product/1/show');
      expect(await page.getByText('Cost', { exact: true }).count()).toBe(0);
      const { asked } = await costsOf(page, () => go(page, '/'));
      await page.getByRole('link', { name: /^Order total/ }).waitFor();
      await page.getByRole('region', { name: 'Recent changes' }).waitFor();
      expect(await page.getByText(/^Cost of/).count()).toBe(0);
      const figures = asked.filter((path) => path.startsWith('/config/aggregates'));
      expect(figures).toHaveLength(1);
      expect(figures[0]).not.toContain('cost');
    });
  });

  test('numbers are written alike everywhere, above the columns of a tree, too', () =>
    asAdmin(async ({ page }) => {
      await go(page, '/category/tree');
      await page
        .getByText(/^\d,\d{3}$/)
        .first()
        .waitFor();
    }));
});

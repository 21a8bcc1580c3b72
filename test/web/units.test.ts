import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readExampleWith } from '../golden/example.js';
import {
  asUser,
  expectAccessible,
  open,
  openBrowser,
  type Visit,
  type VisitOptions,
} from './browser.js';
import { findChromium } from './find-chromium.js';
import { ADMIN, serveProject, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();

describe.skipIf(chromium === null)('amounts in the back-office', () => {
  let service: RunningExample;
  let browser: Browser;
  let order: Row;

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      serveProject('orders', readExampleWith('orders', ['german'])),
      openBrowser(chromium ?? ''),
    ]);
    const lines = [
      { product: 'Door', quantity: 2, unit_price: 600 },
      { product: 'Lock', quantity: 1, unit_price: 34.5 },
    ];
    order = await service.call('POST', '/order', {
      ...{ number: 'A-1', customer: 'Ann', status: 'confirmed', total: 1234.5, lines },
    });
    await service.call('POST', '/order', {
      ...{ number: 'A-2', customer: 'Bob', status: 'confirmed', total: 0.5 },
    });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const as = (work: (visit: Visit) => Promise<void>, options?: VisitOptions) =>
    asUser(browser, service.url, ADMIN, work, options);
  const filtered = `/order?filter=${encodeURIComponent(JSON.stringify({ total__gte: 1000 }))}`;
  const totals = (page: Page) => page.getByRole('row', { name: 'Totals' });

  test('have their currency in a list, its totals, and the words and labels of its filters', () =>
    as(async ({ page }) => {
      await open(page, service.url, '/order');
      const cell = page.getByRole('cell', { name: '€1,234.50', exact: true });
      expect(await cell.evaluate((one) => getComputedStyle(one).textAlign)).toMatch(/right|end/);
      await totals(page).getByText('€1,235.00').waitFor();
      await open(page, service.url, filtered);
      await page.getByRole('button', { name: 'Total from €1,000.00' }).waitFor();
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('button', { name: 'All filters' }).click();
      await page.getByRole('group', { name: 'Total (€)' }).waitFor();
      await expectAccessible(page);
    }));

  test('have it on the page of a record, and in the sums of its lines', () =>
    as(async ({ page }) => {
      await open(page, service.url, `/order/${order.id}/show`);
      await page.getByRole('definition').getByText('€1,234.50').waitFor();
      await page.getByRole('cell', { name: '€600.00', exact: true }).waitFor();
      await page.getByRole('columnheader', { name: 'Amount' }).waitFor();
      await page.getByRole('cell', { name: '€1,200.00', exact: true }).waitFor();
      // As the form has it: of all lines, and of a single one.
      await totals(page).getByText('€1,234.50', { exact: true }).waitFor();
      expect(await totals(page).innerText()).not.toContain('Unit price');
      const lines = [{ product: 'Door', quantity: 3, unit_price: 0.5 }];
      const values = { number: 'A-3', customer: 'Cem', status: 'new', total: 0, lines };
      const other = await service.call<Row>('POST', '/order', values);
      await open(page, service.url, `/order/${other.id}/show`);
      await totals(page).getByText('€1.50', { exact: true }).waitFor();
      await service.call('DELETE', `/order/${other.id}`);
    }));

  test('have it beside their inputs, and what is sent is a number', () =>
    as(async ({ page }) => {
      await open(page, service.url, `/order/${order.id}`);
      const total = page.getByLabel('Total', { exact: true });
      const input = page.locator('.MuiInputBase-root').filter({ has: total });
      expect(await input.textContent()).toContain('€');
      expect(await total.inputValue()).toBe('1234.50');
      const grid = page.getByRole('table', { name: 'Lines' });
      await grid.locator('tfoot').getByText('€1,234.50').waitFor();
      const price = grid.getByLabel(/^Unit price/);
      const prices = () =>
        price.evaluateAll((all: HTMLInputElement[]) => all.map((one) => one.value));
      expect(await prices()).toEqual(['600.00', '34.50']);
      // What somebody types stays as it is until they leave.
      await price.first().fill('601.5');
      expect(await prices()).toEqual(['601.5', '34.50']);
      await page.keyboard.press('Tab');
      expect(await prices()).toEqual(['601.50', '34.50']);
      await price.first().fill('601.25');
      await grid.getByRole('cell', { name: '€1,202.50', exact: true }).waitFor();
      await grid.locator('tfoot').getByText('€1,237.00').waitFor();
      await total.fill('1237');
      const asked = page.waitForRequest((request) => request.method() === 'PATCH');
      await page.keyboard.press('Control+s');
      expect((await asked).postDataJSON()).toMatchObject({ total: 1237 });
      await page.getByRole('definition').getByText('€1,237.00').waitFor();
      await service.call('PATCH', `/order/${order.id}`, { total: 1234.5 });
    }));

  test('have it on the dashboard', () =>
    as(async ({ page }) => {
      await open(page, service.url, '/');
      await page
        .getByRole('link', { name: /€1,235\.00/ })
        .first()
        .waitFor();
      await page.getByText('€1.5k', { exact: true }).waitFor();
    }));

  test('have it on the cards of a phone', () =>
    as(
      async ({ page }) => {
        await open(page, service.url, '/order');
        await page.getByRole('listitem').getByText('€1,234.50').waitFor();
        const sums = page.getByRole('region', { name: 'Totals' });
        await sums.getByText('€1,235.00').waitFor();
        await open(page, service.url, `/order/${order.id}/show`);
        await sums.getByText('€1,237.00').waitFor();
        expect(await sums.getByRole('term').allInnerTexts()).toEqual(['Amount']);
        await expectAccessible(page);
      },
      { width: 390, height: 844, touch: true },
    ));

  test('have it where German has it', () =>
    as(
      async ({ page }) => {
        await open(page, service.url, '/order');
        await page.getByRole('cell', { name: '1.234,50\u00a0€', exact: true }).waitFor();
        await open(page, service.url, `/order/${order.id}`);
        const mark = page.locator('.MuiInputAdornment-positionEnd').first();
        expect(await mark.textContent()).toBe('€');
      },
      { locale: 'de-DE' },
    ));
});

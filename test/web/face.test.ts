import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editBrand } from '../../src/project/change/edit-brand.js';
import { edited } from '../../src/project/change/workspace.js';
import { renderProject } from '../../src/render/render-project.js';
import { appOfSpec } from '../golden/app-of-spec.js';
import { MADE_AT, templates } from '../golden/example.js';
import {
  asUser,
  expectAccessible,
  open,
  openAccount,
  openBrowser,
  type VisitOptions,
} from './browser.js';
import { findChromium } from './find-chromium.js';
import { ADMIN, serveProject, type RunningExample } from './serve-example.js';

const chromium = findChromium();
const FEATURES = ['admin', 'dashboard', 'german'];
const SPEC = `
models:
  Customer:
    fields: { first_name: string:required, last_name: string:required, vip: boolean }
  Invoice:
    label: '{number}'
    fields:
      number: string:required:unique
      status: enum=open,paid:required:default=open
      issued_on: date:required
      due_on: date
      total: decimal=10,2:unit=EUR
      customer: ref=Customer:required
`;
/** No text in it can be read on white. */
const YELLOW = '#facc15';

function serveBranded(): Promise<RunningExample> {
  const app = { ...appOfSpec('branded', SPEC), features: FEATURES };
  const rendered = renderProject(app, {
    ...{ templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) },
  });
  const brand = editBrand({ name: 'Moser & Daughters', color: YELLOW });
  const tree = new Map(edited(rendered, brand));
  tree.delete('.env');
  return serveProject('face', tree);
}

describe.skipIf(chromium === null)('the face of the back-office', () => {
  let service: RunningExample;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([serveBranded(), openBrowser(chromium ?? '')]);
    const { id } = await service.call('POST', '/customer', { first_name: 'Ann', last_name: 'Lee' });
    const day = new Date().toISOString().slice(0, 10);
    for (const [number, status] of [
      ['A-1', 'open'],
      ['A-2', 'paid'],
    ])
      await service.call('POST', '/invoice', {
        ...{ number, status, issued_on: day, due_on: day, total: 120.5, customer_id: id },
      });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const read = (work: (page: Page) => Promise<void>, options: VisitOptions = {}) =>
    asUser(browser, service.url, ADMIN, ({ page }) => work(page), options);
  const go = (page: Page, path: string) => open(page, service.url, path);

  test('has its font under the rules of the service, and nothing moves when it arrives', () =>
    read(async (page) => {
      await go(page, '/invoice');
      await expect
        .poll(() => page.evaluate(() => [...document.fonts].some((one) => one.family === 'Inter')))
        .toBe(true);
      const widths = await page.evaluate(() => {
        const context = document.createElement('canvas').getContext('2d')!;
        return ['Inter', 'Inter fallback'].map((family) => {
          context.font = `14px "${family}", monospace`;
          return context.measureText('Rechnungen und Zahlungen, 1,234.50').width;
        });
      });
      expect(Math.abs(widths[0]! - widths[1]!) / widths[0]!).toBeLessThan(0.1);
    }));

  test.each<[string, VisitOptions]>([
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['phone', { width: 390, height: 844, colorScheme: 'dark' }],
    ['german', { locale: 'de-DE' }],
  ])('can be read in any colour, such as yellow: %s', (_, options) =>
    read(async (page) => {
      for (const path of ['/', '/invoice', '/invoice/1/show', '/invoice/1', '/customer/1/show']) {
        await go(page, path);
        await page.waitForLoadState('networkidle');
        await expectAccessible(page);
      }
      expect(await page.title()).toContain('Moser & Daughters');
    }, options),
  );

  test('shows initials of people where they are named', () =>
    read(async (page) => {
      await go(page, '/invoice');
      const cell = page.getByRole('link', { name: 'Ann Lee' }).first();
      expect(await cell.textContent()).toBe('AL Ann Lee');
      await go(page, '/customer/1/show');
      const heading = page.getByRole('heading', { level: 1 });
      await expect.poll(() => heading.textContent()).toBe('AL Ann Lee');
    }));

  test('has a theme of one’s own, or that of the system', () =>
    read(
      async (page) => {
        const ground = () =>
          page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
        await go(page, '/');
        await openAccount(page, 'Profile');
        await expectAccessible(page);
        expect(await ground()).toBe('dark');
        await page.getByRole('button', { name: 'Light', exact: true }).click();
        await expect.poll(ground).toBe('light');
        await page.reload();
        await page.getByRole('button', { name: 'As the system' }).click();
        await expect.poll(ground).toBe('dark');
        await page.emulateMedia({ colorScheme: 'light' });
        await expect.poll(ground).toBe('light');
      },
      { colorScheme: 'dark' },
    ));

  test('looks back as far as the address of the dashboard says', () =>
    read(async (page) => {
      await go(page, '/');
      await page.getByRole('button', { name: 'Quarter' }).click();
      await page
        .getByText(/^Quarter so far/)
        .first()
        .waitFor();
      await page.getByText('Last 13 weeks').first().waitFor();
      expect(new URL(page.url()).search).toBe('?range=quarter');
      await page.reload();
      await page
        .getByText(/^Quarter so far/)
        .first()
        .waitFor();
      await page.getByRole('button', { name: '30 days' }).click();
      await page.getByText('Last 30 days', { exact: true }).first().waitFor();
      await expectAccessible(page);
    }));

  test('has cards that are moved and hidden, by mouse and by keyboard, until they stand as at first', () =>
    read(async (page) => {
      const cards = page.locator('main section h2');
      const titles = async () =>
        (await cards.allTextContents()).filter((one) => one !== 'Recent changes');
      await go(page, '/');
      await expect.poll(async () => (await titles()).length).toBeGreaterThan(2);
      const [first = '', second = '', ...rest] = await titles();
      await page.getByRole('button', { name: 'Arrange' }).click();
      await expectAccessible(page);
      // A figure may have the same name; it stands before.
      await page
        .getByRole('button', { name: `Move “${first}” on` })
        .last()
        .press('Enter');
      await expect.poll(titles).toEqual([second, first, ...rest]);
      const placeOf = (title: string) =>
        page.getByRole('toolbar', { name: title, exact: true }).last().locator('..');
      await placeOf(first).dragTo(placeOf(second));
      await expect.poll(titles).toEqual([first, second, ...rest]);
      await page
        .getByRole('button', { name: `Hide “${first}”` })
        .last()
        .press('Enter');
      await expect.poll(titles).toEqual([second, ...rest]);
      await page.getByRole('button', { name: 'Done' }).click();
      await page.reload();
      await expect.poll(titles).toEqual([second, ...rest]);
      await page.getByRole('button', { name: 'Arrange' }).click();
      await page.getByRole('button', { name: 'As at first' }).click();
      await expect.poll(titles).toEqual([first, second, ...rest]);
    }));
});

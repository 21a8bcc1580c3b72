import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withFeatures } from '../../src/project/change/feature-changes.js';
import { renderProject } from '../../src/render/render-project.js';
import { appOfSpec } from '../golden/app-of-spec.js';
import { MADE_AT, templates } from '../golden/example.js';
import { withList } from '../support/list-models.js';
import { asUser, expectAccessible, open, signIn, visit } from './browser.js';
import { findFirefox, NO_FIREFOX, openFirefox } from './find-firefox.js';
import { ADMIN, serveProject, type Row, type RunningExample } from './serve-example.js';

const firefox = findFirefox();
const skipped = firefox === null ? ` (${NO_FIREFOX})` : '';

/** Orders with lines, as a list that is edited in place and as a board, and customers that are imported. */
const SPEC = `
models:
  Customer:
    fields: { name: string:required, city: string }
  Order:
    board: status
    fields:
      number: string:required:label
      status: enum=draft,sent,paid:required:default=draft
      note: string
      due_on: date
      customer: ref=Customer
  Item:
    fields:
      name: string:required
      quantity: integer:required:default=1
      order: ref=Order:required:lines:as=items
`;

function project(): ReadonlyMap<string, string> {
  const wanted = ['in-place', 'import'];
  const app = withFeatures(appOfSpec('firefox', SPEC), templates(), wanted);
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const files = [...renderProject(app, options)].filter(([path]) => path !== '.env');
  return new Map(withList(new Map(files)));
}

/** What people do most, in a browser that is not built on Chromium. */
describe.skipIf(firefox === null)(`the back-office in Firefox${skipped}`, () => {
  let service: RunningExample;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      serveProject('firefox', project()),
      openFirefox(firefox ?? ''),
    ]);
    for (const name of ['Ada', 'Bob']) await service.call('POST', '/customer', { name });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const asAdmin = (work: (page: Page) => Promise<void>) =>
    asUser(browser, service.url, ADMIN, ({ page }) => work(page), { cold: true });
  const go = (page: Page, path: string) => open(page, service.url, path);
  const make = (number: string, values: object = {}) =>
    service.call('POST', '/order', { number, ...values });
  const read = ({ id }: Row) => service.call('GET', `/order/${id}?_expand=items`);
  /** By keys: playwright fills in the inputs of a Firefox behind React's back. */
  const type = async (input: Locator, text: string) => {
    await input.click();
    await input.pressSequentially(text);
  };
  const row = (page: Page, { _label }: Row): Locator =>
    page.getByRole('row').filter({ hasText: _label });

  test('signs in and out', async () => {
    const { page, context, complaints } = await visit(browser, service.url);
    await signIn(page, service.url, ADMIN.username, ADMIN.password);
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.getByRole('button', { name: /account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('User name').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('lists, filters and opens a record', () =>
    asAdmin(async (page) => {
      const order = await make('L-1', { status: 'sent', note: 'by post' });
      const other = await make('L-2');
      await go(page, '/order');
      await row(page, other).waitFor();
      await expectAccessible(page);
      await go(page, `/order?filter=${encodeURIComponent('{"status":["sent"]}')}`);
      await row(page, order).waitFor();
      expect(await row(page, other).count()).toBe(0);
      await page.getByRole('link', { name: 'L-1' }).click();
      await page.getByRole('heading', { level: 1, name: 'L-1' }).waitFor();
      await page.getByText('by post').first().waitFor();
    }));

  test('edits a cell, and a state', () =>
    asAdmin(async (page) => {
      const order = await make('C-1', { due_on: '2026-12-01' });
      await go(page, `/order?filter=${encodeURIComponent(`{"id":[${order.id}]}`)}`);
      // Over WebDriver two clicks are no double click.
      await row(page, order).locator('td[data-cell="due_on"]').press('Enter');
      const input = page.getByRole('dialog').locator('input').first();
      await input.fill('2026-12-24');
      await input.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await row(page, order).getByRole('button', { name: /Draft/ }).click();
      await page.getByRole('menuitem', { name: 'Sent' }).click();
      await row(page, order).getByRole('button', { name: /Sent/ }).waitFor();
      await expect.poll(() => read(order)).toMatchObject({ due_on: '2026-12-24', status: 'sent' });
    }));

  test('fills in a form with lines by keyboard', () =>
    asAdmin(async (page) => {
      await go(page, '/order/create');
      await type(page.getByLabel('Number'), 'F-1');
      const customer = page.getByRole('combobox', { name: 'Customer' });
      await type(customer, 'Bob');
      await page.getByRole('option', { name: 'Bob', exact: true }).waitFor();
      await customer.press('Enter');
      for (const [at, name] of ['Oil', 'Wiper'].entries()) {
        await page.getByRole('button', { name: 'Add item' }).click();
        const line = page.getByRole('table', { name: 'Items' }).locator('tbody tr').nth(at);
        await type(line.getByLabel(/^Name/), name);
        await page.keyboard.press('Tab');
        await page.keyboard.type(`${at + 2}`);
      }
      const made = page.waitForResponse((answer) => answer.request().method() === 'POST');
      await page.keyboard.press('Control+s');
      const order = (await (await made).json()) as Row;
      await page.getByRole('heading', { level: 1, name: 'F-1' }).waitFor();
      const { customer_id, items } = await read(order);
      expect(customer_id).toBe(2);
      expect(items).toMatchObject([
        { name: 'Oil', quantity: 2 },
        { name: 'Wiper', quantity: 3 },
      ]);
    }));

  test('moves a card of a board by mouse', () =>
    asAdmin(async (page) => {
      const order = await make('B-1');
      await go(page, '/order?layout=board');
      const card = page.locator('[data-record]').filter({ hasText: 'B-1' });
      const column = page.getByRole('region', { name: 'Paid', exact: true });
      await card.waitFor();
      const [from, to] = [(await card.boundingBox())!, (await column.boundingBox())!];
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(from.x + from.width / 2 + 12, from.y + from.height / 2 + 4);
      await page.mouse.move(to.x + to.width / 2, to.y + 60, { steps: 8 });
      await page.mouse.up();
      await column.getByText('B-1').waitFor();
      await expect.poll(async () => (await read(order)).status).toBe('paid');
    }));

  test('imports a file', () =>
    asAdmin(async (page) => {
      await go(page, '/customer/import');
      const buffer = Buffer.from('Name;City\nCleo;Graz\nDora;Linz\n');
      const file = { name: 'customers.csv', mimeType: 'text/csv', buffer };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.getByRole('heading', { name: 'Expected result' }).waitFor();
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await expect
        .poll(async () => (await service.call<Row[]>('GET', '/customer')).map(({ name }) => name))
        .toEqual(expect.arrayContaining(['Cleo', 'Dora']));
    }));
});

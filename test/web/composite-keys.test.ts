import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderProject } from '../../src/render/render-project.js';
import { withFeatures } from '../../src/project/change/feature-changes.js';
import { appOfSpec } from '../golden/app-of-spec.js';
import { MADE_AT, templates } from '../golden/example.js';
import { withList } from '../support/list-models.js';
import { asUser, expectAccessible, open, openBrowser } from './browser.js';
import { findChromium } from './find-chromium.js';
import { ADMIN, serveProject, type RunningExample } from './serve-example.js';

const chromium = findChromium();

/** Keys of several fields: of lines, of links, and of texts and dates; and a key that is a reference. */
const SPEC = `
models:
  Product:
    fields:
      sku: string=60:key
      name: string:required
  Order:
    fields:
      number: string:required:unique
  OrderItem:
    timestamps: false
    fields:
      order: ref=Order:key:as=items:lines
      number: integer:key:min=1
      product: ref=Product:required
      quantity: integer:required:min=1
  Stock:
    label: "{place} {product_id}"
    fields:
      place: string=40:key
      product: ref=Product:key
      day: date:key
      amount: integer:required
  Warranty:
    fields:
      product: ref=Product:key:as=warranty
      months: integer:required
`;

function project(): ReadonlyMap<string, string> {
  const app = withFeatures(appOfSpec('keys', SPEC), templates(), ['idempotency', 'import']);
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const files = new Map([...renderProject(app, options)].filter(([path]) => path !== '.env'));
  files.set('config/search.json', JSON.stringify({ models: ['Product', 'Stock'], fields: [] }));
  return new Map(withList(files));
}

/** Texts that neither an address nor an id with commas can have as they are. */
const ODD = ['A/1,b', '50% off', 'a%2Fb', 'Zürich'];
const DAY = '2026-03-04';

interface Made {
  readonly id: string;
}

const pathOf = (resource: string, id: string): string => `/${resource}/${encodeURIComponent(id)}`;

describe.skipIf(chromium === null)('keys of several fields in the back-office', () => {
  let service: RunningExample;
  let browser: Browser;
  let order: Made;
  /** The stocks of the odd texts. */
  let stocks: readonly Made[];

  const make = (path: string, body: object) => service.call<Made>('POST', path, body);
  const stockOf = (place: string, product = 'A/1,b') =>
    make('/stock', { place, product_id: product, day: DAY, amount: 1 });

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      serveProject('keys', project()),
      openBrowser(chromium ?? ''),
    ]);
    for (const sku of ODD) await make('/product', { sku, name: `Product ${sku}` });
    const made: Made[] = [];
    for (const text of ODD) made.push(await stockOf(text, text));
    stocks = made;
    const items = [
      { number: 10, product_id: 'A/1,b', quantity: 2 },
      { number: 20, product_id: 'Zürich', quantity: 1 },
    ];
    order = await make('/order', { number: 'O-1', items });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const asAdmin = (work: (page: Page) => Promise<void>) =>
    asUser(browser, service.url, ADMIN, ({ page }) => work(page));
  const go = (page: Page, path: string) => open(page, service.url, path);
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
  const shoot = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder === undefined) return;
    await page.screenshot({ path: join(folder, `composite-${name}.png`), fullPage: true });
  };
  const choose = async (page: Page, label: string | RegExp, text: string, option: string) => {
    await page.getByLabel(label).click();
    await page.keyboard.type(text);
    await page.getByRole('option', { name: option }).first().click();
  };

  test('a list leads to records whose parts are any texts, and their addresses can be opened', () =>
    asAdmin(async (page) => {
      await go(page, '/stock');
      await shoot(page, 'list');
      for (const text of ODD) {
        await page.getByRole('link', { name: text, exact: true }).first().click();
        await heading(page, `${text} ${text}`).waitFor();
        await page.getByRole('link', { name: `Product ${text}` }).waitFor();
        await page.goBack();
      }
      for (const [at, { id }] of stocks.entries()) {
        await go(page, `${pathOf('stock', id)}/show`);
        await heading(page, `${ODD[at]} ${ODD[at]}`).waitFor();
      }
      await shoot(page, 'show');
      await expectAccessible(page);
    }));

  test('all parts are entered into the form of a new record, and stay as they are', () =>
    asAdmin(async (page) => {
      await go(page, '/stock/create');
      await page.getByLabel(/^Place/).fill('Zürich');
      await choose(page, /^Product/, 'rich', 'Product Zürich');
      await page.getByLabel(/^Day/).fill(DAY);
      await page.getByLabel(/^Amount/).fill('5');
      await shoot(page, 'create');
      await press(page, 'Create');
      await page
        .getByText(/^Another record has the same place, product,? and day/)
        .first()
        .waitFor();
      await shoot(page, 'taken');
      await page.getByLabel(/^Place/).fill('new/place, 100%');
      await press(page, 'Create');
      await heading(page, 'new/place, 100% Zürich').waitFor();
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel(/^Amount/).waitFor();
      for (const label of [/^Place/, /^Product/, /^Day/])
        expect(await page.getByLabel(label).first().isDisabled(), String(label)).toBe(true);
      await shoot(page, 'edit');
      await expectAccessible(page);
      await page.getByLabel(/^Amount/).fill('6');
      await press(page, 'Save changes');
      await heading(page, 'new/place, 100% Zürich').waitFor();
      const { id } = (await service.call<Made[]>('GET', '/stock?amount=6'))[0]!;
      expect(id).toBe(`new%2Fplace%2C%20100%25,Z%C3%BCrich,${DAY}`);
      await press(page, 'Delete');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await heading(page, 'Stocks').waitFor();
      expect(await service.call<Made[]>('GET', '/stock?amount=6')).toEqual([]);
    }));

  test('several records are changed and deleted together', () =>
    asAdmin(async (page) => {
      for (const place of ['x/1', 'x,2', 'x%3']) await stockOf(place);
      const filter = encodeURIComponent(JSON.stringify({ place: ['x/1', 'x,2', 'x%3'] }));
      await go(page, `/stock?filter=${filter}`);
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await press(page, 'Delete');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect
        .poll(async () => (await service.call<Made[]>('GET', '/stock?place__startswith=x')).length)
        .toBe(0);
      expect(await service.call<Made[]>('GET', '/stock')).toHaveLength(ODD.length);
    }));

  test('lines are read, changed, added and removed by their ids', () =>
    asAdmin(async (page) => {
      const saved = async () =>
        (
          await service.call<{ items: { number: number; quantity: number }[] }>(
            'GET',
            `/order/${order.id}?_expand=items`,
          )
        ).items.map(({ number, quantity }) => [number, quantity]);
      await go(page, `/order/${order.id}`);
      const lines = page.getByRole('table', { name: 'Items' });
      await lines
        .getByLabel(/^Quantity/)
        .first()
        .fill('5');
      const numbers = lines.getByLabel(/^Number/);
      expect(await numbers.first().isDisabled()).toBe(true);
      await press(page, 'Add order item');
      await numbers.last().fill('30');
      await lines
        .getByLabel(/^Product/)
        .last()
        .click();
      await page.keyboard.type('off');
      await page.getByRole('option', { name: 'Product 50% off' }).click();
      await lines
        .getByLabel(/^Quantity/)
        .last()
        .fill('7');
      await shoot(page, 'lines');
      await press(page, 'Save changes');
      await heading(page, 'O-1').waitFor();
      await page.getByRole('link', { name: 'Product 50% off' }).waitFor();
      expect(await saved()).toEqual([
        [10, 5],
        [20, 1],
        [30, 7],
      ]);
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await lines
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click();
      await press(page, 'Save changes');
      await heading(page, 'O-1').waitFor();
      expect(await saved()).toEqual([
        [20, 1],
        [30, 7],
      ]);
    }));

  test('a record shares the key of another one', () =>
    asAdmin(async (page) => {
      await go(page, '/warranty/create');
      await choose(page, /^Product/, 'A/1', 'Product A/1,b');
      await page.getByLabel(/^Months/).fill('24');
      await press(page, 'Create');
      await page.getByRole('link', { name: 'Product A/1,b' }).waitFor();
      await shoot(page, 'shared');
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel(/^Months/).waitFor();
      expect(
        await page
          .getByLabel(/^Product/)
          .first()
          .isDisabled(),
      ).toBe(true);
    }));

  test('an import finds records by all parts of their keys', () =>
    asAdmin(async (page) => {
      const file = `Place;Product;Day;Amount\nZürich;Zürich;${DAY};77\nfrom a file;A/1,b;${DAY};78\n`;
      await go(page, '/stock/import');
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 's.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
      await page.getByLabel('Field for “Place”').waitFor();
      await shoot(page, 'import');
      const existing = page.getByLabel('Existing records');
      const same = existing.locator('option', { hasText: 'Change records with the same place' });
      expect(await same.innerText()).toMatch(/ place, product,? and day$/);
      await existing.selectOption(await same.getAttribute('value'));
      await press(page, 'Check');
      await page.getByText('1 would be created').waitFor();
      await press(page, 'Import');
      await heading(page, 'Result').waitFor();
      const amounts = await service.call<{ place: string }[]>('GET', '/stock?amount__gte=77');
      expect(amounts.map(({ place }) => place).sort()).toEqual(['Zürich', 'from a file']);
    }));

  test('the palette finds a record, and remembers it', () =>
    asAdmin(async (page) => {
      await go(page, `${pathOf('stock', stocks[0]!.id)}/show`);
      await go(page, '/order');
      await page.keyboard.press('Control+k');
      await page.getByRole('option', { name: 'A/1,b A/1,b' }).click();
      await heading(page, 'A/1,b A/1,b').waitFor();
    }));
});

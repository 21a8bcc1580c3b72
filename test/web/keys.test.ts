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

/** Keys of any kind: texts and numbers that people give, UUIDs, and integers of 64 bits. */
const SPEC = `
models:
  Category:
    fields:
      slug: string=60:key
      name: string:required
      parent: ref=Category
  Product:
    fields:
      sku: string=60:key
      name: string:required
      category: ref=Category
  Country:
    fields:
      id: string=2
      name: string:required
  Tag:
    fields:
      id: uuid=v4
      name: string:required:unique
  Customer:
    fields:
      id: uuid=v4
      name: string:required
      tags: refs=Tag
      country: ref=Country
  Order:
    fields:
      id: uuid=v4
      number: string:required:unique
      customer: ref=Customer:required
  OrderLine:
    timestamps: false
    fields:
      id: uuid=v4
      order: ref=Order:as=lines:required:lines
      position: integer:required:min=1
      product: ref=Product:required
      quantity: integer:required:min=1
  Gate:
    fields:
      number: integer:key
      place: string:required
  Reading:
    fields:
      n: bigint:key=generated
      gate: ref=Gate:required
      value: decimal=8,2
`;

const FEATURES = ['idempotency', 'import'];
const SEARCHED = { models: ['Category', 'Customer', 'Product'], fields: [] };

function project(): ReadonlyMap<string, string> {
  const app = withFeatures(appOfSpec('keys', SPEC), templates(), FEATURES);
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const files = new Map([...renderProject(app, options)].filter(([path]) => path !== '.env'));
  files.set('config/search.json', JSON.stringify(SEARCHED));
  return new Map(withList(files));
}

/** Texts that an address cannot have as they are. */
const ODD = ['A/1,b', '#50% off', 'blank key', 'Zürich', "d'Or+x", 'a?b=c&d'];

interface Made {
  readonly id: string;
}

describe.skipIf(chromium === null)('keys of any kind in the back-office', () => {
  let service: RunningExample;
  let browser: Browser;
  let order: Made;

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      serveProject('keys', project()),
      openBrowser(chromium ?? ''),
    ]);
    const make = (path: string, body: object) => service.call<Made>('POST', path, body);
    await make('/category', { slug: 'tools', name: 'Tools' });
    await make('/category', { slug: 'tools/hand, #1', name: 'Hand tools', parent_id: 'tools' });
    await make('/category', { slug: '50% Säge', name: 'Saws', parent_id: 'tools/hand, #1' });
    for (const sku of ODD)
      await make('/product', { sku, name: `Product ${sku}`, category_id: 'tools/hand, #1' });
    const [red] = [await make('/tag', { name: 'red' }), await make('/tag', { name: 'blue' })];
    const ann = await make('/customer', { name: 'Ann', tags: [red.id] });
    const lines = [
      { product_id: 'A/1,b', quantity: 2 },
      { product_id: 'Zürich', quantity: 1 },
    ];
    order = await make('/order', { number: 'O-1', customer_id: ann.id, lines });
    await make('/gate', { number: 1200, place: 'North' });
    await make('/gate', { number: 0, place: 'South' });
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
    await page.screenshot({ path: join(folder, `keys-${name}.png`), fullPage: true });
  };
  const choose = async (page: Page, label: string | RegExp, text: string, option: string) => {
    await page.getByLabel(label).click();
    await page.keyboard.type(text);
    await page.getByRole('option', { name: option }).first().click();
  };

  test('a list leads to records with any text as their key, in the order of the texts', () =>
    asAdmin(async (page) => {
      await go(page, '/product');
      const cells = page.locator('tbody tr td:nth-child(2)');
      const inOrder = [...ODD].sort((one, other) => Buffer.from(one).compare(Buffer.from(other)));
      expect(await cells.allInnerTexts()).toEqual(inOrder);
      await shoot(page, 'list');
      await page.getByRole('link', { name: 'A/1,b', exact: true }).click();
      await heading(page, 'Product A/1,b').waitFor();
      await expectAccessible(page);
      for (const sku of ODD) {
        await go(page, `/product/${encodeURIComponent(sku)}/show`);
        await heading(page, `Product ${sku}`).waitFor();
      }
    }));

  test('a key is typed into the form of a new record, and stays as it is', () =>
    asAdmin(async (page) => {
      await go(page, '/product/create');
      await page.getByLabel(/^SKU/).fill('Zürich');
      await page.getByLabel(/^Name/).fill('Newest');
      await choose(page, 'Category', 'hand', 'Hand tools');
      await shoot(page, 'create');
      await press(page, 'Create');
      await page.getByText('Another record already has this value.').first().waitFor();
      await page.getByLabel(/^SKU/).fill('new/sku, 100%');
      await press(page, 'Create');
      await heading(page, 'Newest').waitFor();
      await page.getByRole('definition').getByText('new/sku, 100%').waitFor();
      await page.getByRole('link', { name: 'Edit' }).click();
      const key = page.getByLabel(/^SKU/);
      expect([await key.inputValue(), await key.isDisabled()]).toEqual(['new/sku, 100%', true]);
      await page.getByText('The key of a record cannot be changed.').waitFor();
      await shoot(page, 'edit');
      await expectAccessible(page);
      await page.getByLabel(/^Name/).fill('Changed');
      await press(page, 'Save changes');
      await heading(page, 'Changed').waitFor();
      await page.getByRole('link', { name: 'Clone' }).click();
      await page.getByLabel(/^Name/).waitFor();
      expect(await page.getByLabel(/^SKU/).inputValue()).toBe('');
      await go(page, `/product/${encodeURIComponent('new/sku, 100%')}/show`);
      await press(page, 'Delete');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await heading(page, 'Products').waitFor();
      expect(await page.getByRole('cell', { name: 'new/sku, 100%' }).count()).toBe(0);
    }));

  test('a key called id is a field like others', () =>
    asAdmin(async (page) => {
      await go(page, '/country/create');
      await page.getByLabel(/^ID/).fill('DE');
      await page.getByLabel(/^Name/).fill('Germany');
      await press(page, 'Create');
      await heading(page, 'Germany').waitFor();
      await page.getByRole('definition').getByText('DE', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Edit' }).click();
      expect(await page.getByLabel(/^ID/).isDisabled()).toBe(true);
    }));

  test.each(['create', 'import'])('a key may be the word of a page: %s', (id) =>
    asAdmin(async (page) => {
      await go(page, '/category/create');
      await page.getByLabel(/^Slug/).fill(id);
      await page.getByLabel(/^Name/).fill(`The ${id}`);
      await press(page, 'Create');
      await heading(page, `The ${id}`).waitFor();
      await page.reload();
      await heading(page, `The ${id}`).waitFor();
      await page.getByRole('link', { name: 'Edit' }).click();
      expect(await page.getByLabel(/^Slug/).inputValue()).toBe(id);
      await page.getByLabel(/^Name/).fill(`Another ${id}`);
      await press(page, 'Save');
      await heading(page, `Another ${id}`).waitFor();
      await go(page, '/category');
      await page.getByRole('link', { name: id, exact: true }).click();
      await heading(page, `Another ${id}`).waitFor();
    }),
  );

  test('references and many-to-many fields have ids of any kind', () =>
    asAdmin(async (page) => {
      await service.call('POST', '/country', { id: 'AT', name: 'Austria' });
      await go(page, '/customer/create');
      await page.getByLabel(/^Name/).fill('Bob');
      await choose(page, 'Tags', 'blue', 'blue');
      await page.keyboard.press('Escape');
      await choose(page, 'Country', 'Aus', 'Austria');
      await press(page, 'Create');
      await heading(page, 'Bob').waitFor();
      await page.getByRole('link', { name: 'blue' }).waitFor();
      await page.getByRole('link', { name: 'Austria' }).click();
      await heading(page, 'Austria').waitFor();
      await page.getByRole('link', { name: 'Bob' }).first().waitFor();
      await go(page, '/customer');
      await page.getByRole('link', { name: 'Bob' }).first().waitFor();
      await shoot(page, 'customers');
    }));

  test('a filter by a reference names the record, and finds those of it', () =>
    asAdmin(async (page) => {
      const filter = encodeURIComponent(JSON.stringify({ category_id: ['tools/hand, #1'] }));
      await go(page, `/product?filter=${filter}`);
      await page.getByText('Category: Hand tools').waitFor();
      await page.getByRole('cell', { name: 'A/1,b', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await press(page, 'All filters');
      await page.getByRole('dialog').getByRole('button', { name: 'Hand tools' }).waitFor();
      await shoot(page, 'filter');
    }));

  test('lines are read, changed, added and removed by their ids', () =>
    asAdmin(async (page) => {
      await go(page, `/order/${order.id}`);
      const lines = page.getByRole('table', { name: 'Lines' });
      const quantity = lines.getByLabel(/^Quantity/);
      await quantity.first().fill('5');
      await press(page, 'Add order line');
      await page.keyboard.type('blank');
      await page.getByRole('option', { name: 'Product blank key' }).click();
      await quantity.last().fill('7');
      await shoot(page, 'lines');
      await press(page, 'Save changes');
      await heading(page, 'O-1').waitFor();
      await page.getByRole('link', { name: 'Product blank key' }).waitFor();
      const saved = () =>
        service.call<{ lines: { product_id: string; quantity: number }[] }>(
          'GET',
          `/order/${order.id}?_expand=lines`,
        );
      const told = async () =>
        (await saved()).lines.map(({ product_id: sku, quantity: of }) => [sku, of]);
      expect(await told()).toEqual([
        ['A/1,b', 5],
        ['Zürich', 1],
        ['blank key', 7],
      ]);
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await lines
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click();
      await press(page, 'Save changes');
      await heading(page, 'O-1').waitFor();
      expect(await told()).toEqual([
        ['Zürich', 1],
        ['blank key', 7],
      ]);
    }));

  test('a tree is walked by texts', () =>
    asAdmin(async (page) => {
      await go(page, '/category/tree');
      await page.getByText('Tools', { exact: true }).click();
      await page.getByText('Hand tools').first().click();
      await page.getByText('Saws').click();
      await expect
        .poll(() => new URL(page.url()).pathname)
        .toBe(`/admin/category/tree/${encodeURIComponent('50% Säge')}`);
      await page.reload();
      await page.getByRole('status').getByText('Saws').waitFor();
      await shoot(page, 'tree');
    }));

  test('several records are changed and deleted together', () =>
    asAdmin(async (page) => {
      for (const sku of ['x/1', 'x,2', 'x%3'])
        await service.call('POST', '/product', { sku, name: 'Bulk' });
      await go(page, `/product?filter=${encodeURIComponent(JSON.stringify({ name: 'Bulk' }))}`);
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await press(page, 'Delete');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect
        .poll(async () => (await service.call<Made[]>('GET', '/product?name=Bulk')).length)
        .toBe(0);
    }));

  test('numbers that are keys are texts to read, and may be zero', () =>
    asAdmin(async (page) => {
      await go(page, '/gate');
      await shoot(page, 'gates');
      await page.getByRole('link', { name: '1200', exact: true }).waitFor();
      await go(page, '/gate/0/show');
      await page.getByText('South').waitFor();
      await go(page, '/reading/create');
      await choose(page, /^Gate/, '1200', '1200');
      await press(page, 'Create');
      await heading(page, 'Reading #1').waitFor();
      await shoot(page, 'reading');
    }));

  test('the palette finds a record by its key, and remembers it', () =>
    asAdmin(async (page) => {
      await go(page, `/product/${encodeURIComponent('A/1,b')}/show`);
      await go(page, '/tag');
      await page.keyboard.press('Control+k');
      await page.getByRole('option', { name: 'Product A/1,b' }).waitFor();
      await page.getByPlaceholder(/^Search records/).fill('#50% off');
      await page.getByRole('option', { name: /Product #50% off/ }).click();
      await heading(page, 'Product #50% off').waitFor();
    }));

  test('an import finds records by their keys, and makes others with the keys of the file', () =>
    asAdmin(async (page) => {
      const file = 'SKU;Name;Category\nA/1,b;Changed by file;tools\nfile/1;From a file;50% Säge\n';
      await go(page, '/product/import');
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'p.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
      await page.getByLabel('Field for “SKU”').waitFor();
      await shoot(page, 'import');
      expect(await page.getByLabel('How “Category” is found').inputValue()).toBe('slug');
      await page.getByLabel('Existing records').selectOption('Change records with the same SKU');
      await press(page, 'Check');
      await page.getByText('1 would be created').waitFor();
      await press(page, 'Import');
      await heading(page, 'Result').waitFor();
      await shoot(page, 'imported');
      const made = await service.call<object>('GET', `/product/${encodeURIComponent('file/1')}`);
      expect(made).toMatchObject({ name: 'From a file', category_id: '50% Säge' });
      const changed = await service.call<object>('GET', `/product/${encodeURIComponent('A/1,b')}`);
      expect(changed).toMatchObject({ name: 'Changed by file', category_id: 'tools' });
    }));
});

import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withFeatures } from '../../src/project/change/feature-changes.js';
import { renderProject } from '../../src/render/render-project.js';
import { appOfSpec } from '../golden/app-of-spec.js';
import { MADE_AT, templates } from '../golden/example.js';
import { asUser, expectAccessible, open, openBrowser } from './browser.js';
import { findChromium } from './find-chromium.js';
import { ADMIN, serveProject, type RunningExample } from './serve-example.js';

const chromium = findChromium();

/** References to records whose keys have several columns: of others, of their own model, and of lines. */
const SPEC = `
models:
  Stock:
    label: "{title}"
    fields:
      place: string=40:key
      day: date:key
      title: string:required
      phone: string
      above: ref=Stock:as=below
  Tray:
    fields:
      stock: ref=Stock:lines:as=trays
      position: integer
      name: string:required
  Parcel:
    label: "{number}"
    fields:
      number: string:required:unique
      stock: ref=Stock:as=parcels
      note: string
`;

function project(): ReadonlyMap<string, string> {
  const app = withFeatures(appOfSpec('references', SPEC), templates(), ['german']);
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const files = new Map([...renderProject(app, options)].filter(([path]) => path !== '.env'));
  files.set('config/search.json', JSON.stringify({ models: ['Stock', 'Parcel'], fields: [] }));
  return files;
}

interface Made {
  readonly id: string;
}

const DAY = '2026-03-04';
/** A text that neither an address nor an id with commas can have as it is. */
const ODD = 'A/1,b 50%';
const idOf = (place: string): string => `${encodeURIComponent(place)},${DAY}`;
const pathOf = (resource: string, id: string): string => `/${resource}/${encodeURIComponent(id)}`;

describe.skipIf(chromium === null)('references of several columns in the back-office', () => {
  let service: RunningExample;
  let browser: Browser;

  const make = (path: string, body: object) => service.call<Made>('POST', path, body);

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      serveProject('composite-references', project()),
      openBrowser(chromium ?? ''),
    ]);
    for (const [place, title] of [
      [ODD, 'Odd place'],
      ['North', 'North hall'],
    ])
      await make('/stock', { place, day: DAY, title, phone: '+49 30 1234' });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const asAdmin = (work: (page: Page) => Promise<void>, options = {}) =>
    asUser(browser, service.url, ADMIN, ({ page }) => work(page), options);
  const go = (page: Page, path: string) => open(page, service.url, path);
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
  const shoot = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder === undefined) return;
    await page.screenshot({ path: join(folder, `references-${name}.png`), fullPage: true });
  };
  const parcel = async (number: string) =>
    (await service.call<Record<string, unknown>[]>('GET', `/parcel?number=${number}`))[0]!;

  test('a record is picked by its label, shown as a card, and taken away again', () =>
    asAdmin(async (page) => {
      await go(page, '/parcel/create');
      await page.getByLabel(/^Number/).fill('P-1');
      await page.getByRole('combobox', { name: 'Stock' }).fill('Odd');
      await page.getByRole('option', { name: 'Odd place' }).click();
      await shoot(page, 'picked');
      await expectAccessible(page);
      await press(page, 'Create');
      await heading(page, 'P-1').waitFor();
      expect(await parcel('P-1')).toMatchObject({
        ...{ stock_id: idOf(ODD), stock_place: ODD, stock_day: DAY },
      });
      const card = page.getByRole('region', { name: 'Stock' });
      await card.getByRole('link', { name: '+49 30 1234' }).waitFor();
      await shoot(page, 'card');
      await expectAccessible(page);
      await card.getByRole('link', { name: 'Odd place' }).click();
      await heading(page, 'Odd place').waitFor();
      await page.goBack();
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      const stock = page.getByRole('combobox', { name: 'Stock' });
      await expect.poll(() => stock.inputValue()).toBe('Odd place');
      await stock.click();
      await press(page, 'Clear value');
      await press(page, 'Save changes');
      await heading(page, 'P-1').waitFor();
      expect(await parcel('P-1')).toMatchObject({
        ...{ stock_id: null, stock_place: null, stock_day: null },
      });
    }));

  test('a list is filtered by it, and its address opens again', () =>
    asAdmin(async (page) => {
      await make('/parcel', { number: 'L-1', stock_id: idOf(ODD) });
      await make('/parcel', { number: 'L-2', stock_id: idOf('North') });
      await go(page, '/parcel');
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('button', { name: 'All filters' }).click();
      const drawer = page.getByRole('dialog', { name: 'Filters' });
      await drawer.getByRole('combobox', { name: 'Stock' }).fill('Odd');
      await page.getByRole('option', { name: 'Odd place' }).click();
      await drawer.getByRole('button', { name: 'Show results' }).click();
      await page.getByText('1 record', { exact: true }).waitFor();
      await page.getByText('Stock: Odd place').waitFor();
      await page.reload();
      await page.getByText('Stock: Odd place').waitFor();
      await page.getByText('1 record', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'L-1' }).first().waitFor();
      await shoot(page, 'filtered');
      await expectAccessible(page);
      await press(page, 'Clear all');
      await page.getByRole('link', { name: 'L-2' }).first().waitFor();
    }));

  test('a record shows those that refer to it, and begins new ones', () =>
    asAdmin(async (page) => {
      await make('/stock', { place: 'a,b/c', day: DAY, title: 'Related' });
      await make('/parcel', { number: 'R-1', stock_id: idOf('a,b/c') });
      await go(page, `${pathOf('stock', idOf('a,b/c'))}/show`);
      await heading(page, 'Related').waitFor();
      await page.getByRole('tab', { name: /^Parcels/ }).click();
      await page.getByRole('link', { name: 'R-1' }).first().waitFor();
      expect(await page.getByRole('link', { name: 'L-1' }).count()).toBe(0);
      await shoot(page, 'related');
      await expectAccessible(page);
      await page
        .getByRole('link', { name: /^(Add|New|Create) parcel/i })
        .first()
        .click();
      await page.getByLabel(/^Number/).fill('R-2');
      await press(page, 'Create');
      await expect.poll(async () => (await parcel('R-2'))?.['stock_id']).toBe(idOf('a,b/c'));
    }));

  test('a record that is not there yet is made beside the form, which takes it', () =>
    asAdmin(async (page) => {
      await go(page, '/parcel/create');
      await page.getByLabel(/^Number/).fill('N-1');
      const stock = page.getByRole('combobox', { name: 'Stock' });
      await stock.fill('South hall');
      await page.getByRole('option', { name: 'Create “South hall”' }).click();
      const panel = page.getByRole('dialog', { name: 'New stock' });
      await expect.poll(() => panel.getByLabel('Title').inputValue()).toBe('South hall');
      await panel.getByLabel('Place').fill('100 %, South');
      await panel.getByLabel('Day').fill(DAY);
      await shoot(page, 'inline');
      await expectAccessible(page);
      await panel.getByRole('button', { name: 'Create' }).click();
      await panel.waitFor({ state: 'detached' });
      await expect.poll(() => stock.inputValue()).toBe('South hall');
      await press(page, 'Create');
      await heading(page, 'N-1').waitFor();
      expect(await parcel('N-1')).toMatchObject({ stock_place: '100 %, South', stock_day: DAY });
    }));

  test('records of one model form a tree, and none is above itself', () =>
    asAdmin(async (page) => {
      const top = await make('/stock', { place: 'top', day: DAY, title: 'Top' });
      await make('/stock', { place: 'low', day: DAY, title: 'Low', above_id: top.id });
      await go(page, `${pathOf('stock', idOf('low'))}/show`);
      await heading(page, 'Low').waitFor();
      await page.getByRole('link', { name: 'Top' }).first().waitFor();
      await shoot(page, 'tree');
      await expectAccessible(page);
      await go(page, pathOf('stock', top.id));
      await page.getByRole('combobox', { name: 'Above' }).fill('Low');
      await page.getByRole('option', { name: 'Low', exact: true }).click();
      await press(page, 'Save changes');
      await page.getByText('It would become its own descendant.').first().waitFor();
      await shoot(page, 'circle');
    }));

  test('lines have no column of the record to which they belong', () =>
    asAdmin(async (page) => {
      await go(page, pathOf('stock', idOf('North')));
      const trays = page.getByRole('table', { name: 'Trays' });
      await press(page, 'Add tray');
      await trays.getByLabel(/^Name/).last().fill('First');
      await press(page, 'Add tray');
      await trays.getByLabel(/^Name/).last().fill('Second');
      expect(await trays.getByLabel(/^Stock/).count()).toBe(0);
      await shoot(page, 'lines');
      await expectAccessible(page);
      await press(page, 'Save changes');
      await heading(page, 'North hall').waitFor();
      const { trays: saved } = await service.call<{ trays: object[] }>(
        'GET',
        `${pathOf('stock', idOf('North'))}?_expand=trays`,
      );
      expect(saved).toMatchObject([
        { name: 'First', position: 1, stock_place: 'North', stock_day: DAY },
        { name: 'Second', position: 2, stock_id: idOf('North') },
      ]);
    }));

  test.each([
    ['dark', { colorScheme: 'dark' }],
    ['on a phone', { width: 390, height: 800 }],
    ['in German', { locale: 'de-DE' }],
  ])('its pages are accessible: %s', async (name, options) => {
    await make('/parcel', { number: `X-${name.at(-1)}`, stock_id: idOf(ODD) });
    await asAdmin(async (page) => {
      const { id } = await parcel(`X-${name.at(-1)}`);
      for (const path of ['/parcel', `/parcel/${String(id)}`, `/parcel/${String(id)}/show`]) {
        await go(page, path);
        await page
          .getByText(`X-${name.at(-1)}`)
          .first()
          .waitFor()
          .catch(() => undefined);
        await expectAccessible(page);
      }
    }, options);
  });
});

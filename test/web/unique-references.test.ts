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

/** References that have a text or a number of the other record in place of its id. */
const SPEC = `
models:
  Country:
    fields:
      name: string:required
      iso: string=3:required:unique
      prefix: integer:unique
  City:
    fields:
      name: string:required
      country: ref=Country:required:to=iso:on_delete=cascade
  Line:
    fields:
      title: string:required
      target: ref=Country:to=prefix:column=country_prefix
`;

function project(): ReadonlyMap<string, string> {
  const app = withFeatures(appOfSpec('countries', SPEC), templates(), ['import']);
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const files = new Map([...renderProject(app, options)].filter(([path]) => path !== '.env'));
  return new Map(withList(files));
}

interface Made {
  readonly id: number;
}

describe.skipIf(chromium === null)('references to unique fields in the back-office', () => {
  let service: RunningExample;
  let browser: Browser;
  let german: Made;

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      serveProject('countries', project()),
      openBrowser(chromium ?? ''),
    ]);
    const make = (path: string, body: object) => service.call<Made>('POST', path, body);
    await make('/country', { name: 'Nowhere', iso: 'XX' });
    german = await make('/country', { name: 'Germany', iso: 'DE', prefix: 49 });
    await make('/country', { name: 'France', iso: 'FR', prefix: 33 });
    await make('/city', { name: 'Berlin', country_id: 'DE' });
    await make('/city', { name: 'Bonn', country_id: 'DE' });
    await make('/city', { name: 'Paris', country_id: 'FR' });
    await make('/line', { title: 'Hotline', country_prefix: 49 });
    await make('/line', { title: 'Dead line' });
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
    await page.screenshot({ path: join(folder, `unique-references-${name}.png`), fullPage: true });
  };
  const choose = async (page: Page, label: string | RegExp, text: string, option: string) => {
    await page.getByLabel(label).click();
    await page.keyboard.type(text);
    await page.getByRole('option', { name: option }).first().click();
  };

  test('a list shows the records by their labels, which lead to them', () =>
    asAdmin(async (page) => {
      await go(page, '/city');
      await page.getByRole('link', { name: 'Germany' }).first().waitFor();
      await shoot(page, 'list');
      await page.getByRole('link', { name: 'Germany' }).first().click();
      await heading(page, 'Germany').waitFor();
      expect(new URL(page.url()).pathname).toBe(`/admin/country/${german.id}/show`);
      await expectAccessible(page);
    }));

  test('a record has the lists of those that refer to it by their values', () =>
    asAdmin(async (page) => {
      await go(page, `/country/${german.id}/show`);
      await page.getByRole('tab', { name: 'Cities 2' }).waitFor();
      await page.getByRole('cell', { name: 'Bonn' }).waitFor();
      await page.getByRole('tab', { name: 'Lines 1' }).click();
      await page.getByRole('cell', { name: 'Hotline' }).waitFor();
      await shoot(page, 'related');
      await page.getByRole('link', { name: /^Add/ }).click();
      await page.getByLabel(/^Title/).fill('Second line');
      expect(await page.getByLabel(/^Target/).inputValue()).toBe('Germany');
      await press(page, 'Create');
      await page.getByRole('tab', { name: 'Lines 2' }).waitFor();
      const made = await service.call<object[]>('GET', '/line?title=Second%20line');
      expect(made).toMatchObject([{ country_prefix: 49 }]);
    }));

  test('nothing refers to a record without a value', () =>
    asAdmin(async (page) => {
      await go(page, '/country');
      await page
        .getByRole('link', { name: 'Nowhere' })
        .or(page.getByText('Nowhere'))
        .first()
        .click();
      await heading(page, 'Nowhere').waitFor();
      await page.getByRole('tab', { name: /^Cities/ }).waitFor();
      expect(await page.getByRole('tab', { name: /^Lines/ }).count()).toBe(0);
    }));

  test('a form picks a record and has its value', () =>
    asAdmin(async (page) => {
      await go(page, '/city/create');
      await page.getByLabel(/^Name/).fill('Lyon');
      await choose(page, /^Country/, 'Fra', 'France');
      await shoot(page, 'create');
      await press(page, 'Create');
      await heading(page, 'Lyon').waitFor();
      await page.getByRole('link', { name: 'France' }).waitFor();
      expect(await service.call<object[]>('GET', '/city?name=Lyon')).toMatchObject([
        { country_id: 'FR' },
      ]);
      await page.getByRole('link', { name: 'Edit' }).click();
      const country = page.getByLabel(/^Country/);
      await expect.poll(() => country.inputValue()).toBe('France');
      await choose(page, /^Country/, 'DE', 'Germany');
      await press(page, 'Save changes');
      await heading(page, 'Lyon').waitFor();
      await page.getByRole('link', { name: 'Germany' }).waitFor();
      await go(page, '/line/create');
      await page.getByLabel(/^Target/).click();
      await page.getByRole('option', { name: 'France' }).waitFor();
      // A country without a prefix cannot be named by it.
      expect(await page.getByRole('option', { name: 'Nowhere' }).count()).toBe(0);
    }));

  test('a filter names the record, and finds those of it', () =>
    asAdmin(async (page) => {
      await go(page, '/city');
      await press(page, /^Filters/);
      const drawer = page.getByRole('dialog');
      await drawer.getByLabel('Country').click();
      await page.keyboard.type('Fra');
      await page.getByRole('option', { name: 'France' }).click();
      await drawer.getByRole('button', { name: 'France' }).waitFor();
      await shoot(page, 'filter');
      await page.keyboard.press('Tab');
      await drawer.getByRole('button', { name: 'Show results' }).click();
      await page.getByText('Country: France').waitFor();
      await page.getByRole('cell', { name: 'Paris', exact: true }).waitFor();
      expect(await page.getByRole('cell', { name: 'Berlin' }).count()).toBe(0);
    }));

  test('a deletion says what goes with the record', () =>
    asAdmin(async (page) => {
      await go(page, `/country/${german.id}/show`);
      await press(page, 'Delete');
      const dialog = page.getByRole('dialog');
      await dialog.getByText(/3 cities/i).waitFor();
      await shoot(page, 'delete');
    }));

  test('an import finds records by the value, and by their labels', () =>
    asAdmin(async (page) => {
      await go(page, '/city/import');
      const file = 'Name;Country\nHamburg;DE\nNice;FR\n';
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'c.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
      await page.getByLabel('Field for “Country”').waitFor();
      await shoot(page, 'import');
      expect(await page.getByLabel('How “Country” is found').inputValue()).toBe('iso');
      await press(page, 'Check');
      await page.getByText('2 would be created').waitFor();
      await press(page, 'Import');
      await heading(page, 'Result').waitFor();
      expect(await service.call<object[]>('GET', '/city?name=Hamburg')).toMatchObject([
        { country_id: 'DE' },
      ]);
    }));
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerSearch } from '../../src/project/change/edit-search.js';
import { renderProject } from '../../src/render/render-project.js';
import { appOfSpec } from '../golden/app-of-spec.js';
import { MADE_AT, templates } from '../golden/example.js';
import { asUser, expectAccessible, open, openBrowser, type VisitOptions } from './browser.js';
import { findChromium } from './find-chromium.js';
import { ADMIN, PASSWORD, serveProject, type RunningExample } from './serve-example.js';

const chromium = findChromium();
const VIEWER = { username: 'vic', password: PASSWORD };
const FEATURES = ['admin', 'dashboard', 'german', 'search'];
const SPEC = `
models:
  Client:
    label: '{name}'
    fields:
      name: string:required
      kind: enum=person,company:required:default=person
      company: string:show_if=kind=company
      vat_id: string:show_if=kind=company:help=As on the last invoice
      phone: string
  Car:
    label: '{plate}'
    search_by: [client.name]
    fields: { plate: string:required, client: ref=Client:required }
  Job:
    label: '{number}'
    fields:
      number: string:required:unique
      title: string:required
      status: enum=open,done:required:default=open
      urgent: boolean:default=false
      opened_on: date
      due_on: date
      net: decimal=10,2
      tax: decimal=10,2
      complaint: text
      diagnosis: text
      car: ref=Car:required
  Visit:
    fields:
      subject: string:required
      starts_at: datetime:section=Schedule
      ends_at: datetime:section=Schedule
`;

function serveForms(): Promise<RunningExample> {
  const app = { ...appOfSpec('forms', SPEC), features: FEATURES };
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const rendered = renderProject(app, options);
  const tree = new Map(registerSearch({ unreadFiles: new Set() }, app.models)(rendered));
  tree.delete('.env');
  return serveProject('forms', tree);
}

describe.skipIf(chromium === null)('forms with an order of their own', () => {
  let service: RunningExample;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([serveForms(), openBrowser(chromium ?? '')]);
    const email = 'vic@example.com';
    await service.call('POST', '/user', { ...VIEWER, email, roles: ['Viewer'] });
    const { id } = await service.call('POST', '/client', { name: 'Simone King' });
    await service.call('POST', '/car', { plate: 'B-AK 1', client_id: id });
    await service.call('POST', '/job', { number: 'J-1', title: 'Brakes', car_id: 1 });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const as = (user: typeof ADMIN, work: (page: Page) => Promise<void>, looks?: VisitOptions) =>
    asUser(browser, service.url, user, ({ page }) => work(page), looks);
  const go = (page: Page, path: string) => open(page, service.url, path);
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  test('have sections, and on wide windows a side', () =>
    as(ADMIN, async (page) => {
      await go(page, '/job/create');
      const group = (name: string) => page.getByRole('group', { name });
      await group('Dates').getByLabel('Due on').waitFor();
      await group('Money').getByLabel('Net').waitFor();
      await group('Details').getByLabel('Diagnosis').waitFor();
      const box = async (label: string) => (await page.getByLabel(label).first().boundingBox())!;
      const [number, car, status, due] = await Promise.all(
        ['Number', 'Car', 'Status', 'Due on'].map(box),
      );
      expect(status!.x).toBeGreaterThan(number!.x + number!.width * 2);
      expect(Math.abs(status!.y - number!.y)).toBeLessThan(20);
      expect(car!.y).toBeLessThan(due!.y);
      await expectAccessible(page, { minor: true });
    }));

  test.each<[string, VisitOptions]>([
    ['on a phone', { width: 390, touch: true }],
    ['in the dark', { colorScheme: 'dark' }],
    ['in German', { locale: 'de-DE' }],
  ])('%s, too', (_, looks) =>
    as(
      ADMIN,
      async (page) => {
        await go(page, '/job/create');
        const title = looks.locale === 'de-DE' ? 'Termine' : 'Dates';
        await page.getByRole('group', { name: title }).waitFor();
        const { scroll, width } = await page.evaluate(() => ({
          scroll: document.documentElement.scrollWidth,
          width: window.innerWidth,
        }));
        expect(scroll).toBeLessThanOrEqual(width);
        await expectAccessible(page);
      },
      looks,
    ),
  );

  test('have the sections that the spec names', () =>
    as(ADMIN, async (page) => {
      await go(page, '/visit/create');
      await page.getByRole('group', { name: 'Schedule' }).getByLabel('Ends at').waitFor();
    }));

  test('show a field where another has its value, and take back what it had when it is hidden', () =>
    as(ADMIN, async (page) => {
      const kind = async (name: string) => {
        await page.getByRole('combobox', { name: 'Kind' }).click();
        await page.getByRole('option', { name }).click();
      };
      await go(page, '/client/create');
      await page.getByLabel('Name').fill('Acme');
      expect(await page.getByLabel('Company', { exact: true }).count()).toBe(0);
      await kind('Company');
      await page.getByText('As on the last invoice').waitFor();
      await page.getByLabel('Company', { exact: true }).fill('Acme Ltd');
      await kind('Person');
      expect(await page.getByLabel('Company', { exact: true }).count()).toBe(0);
      await kind('Company');
      expect(await page.getByLabel('Company', { exact: true }).inputValue()).toBe('');
      await page.getByLabel('VAT ID').fill('DE 1');
      await page.getByLabel('Company', { exact: true }).fill('Acme Ltd');
      await button(page, 'Create').click();
      await page.getByRole('heading', { name: 'Acme', level: 1 }).waitFor();
      const [row] = (await service.call('GET', '/client?name=Acme')) as unknown as [{ id: number }];
      expect(row).toMatchObject({ kind: 'company', company: 'Acme Ltd', vat_id: 'DE 1' });

      // One that was there keeps what it had.
      await go(page, `/client/${row.id}`);
      await page.getByLabel('VAT ID').fill('DE 2');
      await kind('Person');
      await button(page, 'Save changes').click();
      await page.getByRole('heading', { name: 'Acme', level: 1 }).waitFor();
      expect(await service.call('GET', `/client/${row.id}`)).toMatchObject({
        ...{ kind: 'person', company: 'Acme Ltd', vat_id: 'DE 1' },
      });
    }));

  test('are followed by the next, by a button and by keys', () =>
    as(ADMIN, async (page) => {
      await go(page, '/client/create');
      await page.getByLabel('Name').fill('First');
      await button(page, 'Save and new').click();
      await page.getByText('First created').waitFor();
      await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('');
      const isFocused = () =>
        page.getByLabel('Name').evaluate((field) => field === document.activeElement);
      await expect.poll(isFocused).toBe(true);
      await page.keyboard.type('Second');
      await page.keyboard.press('Control+Shift+Enter');
      await page.getByText('Second created').waitFor();
      expect(new URL(page.url()).pathname).toMatch(/\/client\/create$/);
      await page.getByLabel('Name').fill('');
      await button(page, 'Save and new').click();
      await page.getByLabel('Name').and(page.locator('[aria-invalid="true"]')).waitFor();
      await expect.poll(isFocused).toBe(true);
    }));

  test('keys create, edit and search, and are shown by one', () =>
    as(ADMIN, async (page) => {
      await go(page, '/job');
      await page.getByRole('link', { name: 'J-1' }).first().waitFor();
      await page.keyboard.press('?');
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await dialog.getByText('New record').waitFor();
      await expectAccessible(page);
      await page.keyboard.press('c');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(new URL(page.url()).pathname).toMatch(/\/job$/);
      await page.keyboard.press('/');
      await page.keyboard.type('ec');
      expect(await page.locator('main input[type="search"]').inputValue()).toBe('ec');
      await go(page, '/job/1/show');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('e');
      await page.getByRole('heading', { name: 'Edit J-1' }).waitFor();
      await go(page, '/job');
      await page.getByRole('link', { name: 'J-1' }).first().waitFor();
      await page.keyboard.press('c');
      await page.getByRole('heading', { name: 'New job' }).waitFor();
    }));

  test('the palette runs commands', () =>
    as(ADMIN, async (page) => {
      await go(page, '/job');
      const run = async (text: string, name: string) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog').getByRole('combobox').fill(text);
        await page.getByRole('option', { name }).waitFor();
        await page.keyboard.press('Enter');
      };
      const scheme = () =>
        page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
      await run('dark', 'Dark theme');
      await expect.poll(scheme).toBe('dark');
      await run('system', 'Theme of the system');
      await expect.poll(scheme).toBe('light');
      await run('deutsch', 'Language: Deutsch');
      await page.getByRole('button', { name: 'Suchen oder springen' }).waitFor();
      await run('abmelden', 'Abmelden');
      await page.getByLabel('Benutzername').waitFor();
    }));

  test('a record is found by the one that it belongs to, in lists, pickers and the palette', () =>
    as(ADMIN, async (page) => {
      await go(page, '/car');
      await page.keyboard.press('/');
      await page.keyboard.type('simone b-ak');
      await page.getByRole('link', { name: 'B-AK 1' }).first().waitFor();
      await go(page, '/job/create');
      await page.getByRole('combobox', { name: 'Car' }).fill('simone');
      await page.getByRole('option', { name: 'B-AK 1' }).waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('simone');
      await page.getByRole('option', { name: 'B-AK 1' }).waitFor();
    }));
});

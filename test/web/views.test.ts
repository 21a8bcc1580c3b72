import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withFeatures } from '../../src/project/change/feature-changes.js';
import { renderProject } from '../../src/render/render-project.js';
import { appOfSpec } from '../golden/app-of-spec.js';
import { MADE_AT, templates } from '../golden/example.js';
import { withList } from '../support/list-models.js';
import {
  asUser,
  expectAccessible,
  open,
  openBrowser,
  type Visit,
  type VisitOptions,
} from './browser.js';
import { findChromium } from './find-chromium.js';
import { LANGUAGE_FILES } from './language-files.js';
import { PASSWORD, serveProject, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();
const ANN = { username: 'ann', password: PASSWORD };
const VIC = { username: 'vic', password: PASSWORD };

/** A price that a Viewer may not read, by which a view of the team filters; and mechanics, each of whom is a user. */
const SPEC = `
models:
  Employee:
    fields:
      name: string:required
      user: ref=User:unique
  Order:
    label: '{number}'
    board: status
    fields:
      number: string:required
      status: enum=open,in_progress,done:required:default=open
      due_on: date
      price: 'decimal=10,2:read=Admin,Manager'
      mechanic: ref=Employee
  Visit:
    fields: { title: string:required, starts_at: datetime:required }
`;

const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The project, in which the team has a view of dear orders more. */
function project(): ReadonlyMap<string, string> {
  const app = withFeatures(appOfSpec('views', SPEC), templates(), ['german', 'views']);
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const files = new Map([...renderProject(app, options)].filter(([path]) => path !== '.env'));
  const path = 'web/src/pages/order/order.resource.ts';
  const dear = `{ name: 'dear', label: 'Dear', filter: { price__gte: 100, status: 'open', gone: 1 } },`;
  files.set(path, files.get(path)!.replace('views: [', `views: [${dear}`));
  return new Map(withList(new Map([...files, ...Object.entries(LANGUAGE_FILES)])));
}

describe.skipIf(chromium === null)('views over a list', () => {
  let service: RunningExample;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      serveProject('views', project()),
      openBrowser(chromium ?? ''),
    ]);
    const users = [
      { ...ANN, email: 'ann@example.com', roles: ['Manager'] },
      { ...VIC, email: 'vic@example.com', roles: ['Viewer'] },
    ];
    const made = [];
    for (const user of users) made.push(await service.call('POST', '/user', user));
    const ann = { name: 'Ann', user_id: made[0]!.id };
    await service.call('POST', '/employee', { name: 'Bo' });
    const { id: mechanic_id } = await service.call<Row>('POST', '/employee', ann);
    const orders = [
      { number: 'A-1', due_on: dayFromNow(-3), mechanic_id, price: 120 },
      { number: 'A-2', due_on: dayFromNow(-3), mechanic_id, status: 'done' },
      { number: 'A-3', due_on: dayFromNow(-9), price: 20 },
      { number: 'A-4', due_on: dayFromNow(3), mechanic_id, status: 'in_progress' },
      { number: 'A-5', due_on: null },
    ];
    for (const order of orders) await service.call('POST', '/order', order);
    for (const [title, days] of [
      ['Audit', -2],
      ['Lunch', 2],
    ] as const)
      await service.call('POST', '/visit', { title, starts_at: `${dayFromNow(days)}T12:00:00Z` });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const as = (
    user: typeof ANN,
    work: (visit: Visit) => Promise<void>,
    options: VisitOptions = {},
  ) => asUser(browser, service.url, user, work, options);
  const go = (page: Page, path: string) => open(page, service.url, path);
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const tabs = (page: Page) => page.getByRole('navigation', { name: 'Views' });
  const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name, exact: true });
  const numbers = async (page: Page) =>
    (await page.getByRole('cell', { name: /^A-/ }).allInnerTexts()).toSorted();
  const shows = (page: Page, ...wanted: string[]) =>
    expect.poll(() => numbers(page), { timeout: 20_000 }).toEqual(wanted);
  const shoot = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
  };

  test('which orders of mine are overdue is one click', () =>
    as(ANN, async ({ page }) => {
      await go(page, '/order');
      await tab(page, 'Mine, overdue').click();
      await shows(page, 'A-1');
      await page.getByText('Mechanic: Me', { exact: true }).waitFor();
      await page.getByText('Due on: before today', { exact: true }).waitFor();
      await expectAccessible(page);
      await shoot(page, 'views-mine-overdue');
      await tab(page, 'Overdue').click();
      await shows(page, 'A-1', 'A-3');
      await tab(page, 'All').click();
      await shows(page, 'A-1', 'A-2', 'A-3', 'A-4', 'A-5');
    }));

  test('Ctrl+K leads to the views of all lists by their names', () =>
    as(ANN, async ({ page }) => {
      await go(page, '/employee');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('orders overdue');
      await page.getByRole('option', { name: 'Orders: Mine, overdue' }).waitFor();
      await page.getByRole('option', { name: 'Orders: Overdue', exact: true }).click();
      await shows(page, 'A-1', 'A-3');
      expect(await tab(page, 'Overdue').getAttribute('aria-current')).toBe('page');
    }));

  test('the number of the menu leads to the tab of what it counts', () =>
    as(ANN, async ({ page }) => {
      await go(page, '/order');
      await tab(page, 'Mine').click();
      await shows(page, 'A-1', 'A-2', 'A-4');
      await page.getByRole('link', { name: 'Orders: 2 overdue' }).click();
      await shows(page, 'A-1', 'A-3');
      await expect.poll(() => tab(page, 'Overdue').getAttribute('aria-current')).toBe('page');
      expect(await tabs(page).getByRole('img', { name: 'Changed' }).count()).toBe(0);
      await page.goto(`${service.url}/admin/`);
      const waiting = page.getByRole('list', { name: 'What waits' });
      await waiting.getByRole('link', { name: 'Orders 2 overdue' }).waitFor();
      await waiting.getByRole('link', { name: 'My open orders 2' }).waitFor();
      await expectAccessible(page);
      const due = page.getByRole('region', { name: 'Orders due' });
      await due.getByRole('link', { name: '2 overdue' }).click();
      await expect.poll(() => tab(page, 'Overdue').getAttribute('aria-current')).toBe('page');
    }));

  test('an empty view says what there is none of, and leads to all', () =>
    as(VIC, async ({ page }) => {
      await go(page, '/order');
      await tab(page, 'Mine, overdue').click();
      await page.getByText('You have no overdue orders').waitFor();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'All orders' }).click();
      await shows(page, 'A-1', 'A-2', 'A-3', 'A-4', 'A-5');
    }));

  test('a schedule has tabs of what is to come, with which it opens, and of what is past', () =>
    as(ANN, async ({ page }) => {
      await go(page, '/visit');
      await page.getByRole('link', { name: 'Lunch', exact: true }).waitFor();
      await expect.poll(() => tab(page, 'Upcoming').getAttribute('aria-current')).toBe('page');
      expect(await page.getByRole('link', { name: 'Audit', exact: true }).count()).toBe(0);
      expect(await button(page, 'Past').count()).toBe(0);
      await tab(page, 'Past').click();
      await page.getByRole('link', { name: 'Audit', exact: true }).waitFor();
      expect(await page.getByRole('link', { name: 'Lunch', exact: true }).count()).toBe(0);
      expect(await tabs(page).getByRole('img', { name: 'Changed' }).count()).toBe(0);
      await tab(page, 'All').click();
      await page.getByRole('link', { name: 'Lunch', exact: true }).waitFor();
      await page.getByRole('link', { name: 'Audit', exact: true }).waitFor();
    }));

  test('a view stays open in another layout of the list, which asks for whoever looks', () =>
    as(ANN, async ({ page }) => {
      await go(page, '/order');
      await tab(page, 'Mine, overdue').click();
      await shows(page, 'A-1');
      await page.getByRole('link', { name: 'Board', exact: true }).click();
      await page.getByRole('link', { name: 'A-1', exact: true }).waitFor();
      expect(await page.getByRole('link', { name: /^A-/ }).count()).toBe(1);
      // It has another layout than the view, which its tab says, too.
      const open = tabs(page).getByRole('link', { name: 'Mine, overdue Changed', exact: true });
      expect(await open.getAttribute('aria-current')).toBe('page');
      // The address alone is enough: nothing has been looked up yet.
      await page.reload();
      await page.getByRole('link', { name: 'A-1', exact: true }).waitFor();
      await expectAccessible(page);
      // A view that says no layout is one of the table.
      const isTable = () => page.getByRole('link', { name: 'Table' }).getAttribute('aria-current');
      await tab(page, 'Overdue').click();
      await shows(page, 'A-1', 'A-3');
      expect([await isTable(), new URL(page.url()).searchParams.get('layout')]).toEqual([
        'true',
        null,
      ]);
      await page.getByRole('link', { name: 'Board', exact: true }).click();
      await page.getByRole('link', { name: 'A-3', exact: true }).waitFor();
      await tab(page, 'All').click();
      await shows(page, 'A-1', 'A-2', 'A-3', 'A-4', 'A-5');
      expect(await isTable()).toBe('true');
    }));

  test('a view is an address, whose words stay relative', () =>
    as(ANN, async ({ page }) => {
      await go(page, '/order');
      await tab(page, 'Mine, overdue').click();
      await shows(page, 'A-1');
      const address = new URL(page.url());
      expect(JSON.parse(address.searchParams.get('filter')!)).toEqual({
        ...{ mechanic_id: 'current_user', due_on__within: 'overdue', status__ne: ['done'] },
      });
      await page.reload();
      await shows(page, 'A-1');
      await page.getByRole('link', { name: 'A-1' }).click();
      await page.goBack();
      await shows(page, 'A-1');
      expect(await tab(page, 'Mine, overdue').getAttribute('aria-current')).toBe('page');
    }));

  test('what a list shows is saved, changed, renamed and deleted, by its owner alone', () =>
    as(ANN, async ({ page }) => {
      await go(page, '/order');
      await button(page, 'Filter').click();
      await page.getByRole('combobox', { name: 'Field' }).fill('Status');
      await page.keyboard.press('Enter');
      await page.getByRole('combobox', { name: 'Value' }).press('ArrowDown');
      await page.getByRole('option', { name: 'In progress' }).click();
      await page.keyboard.press('Escape');
      await button(page, 'Show results').click();
      await shows(page, 'A-4');
      await button(page, 'Columns').click();
      await page.getByRole('checkbox', { name: 'Price' }).uncheck();
      await page.keyboard.press('Escape');
      await button(page, 'Save as a view').click();
      await page.getByRole('textbox', { name: 'Name' }).fill('On the lift');
      await page.keyboard.press('Enter');
      await tab(page, 'On the lift').waitFor();
      await shows(page, 'A-4');
      expect(await page.getByRole('columnheader', { name: 'Price' }).count()).toBe(0);
      await expectAccessible(page);
      await shoot(page, 'views-saved');

      await page.getByRole('button', { name: 'Number' }).first().click();
      await tabs(page).getByRole('img', { name: 'Changed' }).waitFor();
      await button(page, 'Save changes').click();
      await tabs(page).getByRole('img', { name: 'Changed' }).waitFor({ state: 'detached' });
      await button(page, 'What to do with the view On the lift').click();
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Lift');
      await page.keyboard.press('Enter');
      await tab(page, 'Lift').waitFor();
      await page.reload();
      await tab(page, 'Lift').waitFor();
      await shows(page, 'A-4');

      await button(page, 'What to do with the view Lift').click();
      await page.getByRole('menuitem', { name: 'Share with the team' }).click();
      const lines = await page.getByRole('dialog').locator('pre').innerText();
      expect(lines).toContain("filter: { status: ['in_progress'] },");
      await button(page, 'Close').click();
      await as(VIC, async ({ page: other }) => {
        await go(other, '/order');
        await tab(other, 'Mine').waitFor();
        await other.waitForTimeout(500);
        expect(await tab(other, 'Lift').count()).toBe(0);
      });
      await button(page, 'What to do with the view Lift').click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await button(page, 'Delete').click();
      await tab(page, 'Lift').waitFor({ state: 'detached' });
      await shows(page, 'A-1', 'A-2', 'A-3', 'A-4', 'A-5');
    }));

  test('what a view names and its reader may not see is said, and the rest is shown', async () => {
    await as(ANN, async ({ page }) => {
      await go(page, '/order');
      await tab(page, 'Dear').click();
      await shows(page, 'A-1');
      await page.getByRole('alert').getByText('Gone').waitFor();
    });
    await as(VIC, async ({ page }) => {
      await go(page, '/order');
      await tab(page, 'Dear').click();
      await shows(page, 'A-1', 'A-3', 'A-5');
      await page.getByRole('alert').getByText('Price and Gone').waitFor();
      await expectAccessible(page);
      await shoot(page, 'views-unavailable');
    });
  });

  test('a click on a value filters, and one beside it opens the record', () =>
    as(ANN, async ({ page }) => {
      await go(page, '/order?filter={}');
      await shows(page, 'A-1', 'A-2', 'A-3', 'A-4', 'A-5');
      // The button comes after the page.
      const only = button(page, 'Only Status: Done');
      const isThere = async () => {
        await page.mouse.move(0, 0);
        await page.getByRole('cell', { name: 'Done' }).hover();
        return only.isVisible();
      };
      await expect.poll(isThere, { timeout: 20_000 }).toBe(true);
      await only.click();
      await shows(page, 'A-2');
      // Its chip opens the condition, which becomes another one.
      await page.getByRole('button', { name: /^Status: Done/ }).click();
      await page.getByLabel('Condition').press('Enter');
      await page.getByRole('option', { name: 'is not', exact: true }).click();
      await button(page, 'Show results').click();
      await shows(page, 'A-1', 'A-3', 'A-4', 'A-5');
      await page.getByText('Status other than Done').waitFor();
    }));

  test('on a phone, in the dark and in German', () =>
    as(
      ANN,
      async ({ page }) => {
        await go(page, '/order');
        const nav = page.getByRole('navigation', { name: 'Ansichten' });
        await nav.getByRole('link', { name: 'Meine überfälligen' }).click();
        await page.getByText('A-1').first().waitFor();
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
        await shoot(page, 'views-phone');
        // What is done with a list stands in one line, into which the search is folded.
        await page.getByRole('navigation').getByRole('link', { name: 'Alle' }).click();
        await page.getByText('A-5').first().waitFor();
        const tool = (name: string) => page.getByRole('button', { name, exact: true });
        const middles = [];
        for (const name of ['Suchen …', 'Filter', 'Spalten']) {
          const { y, height } = (await tool(name).boundingBox())!;
          middles.push(y + height / 2);
        }
        expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
        expect((await page.getByText('A-5').first().boundingBox())!.y).toBeLessThan(260);
        await tool('Suchen …').click();
        await page.keyboard.type('A-4');
        await page.getByText('A-5').first().waitFor({ state: 'detached' });
        await page.getByText('A-4').first().waitFor();
        await expectAccessible(page);
      },
      { width: 390, height: 760, colorScheme: 'dark', locale: 'de-DE', touch: true },
    ));
});

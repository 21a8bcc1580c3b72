import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
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
import { ADMIN, PASSWORD, serveProject, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();

/** Boards by an enum with steps, by a reference, with places in the columns, and of records that are frozen. */
const SPEC = `
models:
  Customer:
    fields: { name: string:required }
  Order:
    board: status
    frozen: { when: status=paid }
    fields:
      number: string:required:label
      status: enum=draft,sent,paid,lost:required:default=draft:steps=draft/sent,sent/paid@Admin,sent/lost
      total: decimal=12,2:unit=EUR
      due_on: date
      customer: ref=Customer
      margin: integer:read=Admin:write=Admin
  Step:
    board: phase
    fields:
      title: string:required
      phase: enum=now,next,later:required:default=now
      position: integer
  Visit:
    board: customer
    fields:
      title: string:required
      customer: ref=Customer
`;

function project(): ReadonlyMap<string, string> {
  const app = withFeatures(appOfSpec('board', SPEC), templates(), ['german']);
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const files = new Map([...renderProject(app, options)].filter(([path]) => path !== '.env'));
  return new Map(withList(new Map([...files, ...Object.entries(LANGUAGE_FILES)])));
}

describe.skipIf(chromium === null)('a list as a board', () => {
  let service: RunningExample;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      serveProject('board', project()),
      openBrowser(chromium ?? ''),
    ]);
    for (const [username, role] of [
      ['max', 'Manager'],
      ['vic', 'Viewer'],
    ])
      await service.call('POST', '/user', { username, password: PASSWORD, roles: [role] });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const as = (username: string, work: (visit: Visit) => Promise<void>, options?: VisitOptions) =>
    asUser(browser, service.url, { username, password: PASSWORD }, work, options);
  const asAdmin = (work: (visit: Visit) => Promise<void>, options: VisitOptions = {}) =>
    asUser(browser, service.url, ADMIN, work, options);
  const go = (page: Page, path: string) => open(page, service.url, path);
  const make = (path: string, values: object) => service.call('POST', path, values);
  const shoot = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: join(folder, `board-${name}.png`) });
  };
  const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const card = (page: Page, name: string) =>
    page.locator('[data-record]').filter({ hasText: name });
  const labels = (at: Locator) => at.locator('[data-record] a').allTextContents();
  const drag = async (page: Page, from: Locator, to: Locator) => {
    const [a, b] = [(await from.boundingBox())!, (await to.boundingBox())!];
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(a.x + a.width / 2 + 12, a.y + a.height / 2 + 4, { steps: 3 });
    await page.mouse.move(b.x + b.width / 2, b.y + Math.min(b.height - 8, 120), { steps: 8 });
  };
  const stored = (path: string, { id }: Row) => service.call('GET', `${path}/${id}`);

  test('leads from the table to the board and back, with the same filters', () =>
    asAdmin(async ({ page }) => {
      const ada = await make('/customer', { name: 'Ada' });
      for (const [at, status] of ['draft', 'draft', 'sent'].entries()) {
        const order = { number: `A-${at}`, total: 100.5 * (at + 1), due_on: `2026-12-0${at + 1}` };
        const made = await make('/order', { ...order, customer_id: ada.id });
        if (status === 'sent') await service.call('PATCH', `/order/${made.id}`, { status });
      }
      await go(page, '/order');
      await page.getByRole('link', { name: 'Board', exact: true }).click();
      await column(page, 'Draft').getByText('A-1').waitFor();
      expect(new URL(page.url()).searchParams.get('layout')).toBe('board');
      expect(await labels(column(page, 'Draft'))).toEqual(['A-1', 'A-0']);
      expect(await column(page, 'Draft').getByText('€301.50').count()).toBe(1);
      expect(await card(page, 'A-2').textContent()).toMatch(/€301\.50.*Ada|Ada.*€301\.50/);
      await expectAccessible(page);
      await shoot(page, 'light');
      await page.getByRole('searchbox').fill('A-1');
      await card(page, 'A-0').waitFor({ state: 'detached' });
      expect(await labels(column(page, 'Draft'))).toEqual(['A-1']);
      const { searchParams } = new URL(page.url());
      expect([searchParams.get('layout'), searchParams.get('filter')]).toEqual([
        'board',
        '{"q":"A-1"}',
      ]);
      await page.getByRole('link', { name: 'Table', exact: true }).click();
      await page.getByRole('cell', { name: 'A-1', exact: true }).waitFor();
      expect(await page.getByRole('searchbox').inputValue()).toBe('A-1');
    }));

  test('moves a card by mouse, to the columns that its steps lead to', () =>
    asAdmin(async ({ page }) => {
      const order = await make('/order', { number: 'M-1', total: 10 });
      await go(page, '/order?layout=board');
      await drag(page, card(page, 'M-1'), column(page, 'Sent'));
      expect(await column(page, 'Paid').getAttribute('data-state')).toBe('closed');
      expect(await column(page, 'Sent').getAttribute('data-state')).toBe('over');
      await shoot(page, 'drag');
      await page.mouse.up();
      await column(page, 'Sent').getByText('M-1').waitFor();
      await page.getByText('M-1 saved').waitFor();
      expect((await stored('/order', order))['status']).toBe('sent');
      expect(page.url()).toContain('layout=board');
      // Where it may not go it is not taken, and Escape takes it back.
      await drag(page, card(page, 'M-1'), column(page, 'Draft'));
      await page.mouse.up();
      await drag(page, card(page, 'M-1'), column(page, 'Lost'));
      await page.keyboard.press('Escape');
      await page.mouse.up();
      expect(await column(page, 'Sent').getByText('M-1').count()).toBe(1);
      expect((await stored('/order', order))['status']).toBe('sent');
    }));
});

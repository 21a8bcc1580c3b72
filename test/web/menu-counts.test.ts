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
import { ADMIN, PASSWORD, serveProject, type RunningExample } from './serve-example.js';

const chromium = findChromium();

/** Two models that can be late, of one of which not everybody may read the state, and two that cannot. */
const SPEC = `
models:
  Invoice:
    fields:
      number: string:required
      status: enum=draft,sent,paid:required:default=sent
      due_on: date
  Claim:
    fields:
      title: string:required
      due_at: datetime
      status: enum=open,closed:required:default=open:read=Admin
  Visit:
    fields:
      title: string:required
      starts_at: datetime
  Note:
    fields: { title: string:required }
`;

function project(): ReadonlyMap<string, string> {
  const app = withFeatures(appOfSpec('counts', SPEC), templates(), ['german']);
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const files = [...renderProject(app, options)].filter(([path]) => path !== '.env');
  return new Map(withList(new Map(files)));
}

describe.skipIf(chromium === null)('the menu, which counts what waits', () => {
  let service: RunningExample;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      serveProject('menu-counts', project()),
      openBrowser(chromium ?? ''),
    ]);
    const { call } = service;
    await call('POST', '/user', { username: 'vic', password: PASSWORD, roles: ['Viewer'] });
    for (const [number, due_on, status] of [
      ['I-1', '2020-01-01', 'sent'],
      ['I-2', '2020-01-02', 'sent'],
      ['I-3', '2020-01-03', 'paid'],
      ['I-4', '2199-01-01', 'sent'],
    ])
      await call('POST', '/invoice', { number, due_on, status });
    await call('POST', '/claim', { title: 'Dent', due_at: '2020-01-01T12:00:00.000Z' });
    await call('POST', '/visit', { title: 'Audit', starts_at: '2020-01-01T12:00:00.000Z' });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const asAdmin = (work: (visit: Visit) => Promise<void>, options: VisitOptions = {}) =>
    asUser(browser, service.url, ADMIN, work, options);
  const go = (page: Page, path: string) => open(page, service.url, path);
  const counts = (page: Page) =>
    page.getByRole('navigation').getByRole('link', { name: /overdue/ });
  const namesOf = async (page: Page) => {
    await counts(page).first().waitFor();
    return counts(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  };

  test('counts what is overdue in one request, without the code of the other models', () =>
    asAdmin(async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await go(page, '/note');
      expect(await namesOf(page)).toEqual(['Invoices: 2 overdue', 'Claims: 1 overdue']);
      expect(asked.filter((path) => path.endsWith('/config/aggregates'))).toHaveLength(1);
      expect(asked.filter((path) => path.startsWith('/api/')).length).toBeLessThanOrEqual(8);
      expect(asked.filter((path) => /(invoice|claim)/.test(path))).toEqual([]);
      await expectAccessible(page);
    }));

  test('leads to what it counts, and counts anew after a change', () =>
    asAdmin(async ({ page }) => {
      await go(page, '/invoice');
      await counts(page).first().click();
      await page.getByText('I-1').waitFor();
      await expect.poll(() => page.getByText('I-4').count()).toBe(0);
      expect(await page.getByText('I-3').count()).toBe(0);
      const row = page.getByRole('row').filter({ hasText: 'I-1' });
      await row.getByRole('button', { name: /Sent/ }).click();
      await page.getByRole('menuitem', { name: 'Paid' }).click();
      await expect.poll(() => namesOf(page)).toEqual(['Invoices: 1 overdue', 'Claims: 1 overdue']);
    }));

  test('tells nobody of records by fields that they may not read', () =>
    asUser(browser, service.url, { username: 'vic', password: PASSWORD }, async ({ page }) => {
      await go(page, '/note');
      expect(await namesOf(page)).toEqual([expect.stringMatching(/^Invoices: \d overdue$/)]);
    }));

  test.each([
    { width: 1360, colorScheme: 'dark' },
    { width: 1024 },
    { width: 390, height: 844, touch: true },
    { width: 1360, locale: 'de-DE' },
  ] satisfies VisitOptions[])('is accessible in %o', (options) =>
    asAdmin(async ({ page }) => {
      await go(page, '/note');
      if (options.width < 900) await page.getByRole('button', { name: 'Open menu' }).click();
      await page
        .getByRole('link', { name: /overdue|überfällig/ })
        .first()
        .waitFor();
      const folder = process.env['SCREENSHOTS'];
      if (folder !== undefined)
        await page.screenshot({
          path: `${folder}/menu-${options.width}-${options.colorScheme ?? options.locale ?? ''}.png`,
        });
      await expectAccessible(page);
    }, options),
  );
});

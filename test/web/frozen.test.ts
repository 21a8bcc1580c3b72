import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withFeatures } from '../../src/project/change/feature-changes.js';
import { renderProject } from '../../src/render/render-project.js';
import { appOfSpec } from '../golden/app-of-spec.js';
import { MADE_AT, templates } from '../golden/example.js';
import { withList } from '../support/list-models.js';
import { asUser, expectAccessible, open, openBrowser } from './browser.js';
import { findChromium } from './find-chromium.js';
import { ADMIN, PASSWORD, serveProject, type RunningExample } from './serve-example.js';

const chromium = findChromium();

const SPEC = `
models:
  Bill:
    frozen: { when: status=paid, except: [Admin] }
    fields:
      number: string:required
      status: enum=open,paid:default=open
  BillLine:
    fields:
      bill: ref=Bill:required:lines:as=items
      text: string:required
`;

function project(): ReadonlyMap<string, string> {
  const app = withFeatures(appOfSpec('frozen', SPEC), templates(), []);
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  return new Map(
    withList(new Map([...renderProject(app, options)].filter(([path]) => path !== '.env'))),
  );
}

describe.skipIf(chromium === null)('frozen records', () => {
  let service: RunningExample;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      serveProject('frozen', project(), {}),
      openBrowser(chromium ?? ''),
    ]);
    const user = { username: 'ann', password: PASSWORD, roles: ['Manager'] };
    await service.call('POST', '/user', user);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const bill = (number: string, status: string) =>
    service.call('POST', '/bill', { number, status, items: [{ text: `of ${number}` }] });
  const lineOf = async (number: string) => {
    const lines = (await service.call('GET', `/bill_line?text=of%20${number}`)) as unknown;
    return (lines as { id: number }[])[0]!.id;
  };
  const actions = async (page: Page, path: string) => {
    await open(page, service.url, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    return {
      edit: await page.getByRole('link', { name: 'Edit', exact: true }).count(),
      delete: await page.getByRole('button', { name: 'Delete', exact: true }).count(),
    };
  };

  test('have no actions that change them, nor have the pages of their lines', async () => {
    await bill('B-1', 'paid');
    await bill('B-2', 'open');
    const [closed, changing] = [await lineOf('B-1'), await lineOf('B-2')];
    const ann = { username: 'ann', password: PASSWORD };
    await asUser(browser, service.url, ann, async ({ page }) => {
      const isOpen = { edit: 1, delete: expect.any(Number) as number };
      expect(await actions(page, `/bill_line/${changing}/show`)).toEqual(isOpen);
      expect(await actions(page, `/bill_line/${closed}/show`)).toEqual({ edit: 0, delete: 0 });
      await page.getByText('No longer changes').waitFor();
      await expectAccessible(page);
      // The form leads back to the page.
      await open(page, service.url, `/bill_line/${closed}`);
      await page.waitForURL(/\/bill_line\/\d+\/show$/);
    });
    await asUser(browser, service.url, ADMIN, async ({ page }) => {
      expect(await actions(page, `/bill_line/${closed}/show`)).toEqual({ edit: 1, delete: 1 });
    });
  });
});

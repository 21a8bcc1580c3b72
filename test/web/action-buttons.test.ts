import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readProject } from '../../src/code/read-project.js';
import { withFeatures } from '../../src/project/change/feature-changes.js';
import { renderProject } from '../../src/render/render-project.js';
import { appOfSpec } from '../golden/app-of-spec.js';
import { MADE_AT, templates } from '../golden/example.js';
import { withList } from '../support/list-models.js';
import { asUser, expectAccessible, open, openBrowser, type VisitOptions } from './browser.js';
import { findChromium } from './find-chromium.js';
import { LANGUAGE_FILES } from './language-files.js';
import { ADMIN, PASSWORD, serveProject, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();

const SPEC = `
models:
  Order:
    label: '{number}'
    frozen: status=paid
    fields:
      number: string:required
      status: 'enum=open,confirmed,paid:required:default=open'
      note: text
`;

const ROUTES = `import { z } from 'zod';
import { conflict, defineRoutes } from '#engine';
import { Order } from './order.model.js';

const Refund = z.strictObject({ reason: z.string().min(3).max(40), amount: z.int().optional() });

export const orderRoutes = defineRoutes(Order, (route) => {
  route.post('/:id/confirm', 'edit', async ({ records, id }) => {
    const { status } = await records.get(id('id'));
    if (status !== 'open') throw conflict('Only an open order can be confirmed.');
    return records.update(id('id'), { status: 'confirmed' });
  });
  route.post('/:id/refund', { action: 'edit', body: Refund }, ({ records, id, body }) =>
    records.update(id('id'), { note: body.reason + ' ' + String(body.amount) }),
  );
  route.delete('/:id/void', 'delete', ({ records, id }) =>
    records.update(id('id'), { note: 'void' }),
  );
  route.get('/:id/paper', 'show', () => ({ ok: true }));
});
`;

/** The project as `sync` leaves it once its developer has written the routes. */
function project(): ReadonlyMap<string, string> {
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const app = withFeatures(appOfSpec('actions', SPEC), templates(), ['german', 'action-buttons']);
  const routes = ['src/models/order/order.routes.ts', ROUTES] as const;
  const before = withList(new Map([...renderProject(app, options), routes]));
  const { models } = readProject(before).app;
  const files = new Map([...renderProject({ ...app, models }, options), routes]);
  files.delete('.env');
  return new Map(withList(new Map([...files, ...Object.entries(LANGUAGE_FILES)])));
}

describe.skipIf(chromium === null)('endpoints of the project`s own in the back-office', () => {
  let service: RunningExample;
  let browser: Browser;
  let made = 0;

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      serveProject('action-buttons', project()),
      openBrowser(chromium ?? ''),
    ]);
    const user = { username: 'vic', password: PASSWORD, roles: ['Viewer'] };
    await service.call('POST', '/user', user);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const asAdmin = (work: (page: Page) => Promise<void>, options: VisitOptions = {}) =>
    asUser(browser, service.url, ADMIN, ({ page }) => work(page), options);
  const make = (values: object = {}) =>
    service.call('POST', '/order', { number: `A-${(made += 1)}`, ...values });
  const read = ({ id }: Row) => service.call('GET', `/order/${id}`);
  const show = (page: Page, { id }: Row) => open(page, service.url, `/order/${id}/show`);
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const shoot = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
  };

  test('a button calls its endpoint, and the record is read again', () =>
    asAdmin(async (page) => {
      const order = await make();
      await show(page, order);
      await expectAccessible(page);
      await shoot(page, 'buttons');
      expect(await button(page, 'Paper').count()).toBe(0);
      await button(page, 'Confirm').click();
      await page.getByText(`Confirm: ${order._label}`).waitFor();
      await page.getByRole('button', { name: 'Confirmed' }).waitFor();
      expect(await read(order)).toMatchObject({ status: 'confirmed' });
      await button(page, 'Confirm').click();
      await page.getByText('Only an open order can be confirmed.').waitFor();
    }));

  test('a body has a form of the fields that its endpoint takes, and says what is wrong there', () =>
    asAdmin(async (page) => {
      const order = await make();
      await show(page, order);
      await button(page, 'Refund').click();
      const dialog = page.getByRole('dialog', { name: `Refund: ${order._label}` });
      await dialog.getByLabel('Reason').waitFor();
      await dialog.getByRole('button', { name: 'Refund' }).click();
      await dialog.getByText('Required').waitFor();
      await dialog.getByLabel('Reason').fill('x');
      await dialog.getByRole('button', { name: 'Refund' }).click();
      await dialog.getByText('at least 3').waitFor();
      await expectAccessible(page);
      await shoot(page, 'form');
      await dialog.getByLabel('Reason').fill('scratched');
      await dialog.getByLabel('Amount').fill('12');
      await dialog.getByLabel('Amount').press('Enter');
      await dialog.waitFor({ state: 'detached' });
      expect(await read(order)).toMatchObject({ note: 'scratched 12' });
    }));

  test('what is dangerous is asked first', () =>
    asAdmin(async (page) => {
      const order = await make();
      await show(page, order);
      await button(page, 'Void').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      expect(await read(order)).toMatchObject({ note: null });
      await button(page, 'Void').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Void' }).click();
      await page.getByText(`Void: ${order._label}`).first().waitFor();
      await expect.poll(async () => (await read(order))['note']).toBe('void');
    }));

  test('selected rows have it, too, and those that were refused stay with their reason', () =>
    asAdmin(async (page) => {
      const orders = [await make(), await make({ status: 'confirmed' }), await make()];
      const filter = encodeURIComponent(JSON.stringify({ id: orders.map(({ id }) => id) }));
      await open(page, service.url, `/order?filter=${filter}`);
      await page.getByLabel('Select all on this page').check();
      await button(page, 'Confirm').click();
      await page.getByRole('dialog', { name: 'Confirm: 3 records' }).waitFor();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await dialog.getByText('Only an open order can be confirmed.').waitFor();
      await dialog.getByRole('listitem').getByText(orders[1]!._label).waitFor();
      await expectAccessible(page);
      await shoot(page, 'bulk');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('1 selected').waitFor();
      for (const order of orders) expect(await read(order)).toMatchObject({ status: 'confirmed' });
    }));

  test('a row has a menu of them, of those that its record has', () =>
    asAdmin(async (page) => {
      const order = await make();
      const paid = await make({ status: 'paid' });
      const filter = encodeURIComponent(JSON.stringify({ id: [order.id, paid.id] }));
      await open(page, service.url, `/order?filter=${filter}`);
      const menu = (row: Row) => button(page, `What to do with ${row._label}`);
      await menu(order).waitFor();
      await expectAccessible(page, { minor: true });
      await menu(order).click();
      expect(await page.getByRole('menuitem').allTextContents()).toEqual([
        'Confirm',
        'Refund',
        'Void',
      ]);
      await expectAccessible(page);
      await shoot(page, 'row-menu');
      await page.getByRole('menuitem', { name: 'Confirm' }).click();
      await page.getByText(`Confirm: ${order._label}`).waitFor();
      expect(await read(order)).toMatchObject({ status: 'confirmed' });
      expect(new URL(page.url()).pathname).toBe('/admin/order');
      // What is dangerous is asked, and what takes a body has its form.
      await menu(order).click();
      await page.getByRole('menuitem', { name: 'Refund' }).click();
      await page.getByRole('dialog').getByLabel('Reason').fill('late');
      await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect.poll(async () => (await read(order))['note']).toContain('late');
      expect(await menu(paid).count()).toBe(0);
    }));

  test('who may not, and a record that is frozen, have no buttons', async () => {
    const order = await make();
    const paid = await make({ status: 'paid' });
    await asUser(
      browser,
      service.url,
      { username: 'vic', password: PASSWORD },
      async ({ page }) => {
        await show(page, order);
        expect(await button(page, 'Confirm').count()).toBe(0);
      },
    );
    await asAdmin(async (page) => {
      await show(page, paid);
      await page.getByText('No longer changes').waitFor();
      expect(await button(page, 'Confirm').count()).toBe(0);
    });
  });

  test('on a phone, in the dark, in German and from right to left nothing is wider than the screen', async () => {
    for (const locale of ['de-DE', 'ar'])
      await asAdmin(
        async (page) => {
          await open(page, service.url, '/order');
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
          await shoot(page, `list-${locale}`);
          await show(page, await make());
          await button(page, 'Refund').click();
          await page.getByLabel('Reason').waitFor();
          await expectAccessible(page);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
          await shoot(page, `phone-${locale}`);
        },
        { width: 390, height: 760, colorScheme: 'dark', locale, touch: true },
      );
  });
});

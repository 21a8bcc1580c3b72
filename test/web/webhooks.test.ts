import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asUser, expectAccessible, open, openBrowser, type Visit } from './browser.js';
import { findChromium } from './find-chromium.js';
import { ADMIN, PASSWORD, serveExample, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();

describe.skipIf(chromium === null)('webhooks in a browser', () => {
  let service: RunningExample;
  let browser: Browser;
  let receiver: Server;
  let to: string;
  let answers = 500;
  const ids: unknown[] = [];

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      ids.push(request.headers['webhook-id']);
      response.writeHead(answers).end('The shop is closed');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => receiver.once('listening', resolve));
    to = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const features = ['admin', 'dashboard', 'search', 'jobs', 'webhooks'];
    const env = { WEBHOOKS_PRIVATE_NETWORKS: '127.0.0.1' };
    [service, browser] = await Promise.all([
      serveExample('orders', { features, env }),
      openBrowser(chromium ?? ''),
    ]);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    receiver?.close();
  });

  const go = (page: Page, path: string) => open(page, service.url, path);
  const asAdmin = (work: (visit: Visit) => Promise<void>, width = 1360) =>
    asUser(browser, service.url, ADMIN, work, { width });
  const shoot = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
  };
  const deliveries = () => service.call<Row[]>('GET', '/webhook_delivery?_sort=id');
  const until = async (holds: (rows: Row[]) => boolean) => {
    while (!holds(await deliveries())) await new Promise((resolve) => setTimeout(resolve, 100));
  };

  test('an administrator makes one, and is shown its secret once', () =>
    asAdmin(async ({ page }) => {
      await go(page, '/');
      await page.getByRole('link', { name: 'Webhooks' }).click();
      await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
      await go(page, '/webhook_endpoint/create');
      await page.getByLabel('URL').fill(to);
      await page.getByLabel('Events').fill('order.c');
      await page.getByRole('option', { name: 'order.created' }).click();
      await page.keyboard.press('Escape');
      await page.getByLabel('Acts as').fill(ADMIN.username);
      await page.getByRole('option', { name: ADMIN.username }).click();
      await expectAccessible(page);
      await shoot(page, 'webhook-form');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('button', { name: 'New secret' }).click();
      const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
      expect(secret).toMatch(/^whsec_/);
      await expectAccessible(page);
      await shoot(page, 'webhook-secret');
      await page.getByRole('button', { name: 'I have copied it' }).click();
      expect(await page.content()).not.toContain(secret);
      await page.getByRole('tab', { name: 'Deliveries' }).waitFor();
      expect(await page.getByRole('link', { name: /^Add / }).count()).toBe(0);
      await shoot(page, 'webhook');
    }));

  test('a delivery that fails is seen, and is sent again as the same message', () =>
    asAdmin(async ({ page }) => {
      const order = { number: 'A-1', customer: 'Ann' };
      await service.call('POST', '/order', order);
      await until(([row]) => row?.['attempts'] === 1);
      await go(page, '/webhook_delivery');
      await page.getByText('order.created').first().click();
      await page.getByText('The endpoint answered 500.').waitFor();
      await page.getByText('The shop is closed').waitFor();
      await page.getByText('"type":"order.created"').waitFor();
      await expectAccessible(page);
      await shoot(page, 'webhook-delivery');
      expect(await page.getByRole('link', { name: /^(Edit|Clone)$/ }).count()).toBe(0);
      answers = 200;
      await page.getByRole('button', { name: 'Send again' }).click();
      await page.getByText(/is being sent again$/).waitFor();
      await until(([row]) => row?.['status'] === 'delivered');
      expect(ids).toHaveLength(2);
      expect(ids[0]).toBe(ids[1]);
    }));

  test('a test is sent', () =>
    asAdmin(async ({ page }) => {
      const [endpoint] = await service.call<Row[]>('GET', '/webhook_endpoint');
      await go(page, `/webhook_endpoint/${endpoint!.id}/show`);
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByText(/^A test is being sent/).waitFor();
      await until((rows) =>
        rows.some(({ type, status }) => type === 'webhook.test' && status === 'delivered'),
      );
    }));

  test('nobody else sees them, and they fit on a phone', async () => {
    const role = { name: 'Everything', allowed_methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] };
    await service.call('POST', '/role', role);
    const username = 'curious';
    await service.call('POST', '/user', { username, password: PASSWORD, roles: ['Everything'] });
    await asUser(browser, service.url, { username, password: PASSWORD }, async ({ page }) => {
      await go(page, '/order');
      expect(await page.getByRole('link', { name: /^Webhook/ }).count()).toBe(0);
    });
    await asAdmin(async ({ page }) => {
      await go(page, '/webhook_endpoint');
      await page.getByText(to).first().waitFor();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
      await shoot(page, 'webhooks-phone');
    }, 390);
  });
});

import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asUser, expectAccessible, open, openBrowser, type Visit } from './browser.js';
import { findChromium } from './find-chromium.js';
import { ADMIN, PASSWORD, serveExample, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();

/** What a developer writes: a job that ends well, one that fails, and an endpoint that puts both into the queue. */
const FILES = {
  'src/jobs/jobs.ts': `
import { z } from 'zod';
import { defineJob, GiveUp, jobsFeature } from '#engine/jobs';

export const sendInvoice = defineJob('send-invoice', z.object({ order: z.int() }), () => undefined);
export const chargeCard = defineJob(
  'charge-card',
  z.object({ order: z.int(), amount: z.string() }),
  ({ payload }) => {
    if (payload.order === 2) throw new GiveUp('The card was declined: it has expired.');
    throw new Error('payments.example did not answer');
  },
  { backoff: '12m' },
);
const nightly = defineJob('nightly-report', z.object({}), () => undefined, {
  cron: { expression: '30 3 * * *', timeZone: 'Europe/Zurich' },
});
export const jobs = jobsFeature([sendInvoice, chargeCard, nightly]);
`,
  'src/routes/routes.ts': `
import { defineRouter, type OwnRouter } from '#engine';
import { enqueue } from '#engine/jobs';
import { chargeCard, sendInvoice } from '../jobs/jobs.js';

export const routers: readonly OwnRouter[] = [
  defineRouter('/checkout', {}, (route) => {
    route.post('/:order', async (context) => {
      const order = context.id('order');
      await enqueue(context, chargeCard, { order, amount: '42.00' });
      await enqueue(context, sendInvoice, { order }, order === 3 ? { delay: '2h' } : {});
    });
  }),
];
`,
};

describe.skipIf(chromium === null)('background jobs in a browser', () => {
  let service: RunningExample;
  let browser: Browser;

  beforeAll(async () => {
    const features = ['admin', 'dashboard', 'search', 'jobs'];
    [service, browser] = await Promise.all([
      serveExample('orders', { features, files: FILES }),
      openBrowser(chromium ?? ''),
    ]);
    for (const order of [1, 2, 3]) await service.call('POST', `/checkout/${order}`);
    const isSettled = async () => {
      const rows = await service.call<Row[]>('GET', '/background_job?name=charge-card');
      return rows.every(({ attempts }) => attempts === 1);
    };
    while (!(await isSettled())) await new Promise((resolve) => setTimeout(resolve, 100));
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const go = (page: Page, path: string) => open(page, service.url, path);
  const asAdmin = (work: (visit: Visit) => Promise<void>, width = 1360) =>
    asUser(browser, service.url, ADMIN, work, { width });
  const shoot = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
  };

  test('an administrator sees what waits, has failed and is done', () =>
    asAdmin(async ({ page }) => {
      await go(page, '/');
      await page.getByRole('link', { name: 'Background jobs' }).click();
      await page.getByRole('heading', { name: 'Background jobs' }).waitFor();
      await page.getByText('7 records').waitFor();
      await page.getByText('payments.example did not answer').first().waitFor();
      await expectAccessible(page);
      await shoot(page, 'jobs');
      expect(await page.getByRole('link', { name: /^New / }).count()).toBe(0);
      await go(page, '/background_job/create');
      await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    }));

  test('a job that has failed is retried, and one that waits is cancelled', () =>
    asAdmin(async ({ page }) => {
      const [failed] = await service.call<Row[]>('GET', '/background_job?status=failed');
      await go(page, `/background_job/${failed!.id}/show`);
      await page.getByText('The card was declined: it has expired.').waitFor();
      await page.getByText('"amount"').waitFor();
      await expectAccessible(page);
      await shoot(page, 'job');
      expect(await page.getByRole('link', { name: /^(Edit|Clone)$/ }).count()).toBe(0);
      await page.getByRole('button', { name: 'Retry' }).click();
      await page.getByText(/will run again$/).waitFor();

      const waiting = await service.call<Row[]>(
        'GET',
        '/background_job?status=waiting&name=send-invoice',
      );
      await go(page, `/background_job/${waiting[0]!.id}/show`);
      await page.getByRole('button', { name: 'Cancel job' }).click();
      await page.getByText(/is cancelled$/).waitFor();
      await page.getByRole('button', { name: 'Retry' }).waitFor();
      const row = await service.call<Row>('GET', `/background_job/${waiting[0]!.id}`);
      expect(row['status']).toBe('cancelled');
    }));

  test('nobody else sees them, and nobody writes one', async () => {
    const role = { name: 'Everything', allowed_methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] };
    await service.call('POST', '/role', role);
    const username = 'curious';
    await service.call('POST', '/user', { username, password: PASSWORD, roles: ['Everything'] });
    const token = await service.signIn(username, PASSWORD);
    const [job] = await service.call<Row[]>('GET', '/background_job');
    for (const [method, path] of [
      ['GET', '/background_job'],
      ['GET', `/background_job/${job!.id}`],
      ['POST', `/background_job/${job!.id}/retry`],
      ['DELETE', `/background_job/${job!.id}`],
    ] as const)
      await expect(service.call(method, path, undefined, token)).rejects.toThrow('403');
    await expect(service.call('POST', '/background_job', { name: 'x' })).rejects.toThrow('403');
    await service.call('PATCH', `/background_job/${job!.id}`, { name: 'other', payload: 1 });
    const after = await service.call<Row>('GET', `/background_job/${job!.id}`);
    expect(after).toMatchObject({ name: job!['name'], payload: job!['payload'] });
    await asUser(browser, service.url, { username, password: PASSWORD }, async ({ page }) => {
      await go(page, '/order');
      expect(await page.getByRole('link', { name: 'Background jobs' }).count()).toBe(0);
    });
  });

  test('they fit on a phone', () =>
    asAdmin(async ({ page }) => {
      await go(page, '/background_job');
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
      await shoot(page, 'jobs-phone');
    }, 390));
});

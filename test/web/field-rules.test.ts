import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, open, openBrowser, signIn, visit } from './browser.js';
import { findChromium } from './find-chromium.js';
import { ADMIN, PASSWORD, serveExample, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();

describe.skipIf(chromium === null)('the back-office of clinic in a browser', () => {
  let service: RunningExample;
  let browser: Browser;
  let patient: Row;
  let doctor: Row;

  beforeAll(async () => {
    [service, browser] = await Promise.all([serveExample('clinic'), openBrowser(chromium ?? '')]);
    const tenant = await service.call('POST', '/tenant', { name: 'North' });
    const anna = { username: 'anna', email: 'anna@example.com', password: PASSWORD };
    await service.call('POST', '/user', { ...anna, roles: ['Manager'], tenants: [tenant.id] });
    const token = await service.signIn('anna', PASSWORD);
    doctor = await service.call('POST', '/doctor', {
      name: 'Ines',
      email: 'ines@example.com',
      salary: 84000.5,
    });
    const body = { number: 'P-1', first_name: 'Kim', last_name: 'Dias', doctor_id: doctor.id };
    patient = await service.call('POST', '/patient', body, token);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function as(who: 'admin' | 'anna', work: (page: Page) => Promise<void>): Promise<void> {
    const { page, context, complaints } = await visit(browser, service.url);
    await signIn(page, service.url, who, who === 'admin' ? ADMIN.password : PASSWORD);
    await work(page);
    expect(complaints).toEqual([]);
    await context.close();
  }

  test('a field that the user may not read is nowhere', async () => {
    await as('admin', async (page) => {
      await open(page, service.url, `/doctor/${doctor.id}/show`);
      expect(await page.getByText('84,000.50').count()).toBe(1);
    });
    await as('anna', async (page) => {
      await open(page, service.url, `/doctor/${doctor.id}/show`);
      expect(await page.getByText('Salary').count()).toBe(0);
      await open(page, service.url, `/doctor/${doctor.id}`);
      expect(await page.getByLabel('Salary').count()).toBe(0);
      await open(page, service.url, '/doctor');
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByText('Specialty').first().waitFor();
      expect(await page.getByText('Salary').count()).toBe(0);
    });
  });

  test('a field that the user may not write is shown, but not changed', () =>
    as('anna', async (page) => {
      await open(page, service.url, `/patient/${patient.id}`);
      await page.getByText('You may see this, but not change it.').waitFor();
      await page.getByLabel('First name').fill('Robin');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('heading', { name: 'Dias, Robin' }).waitFor();
    }));

  test('every type of field has an input that keeps what it is given', () =>
    as('admin', async (page) => {
      await open(page, service.url, '/specimen/create');
      await page.getByLabel('Short').fill('S-1');
      await page.getByLabel('Big').fill('1234567890123456789');
      await page.getByLabel('Price').fill('12.5');
      await page.getByLabel('Taken on').fill('2026-11-20');
      await page.getByLabel('Taken time').fill('08:15:30');
      await page.getByLabel('Taken at').fill('2026-11-20T09:45');
      await page.getByLabel('Data').fill('{"tube": [1, 2]}');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('heading', { name: /^Specimen #/ }).waitFor();
      const [specimen] = await service.call<[Row]>('GET', '/specimen?short=S-1');
      const taken_at = await page.evaluate(() => new Date('2026-11-20T09:45').toISOString());
      expect(specimen).toMatchObject({
        big: '1234567890123456789',
        price: 12.5,
        taken_on: '2026-11-20',
        taken_time: '08:15:30',
        taken_at,
        data: { tube: [1, 2] },
        ready: true,
        fee: 1.5,
      });
    }));
});

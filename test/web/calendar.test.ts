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

/** Calendars by two moments that do not overlap in a room, and by a date. */
const SPEC = `
models:
  Building:
    fields: { name: string:required }
  Room:
    fields: { name: string:required, building: ref=Building }
  Booking:
    calendar: { from: starts_at, to: ends_at }
    no_overlap: { fields: [starts_at, ends_at], by: [room] }
    fields:
      title: string:required:label
      status: enum=open,done:default=open
      starts_at: datetime:required
      ends_at: datetime:required
      room: ref=Room:required
      building: ref=Building:as=bookings
  Task:
    calendar: due_on
    fields:
      title: string:required
      due_on: date
`;

function project(): ReadonlyMap<string, string> {
  const app = withFeatures(appOfSpec('calendar', SPEC), templates(), ['german']);
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const files = new Map([...renderProject(app, options)].filter(([path]) => path !== '.env'));
  return new Map(withList(new Map([...files, ...Object.entries(LANGUAGE_FILES)])));
}

const BERLIN = { timezoneId: 'Europe/Berlin' };

describe.skipIf(chromium === null)('a list as a calendar', () => {
  let service: RunningExample;
  let browser: Browser;
  let room: Row;

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      serveProject('calendar', project()),
      openBrowser(chromium ?? ''),
    ]);
    const { id } = await service.call<Row>('POST', '/building', { name: 'Main' });
    room = await service.call('POST', '/room', { name: 'Blue', building_id: id });
    await service.call('POST', '/user', { username: 'vic', password: PASSWORD, roles: ['Viewer'] });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const as = (username: string, work: (visit: Visit) => Promise<void>, options?: VisitOptions) =>
    asUser(browser, service.url, { username, password: PASSWORD }, work, { ...BERLIN, ...options });
  const asAdmin = (work: (visit: Visit) => Promise<void>, options: VisitOptions = {}) =>
    asUser(browser, service.url, ADMIN, work, { ...BERLIN, ...options });
  const go = (page: Page, path: string) => open(page, service.url, path);
  const book = (title: string, starts_at: string, ends_at: string): Promise<Row> =>
    service.call('POST', '/booking', { title, starts_at, ends_at, room_id: room.id });
  const stored = (path: string, { id }: Row) => service.call('GET', `${path}/${id}`);
  const shoot = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: join(folder, `calendar-${name}.png`) });
  };
  const day = (page: Page, name: string) =>
    page.getByRole('listitem', { name: new RegExp(name.replace(' ', ',? ')) }).first();
  const entry = (page: Page, name: string) =>
    page.locator('a[data-record]').filter({ hasText: name });
  const drag = async (page: Page, from: Locator, to: Locator, at?: number) => {
    const [a, b] = [(await from.boundingBox())!, (await to.boundingBox())!];
    await page.mouse.move(a.x + a.width / 2, a.y + 6);
    await page.mouse.down();
    await page.mouse.move(a.x + a.width / 2 + 12, a.y + 10, { steps: 3 });
    await page.mouse.move(b.x + b.width / 2, at ?? b.y + b.height - 12, { steps: 8 });
  };
  const NOVEMBER = '/booking?layout=calendar&unit=month&day=2026-11-16';
  const WEEK = '/booking?layout=calendar&unit=week&day=2026-11-18';

  test('shows a month, and moves a record to another day at the same time', () =>
    asAdmin(async ({ page }) => {
      const made = await book('Fitting', '2026-11-10T08:00:00.000Z', '2026-11-10T09:30:00.000Z');
      await book('Trade fair', '2026-11-19T08:00:00.000Z', '2026-11-21T16:00:00.000Z');
      const asked: string[] = [];
      page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
      await go(page, NOVEMBER);
      await page.getByRole('heading', { name: 'November 2026' }).waitFor();
      expect(await page.locator('h1').allTextContents()).toEqual(['Bookings']);
      // Only what is seen is asked for, in the zone that is said: the week of the locale begins on Monday.
      const lists = asked.filter((url) => url.includes('/api/booking?'));
      expect(lists).toHaveLength(1);
      expect(lists[0]).toContain('starts_at__lte=2026-12-06T22:59:59.999Z');
      expect(lists[0]).toContain('ends_at__gte=2026-10-25T23:00:00.000Z');
      await page.getByText('Times in Europe/Berlin').waitFor();
      await expect
        .poll(() => day(page, 'Tuesday 10 November 2026').textContent())
        .toContain('09:00Fitting');
      expect(await entry(page, 'Trade fair').count()).toBe(3);
      await expectAccessible(page);
      await shoot(page, 'month');
      await drag(page, entry(page, 'Fitting'), day(page, 'Thursday 12 November 2026'));
      await page.mouse.up();
      await day(page, 'Thursday 12 November 2026').getByText('Fitting').waitFor();
      await page.getByText('Fitting saved').waitFor();
      const { starts_at, ends_at } = await stored('/booking', made);
      expect([starts_at, ends_at]).toEqual([
        '2026-11-12T08:00:00.000Z',
        '2026-11-12T09:30:00.000Z',
      ]);
    }));

  test('shows a week, moves to a time of day, and says why an overlap is refused', () =>
    asAdmin(async ({ page }) => {
      const made = await book('Check', '2026-11-17T09:00:00.000Z', '2026-11-17T10:00:00.000Z');
      await book('Repair', '2026-11-18T09:00:00.000Z', '2026-11-18T11:00:00.000Z');
      await go(page, WEEK);
      await entry(page, 'Repair').waitFor();
      await expectAccessible(page);
      await shoot(page, 'week');
      // An hour later, on the same day.
      const box = (await entry(page, 'Check').boundingBox())!;
      await drag(page, entry(page, 'Check'), entry(page, 'Check'), box.y + 6 + 48);
      await page.mouse.up();
      await page.getByText('Check saved').waitFor();
      expect((await stored('/booking', made))['starts_at']).toBe('2026-11-17T10:00:00.000Z');
      await drag(
        page,
        entry(page, 'Check'),
        entry(page, 'Repair'),
        (await entry(page, 'Repair').boundingBox())!.y + 20,
      );
      await page.mouse.up();
      await page.getByRole('alert').filter({ hasText: 'Check' }).waitFor();
      await shoot(page, 'refused');
      expect((await stored('/booking', made))['starts_at']).toBe('2026-11-17T10:00:00.000Z');
      await day(page, 'Tuesday 17 November 2026').waitFor();
    }));

  test('tells when, what and whose it is, and more on a click before the record is opened', async () => {
    const early = ['2027-02-02T04:00:00.000Z', '2027-02-02T05:00:00.000Z'] as const;
    await book('Alignment', ...early);
    const EARLY = '/booking?layout=calendar&unit=week&day=2027-02-02';
    await asAdmin(async ({ page }) => {
      await go(page, EARLY);
      const link = entry(page, 'Alignment');
      await link.getByText('Blue').waitFor();
      // The week has been scrolled to it.
      const { top, bottom } = await page.locator('[data-scrolls="y"]').evaluate((box) => {
        const rect = box.getBoundingClientRect();
        return { top: rect.top, bottom: rect.bottom };
      });
      const place = (await link.boundingBox())!;
      expect(place.y).toBeGreaterThanOrEqual(top);
      expect(place.y + place.height).toBeLessThan(bottom);
      expect(await link.textContent()).toContain('05:00–06:00Alignment');
      await link.click();
      const dialog = page.getByRole('dialog', { name: 'Alignment' });
      await dialog.getByText('Tuesday, 2 February 2027, 05:00–06:00').waitFor();
      await dialog.getByText('Room', { exact: true }).waitFor();
      await expectAccessible(page);
      await shoot(page, 'details');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.waitForFunction(() => document.activeElement?.matches('a[data-record]'));
      await page.keyboard.press('Enter');
      await dialog.getByRole('link', { name: 'Edit' }).click();
      await page.getByRole('heading', { name: 'Edit Alignment' }).waitFor();
    });
    await as('vic', async ({ page }) => {
      await go(page, EARLY);
      await entry(page, 'Alignment').click();
      const dialog = page.getByRole('dialog', { name: 'Alignment' });
      expect(await dialog.getByRole('link', { name: 'Edit' }).count()).toBe(0);
      await dialog.getByRole('link', { name: 'Open' }).click();
      await page.getByRole('heading', { level: 1, name: 'Alignment' }).waitFor();
    });
  });

  test('makes a record of the day, or of the time, that was clicked', () =>
    asAdmin(async ({ page }) => {
      await go(page, '/task?layout=calendar&day=2026-11-16');
      const box = (await day(page, 'Monday 16 November 2026').boundingBox())!;
      await page.mouse.click(box.x + box.width / 2, box.y + box.height - 10);
      await page.getByRole('heading', { name: 'New task' }).waitFor();
      expect(await page.getByLabel('Due on').inputValue()).toBe('2026-11-16');
      await page.getByLabel('Title').fill('Sweep');
      await page.getByRole('button', { name: 'Create' }).click();
      await day(page, 'Monday 16 November 2026').getByText('Sweep').waitFor();
      expect(page.url()).toContain('layout=calendar');
      await go(page, WEEK);
      const column = page.locator('[data-drop="2026-11-20T"]');
      const { x, width } = (await column.boundingBox())!;
      const { y } = (await page.getByText('12', { exact: true }).first().boundingBox())!;
      await page.mouse.click(x + width / 2, y + 12);
      await page.getByRole('heading', { name: 'New booking' }).waitFor();
      expect(await page.getByLabel('Starts at').inputValue()).toBe('2026-11-20T12:00');
      expect(await page.getByLabel('Ends at').inputValue()).toBe('2026-11-20T13:00');
      // The building of a room is that of its booking.
      await page.getByRole('combobox', { name: 'Room' }).click();
      await page.getByRole('option', { name: 'Blue' }).click();
      await expect
        .poll(() => page.getByRole('combobox', { name: 'Building' }).inputValue())
        .toBe('Main');
    }));

  test('has all weeks of a month in the window, and leaves the head of the page in sight', () =>
    asAdmin(async ({ page }) => {
      await page.clock.setFixedTime('2026-11-30T10:00:00Z');
      await go(page, '/task?layout=calendar');
      const last = day(page, 'Monday 30 November 2026');
      await last.waitFor();
      const { y, height } = (await last.boundingBox())!;
      expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      await page.setViewportSize({ width: 1280, height: 600 });
      await expect.poll(async () => (await last.boundingBox())!.height).toBeLessThan(height);
    }));

  test('moves by keyboard, and says where it is; of several days, all of them', () =>
    asAdmin(async ({ page }) => {
      const made = await book('Course', '2026-12-08T08:00:00.000Z', '2026-12-09T16:00:00.000Z');
      await go(page, '/booking?layout=calendar&day=2026-12-08');
      const link = entry(page, 'Course').first();
      await link.press(' ');
      await page
        .getByRole('status')
        .filter({ hasText: /Course picked up, on Tuesday,? 8 December/ })
        .waitFor();
      await link.press('ArrowDown');
      await link.press('ArrowRight');
      await page
        .getByRole('status')
        .filter({ hasText: /Wednesday,? 16 December/ })
        .waitFor();
      await expectAccessible(page);
      await link.press('Enter');
      await page.getByText('Course saved').waitFor();
      const { starts_at, ends_at } = await stored('/booking', made);
      expect([starts_at, ends_at]).toEqual([
        '2026-12-16T08:00:00.000Z',
        '2026-12-17T16:00:00.000Z',
      ]);
      await page.waitForFunction(() => document.activeElement?.textContent?.includes('Course'));
    }));

  test('keeps the filters of the list, and the period with them', () =>
    asAdmin(async ({ page }) => {
      await book('Wash', '2027-01-12T08:00:00.000Z', '2027-01-12T09:00:00.000Z');
      await book('Tyres', '2027-01-12T10:00:00.000Z', '2027-01-12T11:00:00.000Z');
      await go(page, '/booking?layout=calendar&unit=week&day=2027-01-12');
      await entry(page, 'Wash').waitFor();
      await page.getByRole('searchbox').fill('Tyres');
      await entry(page, 'Wash').waitFor({ state: 'detached' });
      const { searchParams } = new URL(page.url());
      expect(Object.fromEntries(searchParams)).toMatchObject({
        ...{ layout: 'calendar', unit: 'week', day: '2027-01-12', filter: '{"q":"Tyres"}' },
      });
      await page.getByRole('button', { name: 'Forward' }).click();
      await page.getByRole('heading', { name: /18\s–\s24 Jan 2027/ }).waitFor();
      await entry(page, 'Tyres').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Back' }).click();
      await entry(page, 'Tyres').waitFor();
      expect(await page.getByRole('searchbox').inputValue()).toBe('Tyres');
    }));

  test('is only read by who may not edit', async () => {
    const made: Row = await service.call('POST', '/task', { title: 'Look', due_on: '2026-11-24' });
    await as('vic', async ({ page }) => {
      await go(page, '/task?layout=calendar&day=2026-11-24');
      await entry(page, 'Look').waitFor();
      expect(await page.getByRole('link', { name: /^24/ }).count()).toBe(0);
      await drag(page, entry(page, 'Look'), day(page, 'Thursday 26 November 2026'));
      await page.mouse.up();
      await expectAccessible(page);
    });
    expect((await stored('/task', made))['due_on']).toBe('2026-11-24');
  });

  test('is a list of the chosen day on a phone, in the dark, in German; and is there from right to left', async () => {
    const made: Row = await service.call('POST', '/task', { title: 'Paint', due_on: '2026-11-25' });
    await asAdmin(
      async ({ page }) => {
        await go(page, '/task?layout=calendar&day=2026-11-25');
        await entry(page, 'Paint').waitFor();
        await expectAccessible(page);
        await shoot(page, 'phone');
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide).toBeLessThanOrEqual(390);
        await page.getByRole('button', { name: 'Paint verschieben' }).tap();
        await page.getByRole('menuitem', { name: 'Einen Tag später' }).tap();
        await page.getByText('Nichts an diesem Tag').waitFor();
        await page.getByRole('button', { name: /26\. November/ }).tap();
        await entry(page, 'Paint').waitFor();
      },
      { width: 390, height: 844, colorScheme: 'dark', locale: 'de-DE', touch: true },
    );
    expect((await stored('/task', made))['due_on']).toBe('2026-11-26');
    await asAdmin(
      async ({ page }) => {
        await go(page, '/task?layout=calendar&day=2026-11-25');
        expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
        const link = entry(page, 'Paint');
        // A text of another script is cut at its end.
        const bidi = (one: Element) => getComputedStyle(one).unicodeBidi;
        expect(await link.locator('b').evaluate(bidi)).toBe('plaintext');
        // The next day is on the left.
        for (const key of [' ', 'ArrowLeft', 'Enter']) await link.press(key);
        await expect.poll(async () => (await stored('/task', made))['due_on']).toBe('2026-11-27');
        await expectAccessible(page);
        await shoot(page, 'rtl');
      },
      { locale: 'ar' },
    );
  });

  test('shows a month of 5,000 records as quickly as of a few', () =>
    asAdmin(async ({ page }) => {
      const first = Date.UTC(2028, 0, 1);
      for (let batch = 0; batch < 50; batch++)
        await service.call(
          'POST',
          '/task',
          Array.from({ length: 100 }, (_, at) => {
            const on = new Date(first + ((batch * 100 + at) % 365) * 86_400_000);
            return { title: `Task ${batch}-${at}`, due_on: on.toISOString().slice(0, 10) };
          }),
        );
      const asked: string[] = [];
      page.on('request', (request) => void asked.push(request.url()));
      const begun = Date.now();
      await page.goto(`${service.url}/admin/task?layout=calendar&day=2028-05-10`);
      await page.locator('a[data-record]').first().waitFor();
      const took = Date.now() - begun;
      const lists = asked.filter((url) => url.includes('/api/task'));
      process.stdout.write(
        `calendar of 5,000: first record after ${took} ms, ${lists.length} request of records\n`,
      );
      expect(lists).toHaveLength(1);
      await page.getByRole('button', { name: '12 more' }).first().click();
      await page.getByRole('dialog').waitFor();
      await expectAccessible(page);
      await shoot(page, 'many');
    }));
});

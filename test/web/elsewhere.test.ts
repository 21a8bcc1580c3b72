import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asUser, open, openBrowser, visit, type Visit } from './browser.js';
import { dependentsTests, type Clinic } from './dependents-tests.js';
import { findChromium } from './find-chromium.js';
import { labelSearchTests } from './label-search-tests.js';
import {
  ADMIN,
  PASSWORD,
  buildWeb,
  freePort,
  serveExample,
  type Row,
  type RunningExample,
} from './serve-example.js';
import { serveStatic, type StaticHost } from './serve-static.js';

const chromium = findChromium();

/** Elsewhere it has nothing that it can do without, but a page of its developer's. */
const ELSEWHERE = {
  'features.gen.ts': `import Icon from '@mui/icons-material/Dashboard';
import { page, type UiFeature } from '#ui';

export const features: readonly UiFeature[] = [
  {
    name: 'report',
    texts: { en: { title: 'Reports', heading: 'Report of the week' } },
    menu: { to: '/report', icon: Icon, label: 'report.title' },
    pages: [{ path: '/report', page: page(() => import('./pages/report'), 'Report') }],
  },
];
`,
  'pages/report.tsx': `import { PageHeader } from '#ui';
import { useTranslate } from 'react-admin';

export const Report = () => <PageHeader title={useTranslate()('report.heading')} />;
`,
};

/** A rule of the developer's own, which no page knows of. */
/** As `init` registers it. */
const SEARCH = { models: ['Patient'], fields: ['number', 'first_name', 'last_name'] };
const HIDDEN_TAGS = {
  'src/models/tag/tag.access.ts': `import { custom, defineAccess } from '#engine';
import type { Tag } from './tag.model.js';

export const tagAccess = defineAccess<Tag>({
  rows: [custom((user, where) => (user.username === 'chief' ? where.none : where.all))],
});
`,
};

describe.skipIf(chromium === null)('the back-office of clinic from elsewhere', () => {
  let service: RunningExample;
  let browser: Browser;
  let host: StaticHost;
  let stranger: StaticHost;

  beforeAll(async () => {
    const [port, otherPort] = [await freePort(), await freePort()];
    const env = { CORS_ORIGINS: `http://127.0.0.1:${port}`, DOCS: 'signed-in' };
    [service, browser] = await Promise.all([
      serveExample('clinic', { env, files: HIDDEN_TAGS, search: SEARCH }),
      openBrowser(chromium ?? ''),
    ]);
    for (const [path, text] of Object.entries(ELSEWHERE))
      writeFileSync(join(service.folder, 'web/src', path), text);
    await buildWeb(service.folder, {
      outDir: 'elsewhere',
      ADMIN_BASE: '/',
      VITE_API_URL: `${service.url}/api`,
    });
    const files = join(service.folder, 'web/elsewhere');
    [host, stranger] = await Promise.all([serveStatic(files, port), serveStatic(files, otherPort)]);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await Promise.all([service?.stop(), host?.stop(), stranger?.stop()]);
  });

  describe('as static files of another host', () => {
    const fillLogin = async (page: Page, url: string) => {
      await page.goto(`${url}/`);
      await page.getByLabel('User name').fill(ADMIN.username);
      await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };

    test('one signs in, lists, changes and follows a deep link', async () => {
      const tag = await service.call('POST', '/tag', { name: 'urgent', color: 'red' });
      const { page, context, complaints, strangers } = await visit(browser, host.url);
      await fillLogin(page, host.url);
      await page.getByRole('link', { name: 'Tags', exact: true }).first().click();
      await page.getByText('1 record', { exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/tag');
      await page.getByRole('cell', { name: 'urgent', exact: true }).click();
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel('Name').fill('very urgent');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('heading', { name: 'very urgent' }).waitFor();
      await page.goto(`${host.url}/tag/${tag.id}/show`);
      await page.getByRole('heading', { name: 'very urgent' }).waitFor();
      expect(complaints).toEqual([]);
      const asked = strangers.map((url) => new URL(url).origin);
      expect([...new Set(asked)]).toEqual([service.url]);
      await context.close();
    });

    test('without the features it opens with the first list, and has a page of its developer`s in the menu', async () => {
      const { page, context, complaints } = await visit(browser, host.url);
      await fillLogin(page, host.url);
      await page.getByRole('heading', { level: 1, name: 'Wards' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/ward');
      const menu = page.getByRole('navigation', { name: 'Menu' });
      expect(await menu.getByRole('link').allTextContents()).toEqual(
        expect.arrayContaining(['Reports', 'Appointments', 'Users']),
      );
      expect(await menu.getByRole('link', { name: 'Dashboard' }).count()).toBe(0);
      await menu.getByRole('link', { name: 'Reports' }).click();
      await page.getByRole('heading', { level: 1, name: 'Report of the week' }).waitFor();
      const bar = page.getByRole('button', { name: /Search or jump/ });
      expect([
        await bar.count(),
        await page.getByText(/^(dashboard|search|tree)\./).count(),
      ]).toEqual([0, 0]);
      await menu.getByRole('link', { name: 'Wards' }).click();
      await page.getByRole('heading', { level: 1, name: 'Wards' }).waitFor();
      expect(await page.getByRole('link', { name: 'Tree view' }).count()).toBe(0);
      await page.keyboard.press('Control+K');
      expect(await page.getByRole('dialog').count()).toBe(0);
      await page.goto(`${host.url}/nowhere/at/all`);
      await page.getByRole('link', { name: 'Go to the start page' }).click();
      await page.getByRole('heading', { level: 1, name: 'Wards' }).waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    });

    test('a change by somebody else is noticed there, too', async () => {
      const tag = await service.call('POST', '/tag', { name: 'shared' });
      const { page, context } = await visit(browser, host.url);
      await fillLogin(page, host.url);
      await page.getByRole('button', { name: /account of/ }).waitFor();
      await page.goto(`${host.url}/tag/${tag.id}`);
      await page.getByLabel('Name').fill('mine');
      await service.call('PATCH', `/tag/${tag.id}`, { name: 'theirs' });
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('dialog', { name: 'Someone else has changed this' }).waitFor();
      await context.close();
    });

    test('a host that CORS_ORIGINS does not name gets nothing, and says so', async () => {
      const { page, context } = await visit(browser, stranger.url);
      await fillLogin(page, stranger.url);
      await page
        .getByRole('alert')
        .getByText(/cannot be reached/)
        .waitFor();
      await context.close();
    });
  });

  describe('the API documentation for signed-in users', () => {
    const document = (page: Page) => page.getByRole('heading', { name: /^Clinic/ });

    test('asks for a token where nobody is signed in', async () => {
      const { page, context, complaints } = await visit(browser, service.url);
      await page.goto(`${service.url}/docs`);
      const token = page.getByLabel('Access token');
      for (const wrong of ['wrong', '“wrong”']) {
        await token.fill(wrong);
        await page.getByRole('button', { name: 'Show' }).click();
        await page.getByText('The token has expired or is not valid').waitFor();
      }
      await token.fill(await service.signIn(ADMIN.username, ADMIN.password));
      await page.getByRole('button', { name: 'Show' }).click();
      await document(page).waitFor();
      expect(await token.isVisible()).toBe(false);
      expect(complaints).toEqual([]);
      await context.close();
    });

    test('is there at once for who is signed in to the back-office', () =>
      asUser(browser, service.url, ADMIN, async ({ page }) => {
        await page.goto(`${service.url}/docs`);
        await document(page).waitFor();
        expect(await page.getByLabel('Access token').isVisible()).toBe(false);
      }));
  });

  test('a new record shows the day and the time that it gets', () =>
    asUser(browser, service.url, ADMIN, async ({ page }) => {
      await open(page, service.url, '/appointment/create');
      const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
      await expect.poll(() => page.getByLabel('Booked on').inputValue()).toBe(today);
      expect(await page.getByLabel('Booked at').inputValue()).toMatch(
        RegExp(`^${today}T\\d\\d:\\d\\d$`),
      );
      await page.getByLabel('Subject').fill('A check-up');
      expect(await page.getByLabel('Booked on').inputValue()).toBe(today);
    }));

  test('a clone leaves out what no two records have alike', async () => {
    const doctor = { name: 'Ada Lovelace', email: 'ada@example.com', website: 'https://ada.test' };
    const { id } = await service.call('POST', '/doctor', doctor);
    await asUser(browser, service.url, ADMIN, async ({ page }) => {
      await open(page, service.url, `/doctor/${id}/show`);
      await page.getByRole('link', { name: 'Clone' }).click();
      await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Ada Lovelace');
      expect(await page.getByLabel('Website').inputValue()).toBe('https://ada.test');
      expect(await page.getByLabel('Email').inputValue()).toBe('');
    });
  });

  describe('where rows are hidden', () => {
    const chief = { username: 'chief', password: PASSWORD };
    const asChief = (work: (visit: Visit) => Promise<void>) =>
      asUser(browser, service.url, chief, work);
    beforeAll(async () => {
      const tenant = await service.call('POST', '/tenant', { name: 'North' });
      const profile = { email: 'chief@example.com', roles: ['Admin'], tenants: [tenant.id] };
      await service.call('POST', '/user', { ...chief, ...profile });
    });

    test('an empty list says which rows it would show, and a reference to a hidden row is no link', async () => {
      const token = await service.signIn(chief.username, chief.password);
      const filtered = `?filter=${encodeURIComponent(JSON.stringify({ name: 'none' }))}`;
      await asChief(async ({ page }) => {
        // Who belongs to every tenant sees all there are.
        await open(page, service.url, '/patient');
        const panel = page.getByRole('main').getByRole('status');
        await panel.getByText('No patients yet').waitFor();
        await service.call('POST', '/tenant', { name: 'South' });
        await open(page, service.url, '/patient');
        await panel.getByText('No patients that you can see').waitFor();
        await panel.getByText('Only records of your tenants are shown here. Create').waitFor();
        await open(page, service.url, '/diaries');
        await panel.getByText('Only your own records are shown here.').waitFor();
        await open(page, service.url, '/tag');
        await panel.getByText('No tags that you can see').waitFor();
        await panel.getByText('There may be others').waitFor();
        await open(page, service.url, `/tag${filtered}`);
        await panel.getByText('Nothing matches').waitFor();
        await open(page, service.url, '/ward');
        await panel.getByText('No wards yet').waitFor();
      });
      const name = { number: '1', first_name: 'Ada', last_name: 'Lovelace' };
      const patient = await service.call('POST', '/patient', name, token);
      const hidden = { number: 'I-1', patient_id: patient.id };
      const invoice = await service.call('POST', '/invoices', hidden, token);
      await asUser(browser, service.url, ADMIN, async ({ page }) => {
        await open(page, service.url, '/patient');
        await page.getByText('You belong to no tenant, so no patients are shown here').waitFor();
        await open(page, service.url, '/ward');
        await page.getByText('No wards yet').waitFor();
        await open(page, service.url, '/patient');
        await page.getByRole('link', { name: 'Open your account' }).click();
        await page.getByLabel('Tenants').waitFor();
        await open(page, service.url, `/invoices/${invoice.id}/show`);
        const main = page.getByRole('main');
        await main.getByText(`#${patient.id}`, { exact: true }).waitFor();
        expect(await main.getByRole('link', { name: `#${patient.id}` }).count()).toBe(0);
      });
    });

    const clinic: Clinic = {
      call: (...asked) => service.call(...asked),
      asChief,
      asAdmin: (work) => asUser(browser, service.url, ADMIN, work),
      go: (page, path) => open(page, service.url, path),
      token: () => service.signIn(chief.username, chief.password),
    };
    dependentsTests(clinic);
    labelSearchTests(clinic);
  });

  describe('in other time zones', () => {
    const inZone = (timezoneId: string, work: (visit: Visit) => Promise<void>) =>
      asUser(browser, service.url, ADMIN, work, { timezoneId });
    const go = (page: Page, path: string) => open(page, service.url, path);
    const newSpecimen = (taken_at: string) =>
      service.call('POST', '/specimen', { short: 'Z', taken_at });
    const stored = async ({ id }: Row) =>
      (await service.call('GET', `/specimen/${id}`))['taken_at'];
    const save = async (page: Page) => {
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('link', { name: 'Edit' }).waitFor();
    };

    test.each([
      [
        'Asia/Kolkata',
        '2026-07-01T15:00',
        '1 Jul 2026, 15:00',
        '2026-07-02T00:10',
        '2026-07-01T18:40:00.000Z',
      ],
      [
        'America/New_York',
        '2026-07-01T05:30',
        '1 Jul 2026, 05:30',
        '2026-07-02T00:10',
        '2026-07-02T04:10:00.000Z',
      ],
      [
        'America/New_York',
        '2026-07-01T05:30',
        '1 Jul 2026, 05:30',
        '2026-12-02T00:10',
        '2026-12-02T05:10:00.000Z',
      ],
    ])('a moment is shown and set in %s', async (zone, inInput, shown, typed, utc) => {
      const specimen = await newSpecimen('2026-07-01T09:30:00Z');
      await inZone(zone, async ({ page }) => {
        await go(page, `/specimen/${specimen.id}/show`);
        await page.getByText(shown).waitFor();
        await go(page, `/specimen/${specimen.id}`);
        expect(await page.getByLabel('Taken at').inputValue()).toBe(inInput);
        await page.getByLabel('Taken at').fill(typed);
        await save(page);
      });
      expect(await stored(specimen)).toBe(utc);
    });

    test('the hour that a clock shows twice, and seconds that no input shows, survive another change', async () => {
      // 01:30 in New York for the second time that night.
      const specimen = await newSpecimen('2026-11-01T06:30:15.250Z');
      await inZone('America/New_York', async ({ page }) => {
        await go(page, `/specimen/${specimen.id}`);
        expect(await page.getByLabel('Taken at').inputValue()).toBe('2026-11-01T01:30');
        await page.getByLabel('Short').fill('Y');
        await save(page);
      });
      expect(await stored(specimen)).toBe('2026-11-01T06:30:15.250Z');
    });

    test('the hour that a clock leaves out becomes the one after it', async () => {
      const specimen = await newSpecimen('2026-03-01T09:30:00Z');
      await inZone('America/New_York', async ({ page }) => {
        await go(page, `/specimen/${specimen.id}`);
        await page.getByLabel('Taken at').fill('2026-03-08T02:30');
        await save(page);
        await page.getByText('8 Mar 2026, 03:30').waitFor();
      });
      expect(await stored(specimen)).toBe('2026-03-08T07:30:00.000Z');
    });

    test('a day in a filter is the reader’s day', async () => {
      const before = await newSpecimen('2025-06-30T18:29:00Z');
      const first = await newSpecimen('2025-06-30T18:30:00Z');
      const last = await newSpecimen('2025-07-01T18:29:59Z');
      await inZone('Asia/Kolkata', async ({ page }) => {
        await go(page, '/specimen');
        await page.getByRole('button', { name: 'Filter', exact: true }).click();
        await page.getByRole('button', { name: 'All filters' }).click();
        const drawer = page.getByRole('dialog', { name: 'Filters' });
        const taken = drawer.getByRole('group', { name: 'Taken at' });
        await taken.getByLabel('From').fill('2025-07-01');
        await taken.getByLabel('To').fill('2025-07-01');
        await drawer.getByRole('button', { name: 'Show results' }).click();
        await page.getByText('2 records', { exact: true }).waitFor();
        const named = ({ _label }: Row) =>
          page.getByRole('checkbox', { name: `Select ${_label}`, exact: true });
        // While the drawer closes, the list behind it is hidden from roles.
        await named(first).waitFor();
        expect(await named(last).count()).toBe(1);
        expect(await named(before).count()).toBe(0);
      });
    });
  });
});

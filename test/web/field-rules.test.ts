import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WORD_FACTS } from '../../src/spec/words.js';
import { folderOf } from '../golden/example.js';
import { asUser, expectAccessible, offeredIn, open, openBrowser } from './browser.js';
import { findChromium } from './find-chromium.js';
import { ADMIN, PASSWORD, serveExample, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();

/** Who sees the patients of every tenant, and keeps diaries for others; may list neither tenants nor users, as only administrators may. */
const SUPPORT = {
  'src/models/patient/patient.access.ts': `import { allFor, defineAccess, tenant } from '#engine';
import type { Patient } from './patient.model.js';

export const patientAccess = defineAccess<Patient>({
  rows: [tenant('tenant_id'), allFor('Support')],
  fields: {
    risk: { write: ['Admin', 'Doctor'] },
    diagnosis: { read: ['Admin', 'Doctor'], write: ['Admin', 'Doctor'] },
  },
});
`,
  'src/models/diary/diary.access.ts': `import { allFor, defineAccess, owner } from '#engine';
import type { Diary } from './diary.model.js';

export const diaryAccess = defineAccess<Diary>({
  rows: [owner('author_id', { preset: false, byName: true }), allFor('Support')],
});
`,
};

/** Facts of the fields in which people type, with placeholders: `such as short`. */
function withPlaceholders(model: string): Record<string, string> {
  const path = `web/src/pages/${model}/${model}.facts.gen.ts`;
  const types = WORD_FACTS.placeholder.types.join('|');
  const fact = new RegExp(`(?<=\\{ source: '(\\w+)', type: '(?:${types})')`, 'g');
  const facts = readFileSync(join(folderOf('clinic'), path), 'utf8');
  return { [path]: facts.replace(fact, (_, source) => `, placeholder: 'such as ${source}'`) };
}

const FEATURES = ['admin', 'dashboard', 'import', 'search', 'sessions'];

const SUPPORT_METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH'];

/** The numbers of the patients that a list shows, without the initials beside them. */
const patientNumbers = async (page: Page): Promise<string[]> => {
  const links = await page.getByRole('link', { name: /^P-\d$/ }).allInnerTexts();
  return links.map((text) => text.slice(-'P-1'.length));
};

describe.skipIf(chromium === null)('the back-office of clinic in a browser', () => {
  let service: RunningExample;
  let browser: Browser;
  let patient: Row;
  let doctor: Row;
  let southern: Row;

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      serveExample('clinic', {
        features: FEATURES,
        files: { ...SUPPORT, ...withPlaceholders('specimen'), ...withPlaceholders('patient') },
      }),
      openBrowser(chromium ?? ''),
    ]);
    const north = await service.call('POST', '/tenant', { name: 'North' });
    const south = await service.call('POST', '/tenant', { name: 'South' });
    const anna = { username: 'anna', email: 'anna@example.com', password: PASSWORD };
    await service.call('POST', '/user', { ...anna, roles: ['Manager'], tenants: [north.id] });
    const both = { ...anna, username: 'both', email: 'both@example.com', roles: ['Manager'] };
    await service.call('POST', '/user', { ...both, tenants: [north.id, south.id] });
    await service.call('POST', '/role', { name: 'Support', allowed_methods: SUPPORT_METHODS });
    const sue = { ...anna, username: 'sue', email: 'sue@example.com', roles: ['Support'] };
    await service.call('POST', '/user', sue);
    const token = await service.signIn('anna', PASSWORD);
    doctor = await service.call('POST', '/doctor', {
      name: 'Ines',
      email: 'ines@example.com',
      salary: 84000.5,
    });
    const body = { number: 'P-1', first_name: 'Kim', last_name: 'Dias', doctor_id: doctor.id };
    patient = await service.call('POST', '/patient', body, token);
    const south_side = { ...body, number: 'P-2', last_name: 'Souza', tenant_id: south.id };
    const other = await service.signIn('both', PASSWORD);
    southern = await service.call('POST', '/patient', south_side, other);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const as = (
    who: 'admin' | 'anna' | 'both' | 'sue',
    work: (page: Page) => Promise<void>,
  ): Promise<void> => {
    const account = { username: who, password: who === 'admin' ? ADMIN.password : PASSWORD };
    return asUser(browser, service.url, account, ({ page }) => work(page));
  };

  test('a field that the user may not read is nowhere', async () => {
    const second = { name: 'Otto', email: 'otto@example.com', salary: 1000 };
    const { id } = await service.call('POST', '/doctor', second);
    await as('admin', async (page) => {
      await open(page, service.url, `/doctor/${doctor.id}/show`);
      expect(await page.getByText('84,000.50').count()).toBe(1);
      await open(page, service.url, '/doctor');
      await page.getByRole('row', { name: 'Totals' }).getByText('85,000.50').waitFor();
    });
    await as('anna', async (page) => {
      const asked: string[] = [];
      page.on('request', (request) => void asked.push(request.url()));
      await open(page, service.url, `/doctor/${doctor.id}/show`);
      expect(await page.getByText('Salary').count()).toBe(0);
      await open(page, service.url, `/doctor/${doctor.id}`);
      expect(await page.getByLabel('Salary').count()).toBe(0);
      await open(page, service.url, '/doctor');
      await page.getByRole('cell', { name: 'Otto', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByText('Specialty').first().waitFor();
      expect(await page.getByText('Salary').count()).toBe(0);
      expect(asked.filter((url) => /_aggregate|salary/.test(url))).toEqual([]);
    });
    await service.call('DELETE', `/doctor/${id}`);
  });

  test('a field that the user may not write is shown, but not changed', () =>
    as('anna', async (page) => {
      await open(page, service.url, `/patient/${patient.id}`);
      await page.getByText('You can see this, but not change it.').waitFor();
      await page.getByLabel('First name').fill('Robin');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('heading', { name: 'Dias, Robin' }).waitFor();
    }));

  test('an empty input in which people type or search shows the placeholder of its field', () =>
    as('admin', async (page) => {
      await open(page, service.url, '/specimen/create');
      await page.getByLabel('Short').waitFor();
      const inputs = page.locator('main :is(input, textarea)[placeholder^="such as"]');
      const shown = await inputs.evaluateAll((all) =>
        all.map((one) => one.getAttribute('placeholder')),
      );
      // Their sections say in which order they stand.
      const fields = shown.map((text) => text?.replace('such as ', ''));
      expect(fields.toSorted()).toEqual(
        [
          ...['short', 'long', 'body', 'empty', 'nothing', 'contact', 'link', 'amount', 'big'],
          ...['ratio', 'price', 'fee', 'external', 'shade', 'data', 'hint', 'order', 'group'],
          ...['level', 'level_gte', 'color', 'color_like'],
        ].toSorted(),
      );
      await open(page, service.url, '/patient/create');
      await page.getByLabel('Doctor').click();
      await page.getByPlaceholder('such as doctor_id').waitFor();
    }));

  test('who may not list tenants and users filters by their tenants, if there are several, and by themselves', async () => {
    const drawer = async (page: Page, list: string) => {
      await open(page, service.url, list);
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('button', { name: 'All filters' }).click();
      return page.getByRole('dialog', { name: 'Filters' });
    };
    await as('both', async (page) => {
      const patients = await drawer(page, '/patient');
      await patients.getByLabel('Tenant', { exact: true }).click();
      await page.getByRole('option', { name: 'South' }).click();
      await page.keyboard.press('Escape');
      await expectAccessible(page);
      await patients.getByRole('button', { name: 'Show results' }).click();
      await page.getByText('Tenant: South').waitFor();
      const numbers = () => patientNumbers(page);
      await expect.poll(numbers).toEqual(['P-2']);
    });
    await as('anna', async (page) => {
      const notes = await drawer(page, '/note');
      await notes.getByLabel('Created by', { exact: true }).click();
      expect(await page.getByRole('option').allInnerTexts()).toEqual(['anna']);
      expect(await notes.getByLabel('Tenant', { exact: true }).count()).toBe(0);
    });
  });

  test('who belongs to several tenants works in all of them or in one', () =>
    as('both', async (page) => {
      const numbers = () => patientNumbers(page);
      const switcher = page.getByRole('button', { name: /^Tenant:/ });
      const choose = async (name: string) => {
        await switcher.click();
        await page.getByRole('menuitemradio', { name }).click();
      };
      await open(page, service.url, '/patient');
      expect(await numbers()).toEqual(['P-2', 'P-1']);
      await choose('South');
      await page.getByRole('link', { name: 'P-1' }).waitFor({ state: 'detached' });
      expect(await numbers()).toEqual(['P-2']);
      await expectAccessible(page);
      await page.reload();
      await page.getByRole('link', { name: 'P-2' }).waitFor();
      expect(await numbers()).toEqual(['P-2']);
      expect(await switcher.innerText()).toContain('South');

      // A record of another tenant opens by its address all the same.
      await open(page, service.url, `/patient/${patient.id}/show`);
      await page.getByRole('heading', { name: /^Dias/ }).waitFor();

      await open(page, service.url, '/patient/create');
      await page.getByLabel('Number').fill('P-3');
      await page.getByLabel('First name').fill('Kim');
      await page.getByLabel('Last name').fill('Sosa');
      await choose('North');
      expect(await page.getByLabel('Last name').inputValue()).toBe('Sosa');
      await choose('South');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('heading', { name: 'Sosa, Kim' }).waitFor();
      const [made] = await service.call<[Row]>(
        'GET',
        '/patient?number=P-3',
        undefined,
        await service.signIn('both', PASSWORD),
      );
      expect(made.tenant_id).toBe(southern.tenant_id);

      await page.getByRole('button', { name: /account of/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByLabel('User name').waitFor();
      const kept = await page.evaluate(() => localStorage.getItem('chosen_tenant'));
      expect(kept).toBeNull();
    }));

  test('a role that sees every row works in any tenant, and puts records into it', () =>
    as('sue', async (page) => {
      const numbers = () => patientNumbers(page);
      const switcher = page.getByRole('button', { name: 'Tenant: All tenants' });
      await open(page, service.url, '/patient');
      expect(await numbers()).toEqual(expect.arrayContaining(['P-1', 'P-2']));
      await switcher.click();
      await page.getByRole('menuitemradio', { name: 'North' }).click();
      await page.getByRole('link', { name: 'P-2' }).waitFor({ state: 'detached' });
      expect(await numbers()).toEqual(['P-1']);
      await page.getByRole('button', { name: 'Tenant: North' }).click();
      await page.getByRole('menuitemradio', { name: 'All tenants' }).click();

      await open(page, service.url, '/patient/create');
      await page.getByLabel('Number').fill('P-7');
      await page.getByLabel('First name').fill('Sam');
      await page.getByLabel('Last name').fill('Sow');
      // Without a tenant nobody else would ever see the patient.
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText('Required', { exact: true }).waitFor();
      await page.getByRole('combobox', { name: 'Tenant' }).click();
      await page.getByRole('option', { name: 'South' }).click();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('heading', { name: 'Sow, Sam' }).waitFor();
      await page.getByRole('button', { name: /more fields/ }).click();
      await page.getByText('South', { exact: true }).waitFor();
      const token = await service.signIn('both', PASSWORD);
      const [made] = await service.call<[Row]>('GET', '/patient?number=P-7', undefined, token);
      expect(made.tenant_id).toBe(southern.tenant_id);
    }));

  test('a form asks for nothing that the service fills in, and pages show it by name', () =>
    as('anna', async (page) => {
      await open(page, service.url, `/patient/${patient.id}`);
      await page.getByLabel('First name').waitFor();
      expect(await page.getByLabel('Tenant').count()).toBe(0);
      await open(page, service.url, `/patient/${patient.id}/show`);
      await page.getByRole('button', { name: /more fields/ }).click();
      await page.getByText('North', { exact: true }).waitFor();

      await open(page, service.url, '/note/create');
      await page.getByLabel('Title').fill('Call back');
      expect(await page.getByLabel(/^(Created by|Tenant)/).count()).toBe(0);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('heading', { name: 'Call back' }).waitFor();
      await page.getByText('anna', { exact: true }).first().waitFor();
      expect(await page.getByText(/^#\d+$/).count()).toBe(0);
    }));

  test('an owner who is not preset is named as they sign in by who may not list users', () =>
    as('sue', async (page) => {
      await open(page, service.url, '/diaries/create');
      const author = page.getByLabel('Author');
      await page.getByLabel('Text').fill('For somebody else');
      await author.fill('ann');
      await author.press('Tab');
      await page.getByText('Nobody signs in with this name.').waitFor();
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await expectAccessible(page);
      await author.fill('anna');
      const found = page.waitForResponse('**/auth/owner');
      await author.press('Tab');
      await found;
      await expect.poll(() => author.getAttribute('aria-invalid')).toBe('false');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText('For somebody else').first().waitFor();
      const token = await service.signIn('anna', PASSWORD);
      const own = await service.call<Row[]>('GET', '/diaries', undefined, token);
      expect(own).toMatchObject([{ text: 'For somebody else' }]);
    }));

  test('who belongs to several tenants must name one while none is chosen', () =>
    as('both', async (page) => {
      await open(page, service.url, '/patient/create');
      await page.getByLabel('Number').waitFor();
      await page.locator('.MuiInputLabel-root', { hasText: /^Tenant\s*\*$/ }).waitFor();
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.locator('.MuiInputLabel-root.Mui-error', { hasText: 'Tenant' }).waitFor();
    }));

  test('an import asks for no tenant that the service fills in, and takes that of the switch', async () => {
    const bring = async (page: Page, number: string) => {
      await open(page, service.url, '/patient/import');
      const text = `Number,First name,Last name\n${number},Ida,Imported\n`;
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
      await page.getByLabel('Field for “Number”').waitFor();
    };
    const check = async (page: Page) => {
      const button = page.getByRole('button', { name: 'Check', exact: true });
      await expect.poll(() => button.isEnabled()).toBe(true);
      await button.click();
      await page.getByText('1 would be created').waitFor();
    };
    const run = async (page: Page, number: string) => {
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByRole('heading', { name: 'Result' }).waitFor();
      const token = await service.signIn('both', PASSWORD);
      const path = `/patient?number=${number}`;
      const [made] = await service.call<Row[]>('GET', path, undefined, token);
      return made!.tenant_id;
    };
    await as('anna', async (page) => {
      await bring(page, 'I-1');
      expect(await page.getByLabel('Tenant', { exact: true }).count()).toBe(0);
      await check(page);
      expect(await run(page, 'I-1')).toBe(patient.tenant_id);
    });
    await as('both', async (page) => {
      await bring(page, 'I-2');
      const all = page.getByRole('group', { name: 'For all rows' });
      await all.getByText('Tenant is required, and no column has it.').waitFor();
      const tenant = all.getByRole('combobox', { name: 'Tenant' });
      await tenant.click();
      await page.getByRole('option', { name: 'North' }).click();
      await expectAccessible(page);
      await check(page);
      await page.getByRole('button', { name: /^Tenant:/ }).click();
      await page.getByRole('menuitemradio', { name: 'South' }).click();
      await expect.poll(() => tenant.innerText()).toBe('South');
      await check(page);
      expect(await run(page, 'I-2')).toBe(southern.tenant_id);
    });
  });

  test('the records that a reference offers are those of the tenant that the form names', () =>
    as('both', async (page) => {
      await open(page, service.url, '/appointment/create');
      const offered = async () => {
        await page.getByRole('combobox', { name: 'Patient' }).click();
        const found = await offeredIn(page);
        await page.keyboard.press('Escape');
        return found;
      };
      // Of the northern one other tests change the first name.
      const northern = expect.stringMatching(/^Dias, /) as string;
      await expect.poll(offered).toEqual(expect.arrayContaining([northern, 'Souza, Kim']));
      await page.getByRole('combobox', { name: 'Tenant' }).click();
      await page.getByRole('option', { name: 'North' }).click();
      await expect.poll(offered).not.toContain('Souza, Kim');
      expect(await offered()).toEqual(expect.arrayContaining([northern]));
    }));

  test('who belongs to one tenant, or to none, has nothing to choose', async () => {
    for (const who of ['anna', 'admin'] as const)
      await as(who, async (page) => {
        await open(page, service.url, '/patient');
        expect(await page.getByRole('button', { name: /^Tenant:/ }).count()).toBe(0);
      });
  });

  test('a role tells which rows and fields its users have of a model', () =>
    as('admin', async (page) => {
      await open(page, service.url, '/role/2/show');
      await page.getByRole('button', { name: 'Notes', exact: true }).click();
      await page.getByText('They see notes that match one of these rules:').waitFor();
      await page.getByText('Those of their tenants, by “Tenant”.').waitFor();
      await page.getByRole('button', { name: 'Doctors', exact: true }).click();
      await page.getByText('Hidden fields').waitFor();
      await expectAccessible(page);
      const row = page.getByRole('row', { name: /^Invoices/ });
      expect(await row.getByRole('img', { name: 'Restricted by the model' }).count()).toBe(1);
    }));

  test('on a phone, both sides of a conflict have room, however long the other one is', () =>
    as('admin', async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      const note = await service.call('POST', '/note', { title: 'Long', body: 'Before' });
      await open(page, service.url, `/note/${note.id}`);
      await page.getByLabel('Body').fill('Mine');
      const body = 'A rather long note that somebody else has written meanwhile. '.repeat(3);
      await service.call('PATCH', `/note/${note.id}`, { body });
      await page.getByRole('button', { name: 'Save changes' }).click();
      const row = page.getByRole('dialog').getByRole('row', { name: /^Body/ });
      await row.getByText('Mine').waitFor();
      const [theirs, mine] = await row
        .getByRole('cell')
        .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect()));
      expect(mine?.width).toBe(theirs?.width);
      expect(mine?.top).toBe(theirs?.top);
      await expectAccessible(page);
    }));

  test('a conflict about several references shows them by their names', () =>
    as('admin', async (page) => {
      const [mine, theirs] = await Promise.all(
        ['Mine', 'Theirs'].map((name) => service.call('POST', '/tag', { name })),
      );
      const note = await service.call('POST', '/note', { title: 'Tagged' });
      await open(page, service.url, `/note/${note.id}`);
      await page.getByLabel('Tags').fill('Mine');
      await page.getByRole('option', { name: 'Mine', exact: true }).click();
      await service.call('PATCH', `/note/${note.id}`, { tags: [mine!.id, theirs!.id] });
      await page.getByRole('button', { name: 'Save changes' }).click();
      const row = page.getByRole('dialog').getByRole('row', { name: /^Tags/ });
      await expect
        .poll(() => row.getByRole('cell').allInnerTexts())
        .toEqual(['Mine, Theirs', 'Mine']);
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

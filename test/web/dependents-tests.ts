import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, type Visit } from './browser.js';
import type { Row, RunningExample } from './serve-example.js';

/** The clinic with somebody of one tenant, who may do everything, and an administrator of none. */
export interface Clinic {
  call: RunningExample['call'];
  asChief(work: (visit: Visit) => Promise<void>): Promise<void>;
  asAdmin(work: (visit: Visit) => Promise<void>): Promise<void>;
  go(page: Page, path: string): Promise<void>;
  /** The token of the first. */
  token(): Promise<string>;
}

/** What is not deleted because others depend on it says which and how many, as far as its reader may see them. */
export function dependentsTests({ call, asChief, asAdmin, go, token }: Clinic): void {
  const remove = async (page: Page) => {
    await page.getByRole('main').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  };

  async function doctorWith(name: string, appointments: number): Promise<Row> {
    const chief = await token();
    const email = `${name.toLowerCase()}@example.com`;
    const doctor = await call('POST', '/doctor', { name, email });
    const patient = await call(
      'POST',
      '/patient',
      { number: `P-${name}`, first_name: 'Kim', last_name: name },
      chief,
    );
    for (let hour = 1; hour <= appointments; hour += 1) {
      const starts_at = `2026-11-24T0${hour}:30:00Z`;
      const ids = { patient_id: patient.id, doctor_id: doctor.id };
      await call('POST', '/appointment', { subject: 'Visit', starts_at, ...ids }, chief);
    }
    return doctor;
  }

  test('a deletion that is refused leads to what depends on the record, or says that it is hidden', async () => {
    const doctor = await doctorWith('Vogel', 2);
    await asChief(async ({ page }) => {
      await go(page, `/doctor/${doctor.id}/show`);
      await page.getByRole('main').getByRole('button', { name: 'Delete' }).click();
      const dialog = page.getByRole('dialog', { name: 'Vogel cannot be deleted' });
      await dialog.waitFor();
      await expectAccessible(page);
      expect(await dialog.getByText('cannot see').count()).toBe(0);
      expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
      await dialog.getByRole('link', { name: '2 appointments' }).click();
      await page.getByRole('heading', { name: 'Appointments' }).waitFor();
      await page.getByText('2 records', { exact: true }).waitFor();
      await page.getByText('Doctor: Vogel').waitFor();
    });
    await asAdmin(async ({ page }) => {
      await go(page, `/doctor/${doctor.id}`);
      await remove(page);
      const dialog = page.getByRole('dialog', { name: 'Vogel cannot be deleted' });
      await dialog.getByText('records that you cannot see', { exact: true }).waitFor();
      expect(await dialog.getByRole('link').count()).toBe(0);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('heading', { name: 'Edit Vogel' }).waitFor();
    });
  });

  async function patientWith(last_name: string, appointments: number): Promise<Row> {
    const chief = await token();
    const email = `${last_name.toLowerCase()}@example.com`;
    const doctor = await call('POST', '/doctor', { name: `of ${last_name}`, email });
    const person = { number: `C-${last_name}`, first_name: 'Kim', last_name };
    const patient = await call('POST', '/patient', person, chief);
    for (let hour = 1; hour <= appointments; hour += 1) {
      const starts_at = `2026-11-25T0${hour}:30:00Z`;
      const ids = { patient_id: patient.id, doctor_id: doctor.id };
      await call('POST', '/appointment', { subject: 'Visit', starts_at, ...ids }, chief);
    }
    return patient;
  }

  test('who deletes a record is told what is deleted with it, and of what may not be listed no number', async () => {
    const patient = await patientWith('Cascade', 2);
    await asChief(async ({ page }) => {
      await go(page, `/patient/${patient.id}/show`);
      await page.getByRole('main').getByRole('button', { name: 'Delete' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete Cascade, Kim?' });
      await dialog.getByText('Also deleted:').waitFor();
      await expect
        .poll(() => dialog.getByRole('listitem').allInnerTexts())
        .toEqual(['2 appointments']);
      await expectAccessible(page);
      await dialog.getByRole('link', { name: '2 appointments' }).click();
      await page.getByRole('heading', { name: 'Appointments' }).waitFor();
      await page.getByText('2 records', { exact: true }).waitFor();
    });
  });

  test('who deletes a record is told what prevents it, and what refers to nothing any more', async () => {
    const patient = await patientWith('Prevent', 1);
    const chief = await token();
    const ids = { patient_id: patient.id };
    await call('POST', '/invoices', { number: 'R-1', customer: 'Prevent', ...ids }, chief);
    await call('POST', '/note', { title: 'Stays', ...ids }, chief);
    await asChief(async ({ page }) => {
      await go(page, `/patient/${patient.id}/show`);
      await page.getByRole('main').getByRole('button', { name: 'Delete' }).click();
      const dialog = page.getByRole('dialog', { name: 'Prevent, Kim cannot be deleted' });
      await dialog.getByText('These prevent it').waitFor();
      await dialog.getByText('no longer refer to anything').waitFor();
      expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
        '1 invoice',
        '1 appointment',
        '1 note',
      ]);
      await expectAccessible(page);
    });
  });

  test('what is deleted with one record that goes as well is said in words that fit one and many', async () => {
    const chief = await token();
    const note = await call('POST', '/note', { title: 'Asked' }, chief);
    const reply = (title: string) => call('POST', '/note', { title, reply_to_id: note.id }, chief);
    await asChief(async ({ page }) => {
      const said = async () => {
        await go(page, `/note/${note.id}/show`);
        await page.getByRole('main').getByRole('button', { name: 'Delete' }).click();
        const dialog = page.getByRole('dialog', { name: 'Delete Asked?' });
        await dialog.getByText('Also deleted:').waitFor();
        return dialog.getByRole('listitem').allInnerTexts();
      };
      await reply('First');
      expect(await said()).toEqual(['1 note with all dependent records']);
      await reply('Second');
      expect(await said()).toEqual(['2 notes with all dependent records']);
    });
  });

  test('who deletes several records is told once for all of them', async () => {
    await patientWith('Many-A', 1);
    await patientWith('Many-B', 2);
    await patientWith('Many-C', 0);
    await asChief(async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (searchParams.has('patient_id__in')) asked.push(pathname);
      });
      const filter = encodeURIComponent(JSON.stringify({ last_name__ilike: 'many-' }));
      await go(page, `/patient?filter=${filter}`);
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page.getByRole('main').getByRole('button', { name: 'Delete' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete 3 records?' });
      await expect
        .poll(() => dialog.getByRole('listitem').allInnerTexts())
        .toEqual(['3 appointments']);
      expect(asked.sort()).toEqual([
        '/api/appointment',
        '/api/diaries',
        '/api/invoices',
        '/api/note',
      ]);
      await expectAccessible(page);
    });
  });

  test('several records are not offered what no two can have', () =>
    asChief(async ({ page }) => {
      await patientWith('Unique', 0);
      await go(page, '/patient');
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByRole('dialog').getByLabel('Field to change').click();
      await page.getByRole('option', { name: 'Born on' }).waitFor();
      const offered = await page.getByRole('option').allInnerTexts();
      expect(offered).not.toContain('Number');
      expect(offered).not.toContain('National ID');
    }));

  test('a single record that is kept is said to be so in the singular', async () => {
    await doctorWith('Single', 1);
    await asChief(async ({ page }) => {
      await go(page, `/doctor?filter=${encodeURIComponent(JSON.stringify({ name: 'Single' }))}`);
      await page.getByRole('checkbox', { name: 'Select Single' }).check();
      await remove(page);
      await page.getByRole('dialog', { name: 'The record was not deleted' }).waitFor();
    });
  });

  test('a set of fields that another record has as well is told of once, and at the first of them', async () => {
    const chief = await token();
    const patient = await patientWith('Twice', 1);
    const [taken] = await call<[Row]>(
      'GET',
      `/appointment?patient_id=${patient.id}`,
      undefined,
      chief,
    );
    const { doctor_id, starts_at } = taken;
    const source = encodeURIComponent(
      JSON.stringify({ doctor_id, starts_at, patient_id: patient.id }),
    );
    await asChief(async ({ page }) => {
      await go(page, `/appointment/create?source=${source}`);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const text = 'Another record has the same doctor and starts at.';
      await page.getByRole('alert').getByText(text).waitFor();
      expect(await page.getByText(text).count()).toBe(2);
      expect(await page.getByRole('main').locator('[aria-invalid="true"]').count()).toBe(2);
    });
  });

  test('of several records those that are kept are named, each with what depends on it, and stay selected', async () => {
    await doctorWith('Bulk-A', 1);
    await doctorWith('Bulk-B', 3);
    await doctorWith('Bulk-C', 0);
    await asChief(async ({ page }) => {
      const filter = encodeURIComponent(JSON.stringify({ name__ilike: 'bulk-' }));
      await go(page, `/doctor?filter=${filter}`);
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await remove(page);
      const dialog = page.getByRole('dialog', { name: 'Not everything was deleted' });
      await dialog.getByText('1 record deleted, 2 failed').waitFor();
      const lines = dialog.getByRole('listitem');
      await expect
        .poll(async () => (await lines.allInnerTexts()).sort())
        .toEqual(['Bulk-A: 1 appointment', 'Bulk-B: 3 appointments']);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.getByText('2 selected', { exact: true }).waitFor();
      await page.getByText('2 records', { exact: true }).waitFor();
    });
  });
}

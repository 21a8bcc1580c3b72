import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/universal';
import { asUser, expectAccessible, open, openBrowser, type VisitOptions } from './browser.js';
import { findChromium } from './find-chromium.js';
import { LANGUAGE_FILES } from './language-files.js';
import { ADMIN, PASSWORD, serveExample, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();

/** By the keyboard; unlike a click, a key does not wait until a button can be pressed. */
async function enter(button: Locator): Promise<void> {
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.press('Enter');
}

const FILE = [
  'Title;Due date;Assignee;Planned work hours;Colour',
  'Buy milk;31.12.2026;Ada;1,5;red',
  'Bake bread;30.12.2026;Nobody;2;blue',
  'Wash up;13.13.2026;Ada;2;blue',
  '',
].join('\n');

/** A workbook, each of whose sheets is a table. */
async function workbook(sheets: Readonly<Record<string, readonly string[][]>>): Promise<Buffer> {
  const tables = Object.entries(sheets).map(([sheet, rows]) => ({
    sheet,
    data: rows.map((row) => row.map((value) => ({ type: String, value }))),
  }));
  return Buffer.from(await (await writeExcelFile(tables).toBlob()).arrayBuffer());
}

/** The same with a sheet that unpacks to many times what it is. */
function swollen(file: Buffer, bytes: number): Buffer {
  const files = unzipSync(file);
  const path = Object.keys(files).find((name) => name.endsWith('sheet1.xml'))!;
  return Buffer.from(zipSync({ ...files, [path]: strToU8(' '.repeat(bytes)) }));
}

const LIMIT = 1_048_576;

describe.skipIf(chromium === null)('imports in a browser', () => {
  let service: RunningExample;
  let browser: Browser;

  beforeAll(async () => {
    const features = ['admin', 'dashboard', 'german', 'import', 'search'];
    [service, browser] = await Promise.all([
      serveExample('task-manager', {
        ...{ features, files: LANGUAGE_FILES },
        env: { IMPORT_LIMIT: `${LIMIT}` },
      }),
      openBrowser(chromium ?? ''),
    ]);
    const ada = { name: 'Ada', email: 'ada@example.com', role: 'lead' };
    await service.call('POST', '/team_member', ada);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const asAdmin = (work: (page: Page) => Promise<void>, options: VisitOptions = {}) =>
    asUser(browser, service.url, ADMIN, ({ page }) => work(page), options);
  const go = (page: Page, path: string) => open(page, service.url, path);
  const shoot = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder === undefined) return;
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  };
  const bring = (page: Page, file: string | Buffer, name = 'tasks.csv') =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(file) });
  /** Drags a file from outside to a place, and lets it go there. */
  const drop = async (place: Locator, text: string, name: string) => {
    const dataTransfer = await place.page().evaluateHandle(
      ([content, called]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content], called, { type: 'text/csv' }));
        return transfer;
      },
      [text, name] as const,
    );
    for (const event of ['dragenter', 'dragover', 'drop'])
      await place.dispatchEvent(event, { dataTransfer });
  };
  const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);
  const titles = async () =>
    (await service.call<Row[]>('GET', '/task')).map(({ title }) => title).sort();

  test('a file is read, its columns decided, checked with each error at its cell, and imported', () =>
    asAdmin(async (page) => {
      await go(page, '/task');
      await page.getByRole('link', { name: 'Import', exact: true }).click();
      await page.getByRole('button', { name: 'Choose a file' }).waitFor();
      await expectAccessible(page);
      await shoot(page, 'choose');
      await bring(page, 'nothing\n');
      await page.getByRole('alert').waitFor();
      await bring(page, FILE);
      const field = (name: string) => page.getByLabel(`Field for “${name}”`);
      expect(await field('Due date').inputValue()).toBe('due_date');
      expect(await page.getByLabel('How “Assignee” is found').inputValue()).toBe('label');
      // How it is read is one line while nobody asks.
      await page.getByText('Read as: utf-8 · Semicolon · 1.234,56 · Day, month, year').waitFor();
      expect(await page.getByLabel('Separator').count()).toBe(0);
      await page.getByRole('button', { name: 'Change', exact: true }).click();
      expect(await page.getByLabel('Separator').inputValue()).toBe(';');
      expect(await page.getByLabel('Time zone').count()).toBe(0);
      expect(await page.getByLabel('Numbers').inputValue()).toBe(',');
      expect(await page.getByLabel('Dates').inputValue()).toBe('dmy');
      const check = page.getByRole('button', { name: 'Check', exact: true });
      // What means nothing is refused, until it is left out on purpose.
      await page.getByText('There is no field with this name.').waitFor();
      expect(await check.isDisabled()).toBe(true);
      await expectAccessible(page);
      await shoot(page, 'columns');
      await field('Colour').selectOption('Not imported');
      await enter(check);
      await page.getByRole('heading', { name: 'Expected result' }).waitFor();
      const cell = page.getByRole('cell', { name: /^Nobody/ });
      expect(await cell.textContent()).toMatch(/Nobody.*no/i);
      await page.getByRole('cell', { name: /^13\.13\.2026.+/ }).waitFor();
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
        'Expected result',
      );
      expect(await titles()).toEqual([]);
      await expectAccessible(page);
      await shoot(page, 'checked');
      // It is there again when the page is.
      await page.reload();
      await enter(page.getByRole('button', { name: 'Import', exact: true }));
      await page.getByRole('heading', { name: 'Result' }).waitFor();
      expect(await titles()).toEqual(['Buy milk']);
      await expectAccessible(page);
      await shoot(page, 'done');
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Failed rows as CSV' }).click();
      const download = await saving;
      expect(download.suggestedFilename()).toBe('tasks failed.csv');
      const failed = readFileSync(await download.path(), 'utf8');
      expect(failed).toContain('Bake bread');
      expect(failed).not.toContain('Buy milk');
      // It can be mended and brought again: what the service has added is left out.
      await page.getByRole('button', { name: 'Another file' }).click();
      await bring(page, failed.replace('Nobody', 'Ada').replace('13.13.2026', '24.12.2026'));
      // What was decided about a column of the first file goes for the second.
      await expect.poll(() => field('Colour').inputValue()).toBe('-');
      await enter(check);
      await page.getByText('2 would be created').waitFor();
      await page.getByRole('button', { name: 'Another file' }).click();
      await page.getByRole('button', { name: 'Choose a file' }).waitFor();
      await page.getByRole('link', { name: 'Tasks' }).first().click();
      await page.getByText('Buy milk').first().waitFor();
    }));

  test('what no column has is a value for all rows', () =>
    asAdmin(async (page) => {
      await go(page, '/task/import');
      await bring(page, 'Assignee\nAda\n');
      const rows = page.getByRole('group', { name: 'For all rows' });
      await rows.getByText('Title is required, and no column has it.').waitFor();
      await expectAccessible(page);
      await rows.getByLabel('Title').fill('For everybody');
      await rows.getByLabel('Title').press('Enter');
      const add = rows.getByLabel('Add a value for all rows');
      await add.selectOption('Planned work hours');
      await rows.getByLabel('Planned work hours').fill('many');
      await rows.getByLabel('Planned work hours').press('Enter');
      await rows.getByText('"many" is not a number.').waitFor();
      await rows.getByLabel('Planned work hours').fill('3');
      await rows.getByLabel('Planned work hours').press('Enter');
      await expect.poll(() => rows.getByText('is not a number').count()).toBe(0);
      await shoot(page, 'constants');
      await enter(page.getByRole('button', { name: 'Check', exact: true }));
      await page.getByText('1 would be created').waitFor();
      // It is there again when the page is.
      await page.reload();
      expect(await rows.getByLabel('Planned work hours').inputValue()).toBe('3');
      await enter(page.getByRole('button', { name: 'Import', exact: true }));
      await page.getByRole('heading', { name: 'Result' }).waitFor();
      const [made] = await service.call<Row[]>('GET', '/task?title=For%20everybody');
      expect(made).toMatchObject({ planned_work_hours: 3 });
      await service.call('DELETE', `/task/${made!.id}`);
      await page.getByRole('button', { name: 'Another file' }).click();
      await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    }));

  test('what an export of the columns on the screen writes comes back unchanged', () =>
    asAdmin(async (page) => {
      await go(page, '/task');
      const save = async (name: string) => {
        await page.getByRole('button', { name: 'Export', exact: true }).click();
        await page.getByRole('menuitem', { name }).first().waitFor();
        await expectAccessible(page);
        await shoot(page, 'export');
        const saving = page.waitForEvent('download');
        await page.getByRole('menuitem', { name }).click();
        return saving;
      };
      const workbook = await save('Excel (XLSX), all columns');
      expect(workbook.suggestedFilename()).toBe('task.xlsx');
      expect(
        readFileSync(await workbook.path())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK');
      const download = await save('CSV, columns on the screen');
      expect(download.suggestedFilename()).toBe('task.csv');
      const file = readFileSync(await download.path(), 'utf8');
      const [head = '', row = ''] = file.slice(1).split('\r\n');
      expect(head).toMatch(/^id,title,/);
      expect(head).toContain('assignee_id,assignee.label');
      expect(head).not.toContain('description');
      expect(row).toContain('Buy milk');
      const before = await service.call<Row[]>('GET', '/task');
      await go(page, '/task/import');
      await bring(page, file, 'task.csv');
      await page.getByLabel('Existing records').selectOption({ index: 1 });
      for (const choice of await page.getByLabel(/^Field for/).all())
        if ((await choice.inputValue()) === '') await choice.selectOption('Not imported');
      await page.getByLabel('Field for “id”').selectOption('id');
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      const count = (kind: string) => page.getByRole('listitem').filter({ hasText: kind });
      await page.getByText('There is nothing to import.').waitFor();
      await count(`${before.length} unchanged`).waitFor();
      expect(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(
        true,
      );
      await expectAccessible(page);
      await shoot(page, 'unchanged');
      // What has changed since is as the file has it again.
      const changed = before.find(({ title }) => title === 'Buy milk')!;
      await service.call('PATCH', `/task/${changed.id}`, { title: 'Buy oat milk' });
      await page.getByRole('button', { name: 'Check again' }).click();
      await count('1 would be changed').waitFor();
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByRole('heading', { name: 'Result' }).waitFor();
      await count('1 changed').waitFor();
      const withoutStamps = (rows: Row[]) =>
        rows.map(({ updated_at: _, _etag: __, ...others }) => others);
      const after = await service.call<Row[]>('GET', '/task');
      expect(withoutStamps(after)).toEqual(withoutStamps(before));
    }));

  test('a file that is dropped on the page is read', () =>
    asAdmin(async (page) => {
      await go(page, '/task/import');
      const place = page.getByText('A CSV or XLSX file, dropped here');
      await drop(place, 'Title\nDropped\n', 'dropped.csv');
      await page.getByText('dropped.csv').waitFor();
      expect(await page.getByLabel('Field for “Title”').inputValue()).toBe('title');
      // Where nothing takes a file, the browser would go to it, and what was decided here would be lost.
      const header = page.getByRole('columnheader', { name: 'First values' });
      const isKept = await header.evaluate((element) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['Title'], 'another.csv'));
        const options = { bubbles: true, cancelable: true, dataTransfer };
        return ['dragover', 'drop'].map(
          (name) => !element.dispatchEvent(new DragEvent(name, options)),
        );
      });
      expect(isKept).toEqual([true, true]);
      await page.getByRole('button', { name: 'Another file' }).click();
      await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    }));

  test('of a workbook with several sheets one is chosen', () =>
    asAdmin(async (page) => {
      await go(page, '/task/import');
      const file = await workbook({
        Notes: [['Remark'], ['nothing to import']],
        'More tasks': [
          ['Title', 'Assignee'],
          ['From the second sheet', 'Ada'],
        ],
      });
      await bring(page, file, 'tasks.xlsx');
      const sheet = page.getByLabel('Sheet');
      expect(await sheet.inputValue()).toBe('Notes');
      expect(await sheet.getByRole('option').allTextContents()).toEqual(['Notes', 'More tasks']);
      await page.getByLabel('Field for “Remark”').waitFor();
      await sheet.selectOption('More tasks');
      expect(await page.getByLabel('Field for “Title”').inputValue()).toBe('title');
      expect(await page.getByLabel('How “Assignee” is found').inputValue()).toBe('label');
      expect(await page.getByLabel('Field for “Remark”').count()).toBe(0);
      await expectAccessible(page);
      await shoot(page, 'sheets');
      await enter(page.getByRole('button', { name: 'Check', exact: true }));
      await enter(page.getByRole('button', { name: 'Import', exact: true }));
      await page.getByRole('heading', { name: 'Result' }).waitFor();
      expect(await titles()).toContain('From the second sheet');
    }));

  test('a file that is too large is refused, and another one can be brought', () =>
    asAdmin(async (page) => {
      await go(page, '/task/import');
      const alert = page.getByRole('alert');
      await bring(page, `Title\n${'x'.repeat(8 * LIMIT)}\n`);
      await alert
        .getByText(/^The file is too large: at most [\d.]+ [KM]B, by the setting IMPORT_LIMIT\.$/)
        .waitFor();
      await expectAccessible(page);
      await shoot(page, 'too-large');
      const small = swollen(await workbook({ Tasks: [['Title'], ['x']] }), 11 * LIMIT);
      expect(small.length).toBeLessThan(LIMIT);
      await bring(page, small, 'tasks.xlsx');
      await alert.getByText(/unpacks to more than/).waitFor();
      await bring(page, 'Title\nSmall enough\n');
      await page.getByLabel('Field for “Title”').waitFor();
      expect(await alert.count()).toBe(0);
      await page.getByRole('button', { name: 'Another file' }).click();
      await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    }));

  test('a list that is an endpoint of the project is exported by the browser', () =>
    asAdmin(async (page) => {
      await page.route('**/_export/**', (route) =>
        route.fulfill({ status: 404, json: { status: 404, code: 'own-list' } }),
      );
      await go(page, '/task');
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      const saving = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'CSV, all columns' }).click();
      const file = readFileSync(await (await saving).path(), 'utf8');
      expect(file).toContain('assignee_id,Assignee');
      expect(file).toContain('Buy milk');
    }));

  test('a check and an import are stopped, and what was begun goes on', () =>
    asAdmin(async (page) => {
      await go(page, '/project/import');
      const names = Array.from({ length: 20_000 }, (_, at) => `Project ${at}`);
      await bring(page, ['Name', ...names, ''].join('\n'), 'projects.csv');
      const check = page.getByRole('button', { name: 'Check', exact: true });
      const stop = page.getByRole('button', { name: 'Stop' });
      await check.click();
      await page.getByRole('progressbar').waitFor();
      await expectAccessible(page);
      await stop.click();
      await check.waitFor();
      const { id } = (await service.call<Row[]>('GET', '/_imports'))[0]!;
      await service.call('POST', `/_imports/${id}/run`);
      await page.reload();
      await stop.click();
      await page.getByText(/^The import was stopped/).waitFor();
      await shoot(page, 'stopped');
      await page.getByRole('button', { name: 'Go on' }).click();
      await stop.waitFor();
      await shoot(page, 'running');
      await stop.click();
      await page.getByRole('button', { name: 'Another file' }).click();
      await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    }));

  test('fits on a phone, in the dark, in German and from right to left', async () => {
    await asAdmin(
      async (page) => {
        await go(page, '/task/import');
        await bring(page, FILE.replace('Colour', 'Farbe'));
        await page.getByLabel('Feld für „Farbe“').selectOption('Nicht importiert');
        await shoot(page, 'phone-columns');
        await page.getByRole('button', { name: 'Ändern', exact: true }).click();
        // A choice that has half of a phone cuts off its text.
        const options = page.getByRole('group', { name: 'Wie die Datei gelesen wird' });
        const widths = await options
          .getByRole('combobox')
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
        expect(widths.length).toBeGreaterThan(4);
        expect(Math.min(...widths)).toBeGreaterThan(300);
        await page.getByRole('button', { name: 'Prüfen', exact: true }).click();
        await page.getByRole('heading', { name: 'Was dabei herauskäme' }).waitFor();
        await page.getByText('Zeile 4').waitFor();
        expect(await widthOf(page)).toBeLessThanOrEqual(390);
        await expectAccessible(page);
        await shoot(page, 'phone-checked');
      },
      { width: 390, colorScheme: 'dark', locale: 'de-DE' },
    );
    await asAdmin(
      async (page) => {
        await go(page, '/task/import');
        await page.getByRole('table').first().waitFor();
        await expectAccessible(page);
        await shoot(page, 'right-to-left');
      },
      { locale: 'ar' },
    );
    await asAdmin(
      async (page) => {
        await go(page, '/task/import');
        await page.getByRole('table').first().waitFor();
        await expectAccessible(page);
        await shoot(page, 'dark');
      },
      { colorScheme: 'dark' },
    );
  });

  test('is for nobody who may not write, and of no list but those of the application', async () => {
    const role = { name: 'Reader', allowed_methods: ['GET'] };
    await service.call('POST', '/role', role);
    const reader = { username: 'reader', password: PASSWORD };
    await service.call('POST', '/user', { ...reader, roles: ['Reader'] });
    await asUser(browser, service.url, reader, async ({ page }) => {
      await go(page, '/task');
      await page.getByText('Buy milk').first().waitFor();
      expect(await page.getByRole('link', { name: 'Import', exact: true }).count()).toBe(0);
      await go(page, '/task/import');
      await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor();
    });
    await asAdmin(async (page) => {
      await go(page, '/user');
      expect(await page.getByRole('link', { name: 'Import', exact: true }).count()).toBe(0);
    });
  });
});

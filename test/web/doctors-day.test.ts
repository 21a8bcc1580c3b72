import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
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
import { ADMIN, serveProject, SERVICE_ENV, type RunningExample } from './serve-example.js';

const chromium = findChromium();

const SPEC = `
models:
  Patient:
    history: true
    trash: true
    label: '{name}'
    fields:
      name: string:required:personal=replace
      allergies: text:personal
      photo: image:personal
  Visit:
    history: true
    trash: true
    fields:
      patient: ref=Patient:required:as=visits:on_delete=cascade:personal=follow
      note: text:personal
`;

/** What nothing may have after its person is erased. */
const CANARY = /zeisig/i;

const PHONE: VisitOptions = { width: 390, height: 844, touch: true, scale: 2 };

function project(): ReadonlyMap<string, string> {
  const wanted = ['files', 'history', 'past-files', 'privacy', 'trash'];
  const app = withFeatures(appOfSpec('doctors-day', SPEC), templates(), wanted);
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  return withList(new Map([...renderProject(app, options)].filter(([path]) => path !== '.env')));
}

describe.skipIf(chromium === null)("a doctor's day", () => {
  let service: RunningExample;
  let browser: Browser;
  let photo: Buffer;

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      serveProject('doctors-day', project()),
      openBrowser(chromium ?? ''),
    ]);
    const page = await browser.newPage({ viewport: { width: 320, height: 200 } });
    await page.setContent('<body style="background: linear-gradient(teal, gold); margin: 0">');
    photo = await page.screenshot();
    await page.close();
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const asDoctor = (work: (visit: Visit) => Promise<void>, options: VisitOptions = {}) =>
    asUser(browser, service.url, ADMIN, work, options);
  const go = (page: Page, path: string) => open(page, service.url, path);
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  /** Whether the photo is within its card, in its own form. */
  const fits = (page: Page): Promise<boolean> =>
    page.getByRole('img', { name: 'Photo' }).evaluate((picture) => {
      const own = picture.getBoundingClientRect();
      const card = picture.closest('.MuiPaper-root')!.getBoundingClientRect();
      return own.right <= card.right && Math.abs(own.width / own.height - 1.6) < 0.05;
    });
  const shoot = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
  };
  const privacy = (...args: string[]): string =>
    execFileSync(process.execPath, ['dist/src/main.js', 'privacy', ...args], {
      ...{ cwd: service.folder, env: SERVICE_ENV, encoding: 'utf8' },
    });
  /** All bytes of the database and of the uploaded files. */
  const disk = (): string =>
    readdirSync(join(service.folder, 'data'), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => readFileSync(join(one.parentPath, one.name), 'latin1'))
      .join('\n');
  const filesOf = () =>
    readdirSync(join(service.folder, 'data/files'), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ name }) => name);

  test('a photo from a phone, a wrong change that is taken back, and a record from the trash', () =>
    asDoctor(async ({ page }) => {
      await go(page, '/patient/create');
      await page.getByLabel('Name').fill('Anna Zeisig');
      await page.getByLabel('Allergies').fill('Penicillin, says Zeisig');
      await page
        .getByRole('group', { name: 'Photo' })
        .locator('input[type=file]')
        .setInputFiles({ name: 'zeisig.png', mimeType: 'image/png', buffer: photo });
      await button(page, 'Replace: Photo').waitFor();
      await button(page, 'Create').click();
      await page.getByRole('heading', { name: 'Anna Zeisig' }).waitFor();
      const picture = page.getByRole('img', { name: 'Photo' });
      await expect
        .poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0);
      await expectAccessible(page);
      await shoot(page, 'day-patient-phone');

      await go(page, '/patient/1');
      await page.getByLabel('Allergies').fill('None');
      const arrived = page.waitForResponse((answer) => answer.url().includes('/_files?'));
      await page
        .getByRole('group', { name: 'Photo' })
        .locator('input[type=file]')
        .setInputFiles({ name: 'other.png', mimeType: 'image/png', buffer: photo });
      await arrived;
      await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
      await button(page, 'Save changes').click();
      await page.getByRole('heading', { name: 'Anna Zeisig', exact: true }).waitFor();
      await go(page, '/patient/history/1');
      await expectAccessible(page);
      await shoot(page, 'day-history-phone');
      const former = page.getByRole('img', { name: 'zeisig.png' });
      await expect
        .poll(() => former.evaluate((one) => (one as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0);
      const saved = page.waitForEvent('download');
      await button(page, 'Save file: zeisig.png').click();
      expect((await saved).suggestedFilename()).toBe('zeisig.png');
      await button(page, 'Restore Photo').click();
      await expect.poll(() => page.getByRole('listitem').count()).toBe(3);
      await button(page, 'Restore Allergies').click();
      await expect.poll(() => page.getByRole('listitem').count()).toBe(4);
      await go(page, '/patient/1/show');
      await page.getByText('Penicillin, says Zeisig').waitFor();
      expect(await page.getByText('None', { exact: true }).count()).toBe(0);

      await button(page, 'Delete').click();
      await shoot(page, 'day-delete-phone');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Anna Zeisig is in the trash').waitFor();
      await go(page, '/patient/trash');
      await expectAccessible(page);
      await shoot(page, 'day-trash-phone');
      await button(page, 'Restore Anna Zeisig').click();
      await page.getByText('The trash is empty.').waitFor();
      await go(page, '/patient/1/show');
      await page.getByRole('heading', { name: 'Anna Zeisig' }).waitFor();
      await expect
        .poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0);
    }, PHONE));

  test.each(['light', 'dark'] as const)('the same pages on a screen, %s', (colorScheme) =>
    asDoctor(
      async ({ page }) => {
        for (const [name, path] of [
          ['patient', '/patient/1/show'],
          ['history', '/patient/history/1'],
          ['trash', '/patient/trash'],
        ] as const) {
          await go(page, path);
          await expectAccessible(page);
          await shoot(page, `day-${name}-${colorScheme}`);
          if (name === 'patient') expect(await fits(page)).toBe(true);
        }
      },
      { colorScheme },
    ),
  );

  test('a patient who is exported and erased is nowhere on the disk, and the pages say so', () =>
    asDoctor(async ({ page }) => {
      await service.call('POST', '/visit', { patient_id: 1, note: 'Zeisig has a cold' });
      expect(disk()).toMatch(CANARY);
      expect(filesOf().length).toBeGreaterThan(0);
      privacy('export', 'Patient', '1', '--to', 'exported');
      const held = readFileSync(join(service.folder, 'exported/person.json'), 'utf8');
      expect(held).toContain('Zeisig has a cold');
      // The photo that was replaced is held with the history.
      const photos = readdirSync(join(service.folder, 'exported/files')).sort();
      expect(photos).toEqual(['other.png', 'zeisig.png']);

      const told = privacy('erase', 'Patient', '1', '--yes');
      expect(told).toContain('\nerased\n');
      expect(disk()).not.toMatch(CANARY);
      expect(filesOf()).toEqual([]);
      await go(page, '/patient/1/show');
      await page.getByRole('heading', { name: 'erased' }).waitFor();
      await shoot(page, 'day-erased');
      await go(page, '/patient/history/1');
      expect(await page.getByText(CANARY).count()).toBe(0);
      await expectAccessible(page);
      await shoot(page, 'day-erased-history');
    }));
});

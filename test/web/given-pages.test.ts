import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asUser, expectAccessible, open, openBrowser, type Visit } from './browser.js';
import { findChromium } from './find-chromium.js';
import { ADMIN, serveExample, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();
const ROOT = join(import.meta.dirname, '../..');
const SHOTS = join(ROOT, '.tmp/given-pages');

/** Pages from react-admin's documentation in place of those of tasks. */
const PAGES = Object.fromEntries(
  ['list', 'form', 'show'].map((kind) => [
    `web/src/pages/task/task.${kind}.tsx`,
    readFileSync(join(import.meta.dirname, `given-pages/task.${kind}.tsx`), 'utf8'),
  ]),
);
const PHONE = { width: 375, height: 812 };

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

describe.skipIf(chromium === null)('pages from the documentation of react-admin', () => {
  let service: RunningExample;
  let browser: Browser;
  let first: Row;

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      serveExample('task-manager', { files: PAGES }),
      openBrowser(chromium ?? ''),
    ]);
    const project = await service.call('POST', '/project', { name: 'Website relaunch' });
    for (let index = 1; index <= 14; index += 1) {
      const status = index % 3 === 0 ? 'done' : 'todo';
      const task = { title: `Step ${index}`, status, project_id: project.id };
      const made = await service.call('POST', '/task', task);
      if (index === 1) first = made;
    }
    mkdirSync(SHOTS, { recursive: true });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const asAdmin = (work: (visit: Visit) => Promise<void>, options = {}) =>
    asUser(browser, service.url, ADMIN, work, options);
  const go = (page: Page, path: string) => open(page, service.url, path);
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  test('a list searches, filters, pages, and deletes what is selected', () =>
    asAdmin(async ({ page }) => {
      await go(page, '/task');
      await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
      expect(await page.title()).toBe('Tasks · Task manager');
      await page.getByRole('cell', { name: 'Website relaunch' }).first().waitFor();
      await button(page, 'Go to next page').click();
      await page.getByText('11-14 of 14').waitFor();

      await page.getByLabel('Search', { exact: true }).fill('Step 12');
      await page.getByText('1-1 of 1').waitFor();
      await page.getByLabel('Search', { exact: true }).fill('');
      await page.getByRole('combobox', { name: 'Status' }).click();
      await page.getByRole('option', { name: 'done' }).click();
      await page.getByText('1-4 of 4').waitFor();
      await button(page, 'Add filter').click();
      await page.getByRole('menuitemcheckbox', { name: 'Project' }).click();
      await page.getByRole('combobox', { name: 'Project' }).fill('Web');
      await page.getByRole('option', { name: 'Website relaunch' }).click();
      await expect.poll(() => page.url()).toContain('project_id');
      await page.getByText('1-4 of 4').waitFor();
      // A selection ends with the filter that it was made under.
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(1_000);

      await page
        .getByRole('row', { name: /Step 12/ })
        .getByRole('checkbox')
        .check();
      await page.getByText('1 item selected').waitFor();
      await page.screenshot({ path: join(SHOTS, 'selected.png') });
      await button(page, 'Delete').click();
      await page.getByText('Element deleted').waitFor();
      await page.getByText('1-3 of 3').waitFor();
    }));

  test('a form creates, with what the service refuses at its field, changes and deletes', () =>
    asAdmin(async ({ page }) => {
      await go(page, '/task');
      await page.getByRole('link', { name: 'Create' }).click();
      await page.getByRole('heading', { name: 'Create Task', level: 1 }).waitFor();
      await page.getByLabel('Title').fill('x'.repeat(300));
      await page.getByLabel('Planned work hours').fill('2.5');
      await page.getByLabel('Due date').fill('2026-12-24');
      await page.getByLabel('Project').fill('Web');
      await page.getByRole('option', { name: 'Website relaunch' }).click();
      await button(page, 'Save').click();
      await page.getByText('title must have at most 255 characters.').waitFor();
      expect(await page.getByLabel('Title').getAttribute('aria-invalid')).toBe('true');
      await expectAccessible(page);

      await page.getByLabel('Title').fill('As documented');
      await button(page, 'Save').click();
      await page.getByRole('heading', { name: 'Task As documented' }).waitFor();
      await page.getByText('2.5', { exact: true }).waitFor();
      const [task] = await service.call<[Row]>('GET', '/task?title=As%20documented');
      expect(task).toMatchObject({ status: 'todo', due_date: '2026-12-24' });

      await page.getByRole('link', { name: 'Edit' }).click();
      await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('As documented');
      await page.getByLabel('Title').fill('Changed');
      await button(page, 'Save').click();
      await page.getByRole('heading', { name: 'Task Changed' }).waitFor();
      await page.getByRole('link', { name: 'Edit' }).click();
      await button(page, 'Delete').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('Element deleted').waitFor();
      expect(await service.call('GET', '/task?title=Changed')).toEqual([]);
    }));

  test.each([
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['a phone', PHONE],
  ] as const)('in %s they are accessible and no wider than the screen', (look, options) =>
    asAdmin(async ({ page }) => {
      for (const path of ['/task', '/task/create', `/task/${first.id}`, `/task/${first.id}/show`]) {
        await go(page, path);
        await expectAccessible(page, { colorsOnly: look === 'dark' });
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width, path).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
        const name = `${look}${path}`.replace(/\W+/g, '-');
        await page.screenshot({ path: join(SHOTS, `${name}.png`) });
      }
    }, options),
  );

  test('they are as wide, and stand as high, as the pages of crudgen', () =>
    asAdmin(async ({ page }) => {
      const card = async (path: string) => {
        await go(page, path);
        const paper = page.locator('main .MuiPaper-root').first();
        const style = await paper.evaluate((element) => {
          const { borderRadius, borderColor, backgroundColor, width } = getComputedStyle(element);
          return { borderRadius, borderColor, backgroundColor, width };
        });
        const heading = page.getByRole('heading', { level: 1 });
        return { ...style, font: await heading.evaluate((one) => getComputedStyle(one).font) };
      };
      expect(await card('/task')).toEqual(await card('/project'));
      expect(await card('/task/create')).toEqual(await card('/project/create'));
    }));

  test(
    "the project's own tests of its back-office pass with them",
    { timeout: 300_000 },
    async () => {
      const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
      const { CI: _, ...env } = process.env;
      const run = promisify(execFile)(
        process.execPath,
        [vitest, 'run', 'test/back-office.test.ts', '--reporter=json'],
        { cwd: service.folder, env: { ...env, CHROMIUM_PATH: chromium ?? '' } },
      );
      const { stdout } = await run.catch((error: { stdout: string }) => error);
      const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Report;
      const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
      expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
      expect(results.filter(({ status }) => status === 'passed')).toHaveLength(5);
    },
  );
});

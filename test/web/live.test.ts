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
  goOffline,
  open,
  openBrowser,
  type Visit,
  type VisitOptions,
} from './browser.js';
import { findChromium } from './find-chromium.js';
import { LANGUAGE_FILES } from './language-files.js';
import { ADMIN, PASSWORD, serveProject, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();

/** Who has changed a record is in its history, in a field of its own, or nowhere. */
const SPEC = `
models:
  Task:
    history: true
    fields:
      title: string:required
      status: enum=todo,doing,done:default=todo
      hours: integer
      note: text
  Memo:
    fields:
      title: string:required
      updated_by: ref=User
  Tag:
    timestamps: false
    fields:
      name: string:required
`;

function project(): ReadonlyMap<string, string> {
  const app = withFeatures(appOfSpec('live', SPEC), templates(), ['german', 'live']);
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const files = new Map([...renderProject(app, options)].filter(([path]) => path !== '.env'));
  return new Map(withList(new Map([...files, ...Object.entries(LANGUAGE_FILES)])));
}

describe.skipIf(chromium === null)('what others change', () => {
  let service: RunningExample;
  let browser: Browser;
  let ann: string;

  beforeAll(async () => {
    const env = { LIVE_EVERY: '1s' };
    [service, browser] = await Promise.all([
      serveProject('live', project(), { env }),
      openBrowser(chromium ?? ''),
    ]);
    const user = { username: 'ann', password: PASSWORD, roles: ['Manager'] };
    await service.call('POST', '/user', user);
    ann = await service.signIn('ann', PASSWORD);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const asAdmin = (work: (visit: Visit) => Promise<void>, options: VisitOptions = {}) =>
    asUser(browser, service.url, ADMIN, work, options);
  const go = (page: Page, path: string) => open(page, service.url, path);
  const make = (path: string, values: object) => service.call('POST', path, values);
  const change = ({ id }: Row, values: object, path = '/task') =>
    service.call('PATCH', `${path}/${id}`, values, ann);
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const said = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();
  const valueOf = (input: Locator) => input.inputValue();
  const shoot = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
  };
  /** What a page asks of the service from now on. */
  const questions = (page: Page): string[] => {
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url().replace(/^.*\/api/, '')));
    return asked;
  };

  test('the page of a record says who has changed it, and shows it when asked', () =>
    asAdmin(async ({ page }) => {
      const task = await make('/task', { title: 'Paint the fence' });
      await go(page, `/task/${task.id}/show`);
      await page.waitForResponse((response) => response.status() === 304);
      await change(task, { title: 'Paint the wall' });
      await said(page, 'Changed by ann');
      await page.getByRole('heading', { name: 'Paint the fence' }).waitFor();
      await expectAccessible(page);
      await shoot(page, 'record');
      await button(page, 'Show').press('Enter');
      await page.getByRole('heading', { name: 'Paint the wall' }).waitFor();
      expect(await button(page, 'Show').count()).toBe(0);
      // Who asked for it goes on from there.
      expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe(
        'status',
      );
      await service.call(
        'DELETE',
        `/task/${task.id}`,
        undefined,
        await service.signIn('admin', ADMIN.password),
      );
      await said(page, 'No longer there');
      await page.getByRole('heading', { name: 'Paint the wall' }).waitFor();
    }));

  test('a list says what is new and what was changed, under its own filters', () =>
    asAdmin(async ({ page }) => {
      const task = await make('/task', { title: 'Sweep', status: 'doing' });
      await go(page, `/task?filter=${encodeURIComponent('{"status":"doing"}')}`);
      await page.getByRole('cell', { name: 'Sweep', exact: true }).waitFor();
      // Not in this list.
      await make('/task', { title: 'Elsewhere', status: 'done' });
      for (const title of ['Dust', 'Mop']) await make('/task', { title, status: 'doing' });
      await said(page, '2 new');
      await change(task, { hours: 3 });
      await said(page, '2 new, last changed by ann');
      expect(await page.getByRole('cell', { name: 'Mop', exact: true }).count()).toBe(0);
      await expectAccessible(page);
      await shoot(page, 'list');
      await button(page, 'Show').click();
      await page.getByRole('cell', { name: 'Mop', exact: true }).waitFor();
      expect(await button(page, 'Show').count()).toBe(0);
      await change(task, { status: 'todo' });
      await said(page, '1 fewer');
      await button(page, 'Hide').click();
      expect(await button(page, 'Show').count()).toBe(0);
    }));

  test('a form fills in what others have saved where nobody has typed, and keeps the rest', () =>
    asAdmin(async ({ page }) => {
      const task = await make('/task', { title: 'Order bricks', note: 'red' });
      await go(page, `/task/${task.id}`);
      const note = page.getByLabel('Note');
      const hours = page.getByLabel('Hours');
      await note.fill('yellow');
      await change(task, { hours: 8 });
      await said(page, 'Changed by ann. What you have entered stays.');
      expect(await valueOf(hours)).toBe('');
      await expectAccessible(page);
      await shoot(page, 'form');
      await button(page, 'Show').click();
      await expect.poll(() => valueOf(hours)).toBe('8');
      expect(await valueOf(note)).toBe('yellow');
      // Both have changed a field: the user compares, before a save is refused.
      await change(task, { note: 'blue', title: 'Order tiles' });
      await said(page, 'You have both changed: Note.');
      await button(page, 'Compare').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('blue').waitFor();
      await shoot(page, 'compare');
      await dialog.getByRole('button', { name: 'Keep editing' }).click();
      expect(await valueOf(note)).toBe('yellow');
      await button(page, 'Compare').click();
      await dialog.getByRole('radio', { name: 'Note: Theirs (saved)' }).check();
      await dialog.getByRole('button', { name: 'Save this version' }).click();
      await page.getByRole('heading', { name: 'Order tiles' }).waitFor();
      const saved = await service.call('GET', `/task/${task.id}`);
      expect(saved).toMatchObject({ title: 'Order tiles', note: 'blue', hours: 8 });
    }));

  test('a form without changes shows the new values', () =>
    asAdmin(async ({ page }) => {
      const memo = await make('/memo', { title: 'Monday' });
      const me = await service.call<Row>('GET', '/auth/me', undefined, ann);
      await go(page, `/memo/${memo.id}`);
      await change(memo, { title: 'Tuesday', updated_by_id: me.id }, '/memo');
      await said(page, 'Changed by ann');
      expect(await valueOf(page.getByLabel('Title'))).toBe('Monday');
      await button(page, 'Show').click();
      await expect.poll(() => valueOf(page.getByLabel('Title'))).toBe('Tuesday');
    }));

  test('without the time of changes a list tells its number, and a record that it was changed', () =>
    asAdmin(async ({ page }) => {
      const tag = await make('/tag', { name: 'red' });
      await go(page, '/tag');
      await make('/tag', { name: 'blue' });
      await said(page, '1 new');
      await go(page, `/tag/${tag.id}/show`);
      await change(tag, { name: 'crimson' }, '/tag');
      await said(page, 'Changed by somebody else');
    }));

  test('nothing is asked while the browser is offline, and nothing of others after a write of one`s own', () =>
    asAdmin(async (visit) => {
      const { page, context } = visit;
      const task = await make('/task', { title: 'Own' });
      await go(page, `/task/${task.id}`);
      await goOffline(visit);
      const asked = questions(page);
      await page.waitForTimeout(2500);
      expect(asked).toEqual([]);
      await context.setOffline(false);
      await expect.poll(() => asked.length).toBeGreaterThan(0);
      await page.getByLabel('Title').fill('Owned');
      await button(page, 'Save changes').click();
      await page.getByRole('heading', { name: 'Owned' }).waitFor();
      await page.waitForTimeout(2500);
      expect(await button(page, 'Show').count()).toBe(0);
    }));

  test('on a phone, in the dark and in German', () =>
    asAdmin(
      async ({ page }) => {
        const task = await make('/task', { title: 'Streichen' });
        await go(page, `/task/${task.id}`);
        await page.getByLabel('Note').fill('gelb');
        await change(task, { note: 'blau' });
        await said(page, 'Sie beide haben geändert: Note.');
        await button(page, 'Vergleichen').waitFor();
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
        await shoot(page, 'phone');
      },
      { width: 390, height: 760, colorScheme: 'dark', locale: 'de-DE', touch: true },
    ));
});

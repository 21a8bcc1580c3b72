import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asUser, open, openBrowser, type Visit } from './browser.js';
import { findChromium } from './find-chromium.js';
import { ADMIN, serveExample, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();
const CHILDREN = 3000;
const AT_ONCE = 50;

describe.skipIf(chromium === null)('a tree with thousands in one column', () => {
  let service: RunningExample;
  let browser: Browser;
  let root: Row;

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      serveExample('task-manager'),
      openBrowser(chromium ?? ''),
    ]);
    root = await service.call('POST', '/task', { title: 'Root' });
    for (let made = 0; made < CHILDREN; made += AT_ONCE) {
      const titles = Array.from({ length: AT_ONCE }, (_, index) => `Child ${made + index + 1}`);
      await Promise.all(
        titles.map((title) => service.call('POST', '/task', { title, parent_task_id: root.id })),
      );
    }
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const asAdmin = (work: (visit: Visit) => Promise<void>) =>
    asUser(browser, service.url, ADMIN, work);
  const columnOf = (page: Page) => page.getByRole('listbox', { name: 'Below Root' });
  const selected = (page: Page) => columnOf(page).getByRole('option', { selected: true });
  /** Where the selected row stands, as a screen reader says it. */
  const place = (page: Page) => selected(page).getAttribute('aria-posinset');

  async function openTree(page: Page) {
    await open(page, service.url, `/task/tree/${root.id}`);
    await columnOf(page).getByRole('option').first().waitFor();
    await columnOf(page).focus();
  }

  test('keeps few of them in the document, at its ends and in between', () =>
    asAdmin(async ({ page }) => {
      await openTree(page);
      const options = columnOf(page).getByRole('option');
      const few = async () => expect(await options.count()).toBeLessThan(60);
      await few();
      expect(await options.first().getAttribute('aria-setsize')).toBe(String(CHILDREN));
      for (const part of [0.25, 0.5, 1]) {
        await columnOf(page).evaluate((list, to) => list.scrollTo(0, list.scrollHeight * to), part);
        await expect
          .poll(async () => Number(await options.last().getAttribute('aria-posinset')))
          .toBeGreaterThanOrEqual(Math.min(CHILDREN, Math.floor(CHILDREN * part)));
        await expect.poll(() => options.last().innerText()).toMatch(/^Child \d+/);
        await few();
      }
      expect(await options.last().getAttribute('aria-posinset')).toBe(String(CHILDREN));
    }));

  test('is walked by keyboard to the last one and back', () =>
    asAdmin(async ({ page }) => {
      await open(page, service.url, '/task');
      await openTree(page);
      await page.keyboard.press('End');
      await expect.poll(() => place(page)).toBe(String(CHILDREN));
      await page.keyboard.press('ArrowUp');
      await expect.poll(() => place(page)).toBe(String(CHILDREN - 1));
      await page.keyboard.press('Home');
      await expect.poll(() => place(page)).toBe('1');
      await expect.poll(() => page.url()).not.toMatch(new RegExp(`/tree/${root.id}$`));
      // Back leads out of the tree, not through every record that was passed.
      await page.goBack();
      expect(page.url()).not.toContain('/tree/');
    }));

  test('keeps up with a key that is held down', () =>
    asAdmin(async ({ page }) => {
      await openTree(page);
      await page.keyboard.press('Home');
      await expect.poll(() => place(page)).toBe('1');
      const start = performance.now();
      for (let press = 0; press < 150; press += 1) await page.keyboard.press('ArrowDown');
      await expect.poll(() => place(page)).toBe('151');
      // A keyboard repeats some 30 times a second.
      expect((performance.now() - start) / 150).toBeLessThan(100);
      await expect.poll(() => selected(page).innerText()).toMatch(/^Child/);
      const title = await selected(page).innerText();
      const [child] = await service.call<[Row]>('GET', `/task?title=${encodeURIComponent(title)}`);
      await expect.poll(() => page.url()).toMatch(new RegExp(`/tree/${child.id}$`));
    }));

  test('a link to one far down opens at its place', () =>
    asAdmin(async ({ page }) => {
      const [far] = await service.call<[Row]>('GET', '/task?_start=2500&_end=2501');
      await open(page, service.url, `/task/tree/${far.id}`);
      await columnOf(page).getByRole('option', { name: far._label, exact: true }).waitFor();
      await expect.poll(() => place(page)).toBe('2500');
    }));
});

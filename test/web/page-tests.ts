import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from './browser.js';
import type { Place } from './place.js';

/** A list of tasks of which all fit on a page, whatever other tests have made. */
const STEPS = `/task?perPage=50&filter=${encodeURIComponent('{"q":"Step"}')}`;

/** What every page does, whatever it shows: while it loads, when it is long, on paper, from right to left, after a deploy. */
export function pageTests({ as, go }: Place): void {
  const main = (page: Page) => page.getByRole('main');
  const top = async (page: Page, role: 'columnheader' | 'region', name: RegExp) =>
    Math.round((await page.getByRole(role, { name }).boundingBox())!.y);
  const overflow = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

  test('has a menu whose groups fold by keyboard, and stay so', () =>
    as('admin', async ({ page }) => {
      await go(page, '/task');
      const menu = page.getByRole('navigation').first();
      const heading = menu.getByRole('button', { name: 'Data', exact: true });
      const entry = menu.getByRole('link', { name: 'Projects', exact: true });
      await entry.waitFor();
      await heading.press('Enter');
      await entry.waitFor({ state: 'hidden' });
      expect(await heading.getAttribute('aria-expanded')).toBe('false');
      await expectAccessible(page);
      await page.reload();
      await heading.waitFor();
      await entry.waitFor({ state: 'hidden' });
      await heading.click();
      await entry.waitFor();
    }));

  test('has the same folding groups in the menu of a phone', () =>
    as(
      'admin',
      async ({ page }) => {
        await go(page, '/task');
        await page.getByRole('button', { name: 'Open menu' }).tap();
        const heading = page.getByRole('button', { name: 'Data', exact: true });
        const entry = page.getByRole('link', { name: 'Projects', exact: true });
        await entry.waitFor();
        await heading.tap();
        await entry.waitFor({ state: 'hidden' });
        await expectAccessible(page);
        expect(await overflow(page)).toBe(0);
        await heading.tap();
        await entry.tap();
        await page.getByRole('heading', { name: 'Projects' }).waitFor();
      },
      { width: 375, height: 812, touch: true },
    ));

  test('has the shape of a table while its rows are on their way', () =>
    as('admin', async ({ page }) => {
      let answer = () => {};
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route('**/api/task?*', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto('about:blank');
      const opened = go(page, '/task');
      const loading = main(page).getByRole('progressbar', { name: 'Loading…' });
      await loading.waitFor();
      await page.getByRole('heading', { name: 'Tasks' }).waitFor();
      await loading.waitFor();
      await expectAccessible(page);
      answer();
      await opened;
      await page.getByRole('row').nth(3).waitFor();
      expect(await loading.count()).toBe(0);
    }));

  test('that is opened by its address is drawn once, with its menu and its data together', () =>
    as('admin', async ({ page }) => {
      await page.addInitScript(watchDrawing);
      await page.goto('about:blank');
      for (const path of ['/task', '/', '/project/1/show', '/project/1']) {
        await go(page, path);
        expect(await page.evaluate(() => window.drawn), path).toEqual(['menu and page']);
      }
    }));

  test('keeps the head of a long table in sight, and what can be done with selected rows above it', () =>
    as('admin', async ({ page }) => {
      await go(page, STEPS);
      // Beside the menu there is room for it in the first window, and none in the narrow one, whatever the font.
      await page.getByRole('table').evaluate((table) => {
        Object.assign(table.style, { tableLayout: 'fixed', width: '900px' });
      });
      const scroll = () => page.mouse.wheel(0, 700);
      await page.mouse.move(700, 500);
      await scroll();
      const title = /title/i;
      await expect.poll(() => top(page, 'columnheader', title)).toBe(55);
      await page
        .getByRole('checkbox', { name: /^Select Step/ })
        .nth(20)
        .check();
      await expect.poll(() => top(page, 'region', /selected/)).toBe(56);
      await expect.poll(() => top(page, 'columnheader', title)).toBe(112);
      await page.setViewportSize({ width: 920, height: 600 });
      const wide = page.locator('.RaDataTable-tableWrapper');
      await expect.poll(() => wide.evaluate((one) => getComputedStyle(one).overflowX)).toBe('auto');
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await wide.evaluate((one) => one.scrollBy(0, 300));
      const inside = async () => (await top(page, 'columnheader', title)) - (await wideTop());
      const wideTop = async () => Math.round((await wide.boundingBox())!.y);
      await expect.poll(inside).toBe(-1);
    }));

  test('is printed without what one clicks, in black, with all of its columns', () =>
    as(
      'admin',
      async ({ page }) => {
        await go(page, STEPS);
        await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
        const cell = page.getByRole('cell', { name: 'Step 30', exact: true });
        await cell.waitFor();
        for (const name of ['Filter', 'Columns', 'Go to next page'])
          expect(await page.getByRole('button', { name }).count(), name).toBe(0);
        expect(await page.getByRole('checkbox').count()).toBe(0);
        expect(await page.getByRole('navigation').count()).toBe(0);
        expect(await cell.evaluate((one) => getComputedStyle(one).color)).toBe('rgb(0, 0, 0)');
        await page.setViewportSize({ width: 720, height: 1000 });
        await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
        await page.getByRole('columnheader', { name: 'Assignee' }).waitFor();
      },
      { colorScheme: 'dark' },
    ));

  test('is turned around where it is written from right to left', () =>
    as('admin', async ({ page }) => {
      await page.route('**/admin/**', fromRightToLeft);
      await go(page, STEPS);
      const edge = async (role: 'columnheader' | 'cell', name: string) => {
        const { x, width } = (await page
          .getByRole(role, { name, exact: role === 'cell' })
          .boundingBox())!;
        return Math.round(x + width);
      };
      const menu = (await page.getByRole('navigation').first().boundingBox())!;
      expect(menu.x).toBeGreaterThan(1000);
      expect(await edge('columnheader', 'Title')).toBe(await edge('cell', 'Step 30'));
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await expectAccessible(page);
      await go(page, '/task/create');
      await page.getByLabel('Title').fill('שלום');
      await expectAccessible(page);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    }));

  async function fromRightToLeft(route: Route): Promise<void> {
    if (route.request().resourceType() !== 'document') return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replace('<html lang="en">', '<html lang="he" dir="rtl">');
    await route.fulfill({ response, body });
  }

  test('whose code a deploy has replaced is loaded again, once, and says so', () =>
    as('admin', async ({ page, complaints }) => {
      let isGone = false;
      await page.route('**/admin/assets/*.js', (route) =>
        isGone ? route.fulfill({ status: 404 }) : route.continue(),
      );
      await page.route('**/admin/', (route) => {
        isGone = false;
        const script = '<script type="module" src="/admin/assets/index-newer.js"></script>';
        return route.fulfill({ contentType: 'text/html', body: script });
      });
      await go(page, '/task');
      isGone = true;
      await page.getByRole('link', { name: 'Projects', exact: true }).click();
      await page.getByText('A newer version of the back-office was loaded.').waitFor();
      await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
      expect(complaints).toEqual([]);

      isGone = true;
      await page.getByRole('link', { name: 'Team members', exact: true }).click();
      const alert = main(page).getByRole('alert');
      await alert.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();
      await alert.getByText('or the back-office has been updated').waitFor();
      await expectAccessible(page);
      await alert.getByRole('button', { name: 'Go back' }).click();
      await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
      expect(complaints.splice(0)).toEqual([expect.stringContaining('app.missing_code')]);
    }));
}

declare global {
  interface Window {
    /** What there was to see of menu and page, one after the other. */
    drawn: string[];
  }
}

/** Runs in the page. However long its machine takes, no time is over for the first picture. */
function watchDrawing(): void {
  const after = window.setTimeout.bind(window);
  window.setTimeout = ((work: () => void, milliseconds = 0) =>
    after(work, [300, 600].includes(milliseconds) ? 60_000 : milliseconds)) as typeof setTimeout;
  window.drawn = [];
  new MutationObserver(() => {
    const parts = [
      document.querySelector('nav') && 'menu',
      document.querySelector('tbody tr, main dl, main form, main a[href] .MuiSvgIcon-root') &&
        'page',
    ];
    const seen = parts.filter(Boolean).join(' and ');
    if (seen !== '' && window.drawn.at(-1) !== seen) window.drawn.push(seen);
  }).observe(document, { childList: true, subtree: true });
}

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { goOffline } from './browser.js';
import type { Place } from './place.js';

/** What is selected belongs to the visit of a list: nothing can be done to rows that somebody does not know of any more. */
export function selectionTests({ as, go }: Pick<Place, 'as' | 'go'>): void {
  const bar = (page: Page) => page.getByRole('region', { name: /selected/ });
  const all = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' });
  const selectPage = async (page: Page) => {
    await all(page).check();
    await bar(page).waitFor();
  };
  const expectNone = async (page: Page) => {
    await all(page).waitFor();
    await bar(page).waitFor({ state: 'detached' });
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  };

  test('a selection is of one tab and one visit: it ends by leaving, loading again, and with its filter', () =>
    as('admin', async ({ page }) => {
      const filter = encodeURIComponent(JSON.stringify({ status: ['todo'] }));
      await go(page, `/task?filter=${filter}`);
      await selectPage(page);
      const shared = await page.evaluate(() => Object.keys(localStorage));
      expect(shared.filter((key) => key.includes('selectedIds'))).toEqual([]);
      await page.getByRole('button', { name: 'Clear all' }).click();
      await expectNone(page);
      await selectPage(page);
      await page.goBack();
      await expectNone(page);
      await selectPage(page);
      await page.getByRole('link', { name: 'Projects', exact: true }).click();
      await page.getByRole('heading', { name: 'Projects' }).waitFor();
      await page.goBack();
      await expectNone(page);
      await selectPage(page);
      await page.reload();
      await expectNone(page);
    }));

  test('a selection goes on over pages, says what is not in sight, and keeps what could not be deleted', () =>
    as('admin', async (window) => {
      const { page, context } = window;
      await go(page, '/task?perPage=10');
      await selectPage(page);
      await bar(page).getByText('10 selected', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Go to next page' }).click();
      await bar(page).getByText('10 selected, 10 of them not on this page').waitFor();
      await page
        .getByRole('checkbox', { name: /^Select / })
        .nth(1)
        .check();
      await page.getByRole('button', { name: 'Go to previous page' }).click();
      await bar(page).getByText('11 selected, 1 of them not on this page').waitFor();
      await page.getByRole('button', { name: 'Delete' }).click();
      const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
      // The code of the dialog comes by the connection.
      await confirm.waitFor();
      await goOffline(window);
      await confirm.click();
      const outcome = page.getByRole('dialog', { name: 'Not everything was deleted' });
      await outcome.getByText(/^0 records deleted, \d+ failed, \d+ not attempted$/).waitFor();
      await outcome.getByText('You are offline, so nothing was saved.').waitFor();
      await context.setOffline(false);
      await outcome.getByRole('button', { name: 'Close' }).click();
      await bar(page)
        .getByText(/^11 selected/)
        .waitFor();
    }));
}

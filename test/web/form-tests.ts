import { test } from 'vitest';
import type { Place } from './place.js';

/** A form from its beginning to what follows from it. */
export function formTests({ call, as, go }: Place): void {
  test('what is typed is a change of the version that was read then, and what is saved can be deleted', () =>
    as('admin', async ({ page }) => {
      const { id } = await call('POST', '/task', { title: 'Opened' });
      const read = () =>
        page.waitForResponse(
          (one) => one.url().endsWith(`/task/${id}`) && one.request().method() === 'GET',
        );
      await go(page, `/task/${id}/show`);
      await page.waitForTimeout(2_100); // until what was read is out of date
      await call('PATCH', `/task/${id}`, { title: 'Theirs' });
      let answer = () => {};
      await page.route(`**/api/task/${id}`, async (route) => {
        await new Promise<void>((resolve) => (answer = resolve));
        await route.continue();
      });
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel('Title').fill('Mine');
      const newer = read();
      answer();
      await newer;
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('row', { name: 'Title Theirs Mine' }).waitFor();
      await page.getByRole('button', { name: 'Save mine' }).click();
      await page.getByRole('heading', { name: 'Mine' }).waitFor();

      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel('Title').fill('Not for long');
      const saved = read();
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('heading', { name: 'Not for long' }).waitFor();
      await saved;
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Not for long deleted').waitFor();
    }));
}

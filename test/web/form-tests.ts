import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Place } from './place.js';

/** A form from its beginning to what follows from it. */
export function formTests({ call, as, go }: Place): void {
  const title = (page: Page) => page.getByLabel('Title');
  const pathOf = (page: Page) => new URL(page.url()).pathname.replace('/admin', '');

  test('a picker tells records of one label apart, by a field or else by their numbers', () =>
    as('admin', async ({ page }) => {
      const named = (email: string) => call('POST', '/team_member', { name: 'Müller', email });
      await named('first@example.com');
      await named('second@example.com');
      const project = { name: 'Twice' };
      const twice = [
        await call('POST', '/project', project),
        await call('POST', '/project', project),
      ];
      await go(page, '/task/create');
      await page.getByRole('combobox', { name: 'Assignee' }).fill('mülle');
      await page.getByRole('option', { name: 'Müller second@example.com' }).click();
      await page.getByRole('combobox', { name: 'Project' }).fill('twice');
      for (const { id } of twice)
        await page.getByRole('option', { name: `Twice #${id}` }).waitFor();
    }));

  test('a form is filled, saved and left by keyboard', () =>
    as('admin', async ({ page }) => {
      await go(page, '/task');
      await page.getByRole('link', { name: 'New task' }).click();
      await title(page).waitFor();
      const isFocused = () => title(page).evaluate((field) => field === document.activeElement);
      await expect.poll(isFocused).toBe(true);
      await page.keyboard.type('By keyboard');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('heading', { name: 'By keyboard' }).waitFor();

      await page.getByRole('link', { name: 'Edit' }).click();
      await title(page).fill('By keyboard alone');
      await page.keyboard.press('Control+s');
      await page.getByRole('heading', { name: 'By keyboard alone' }).waitFor();

      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByRole('combobox', { name: 'Status' }).press('ArrowDown');
      await page.getByRole('option', { name: 'Done' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('option').first().waitFor({ state: 'detached' });
      await page.getByRole('combobox', { name: 'Status' }).press('ArrowDown');
      await page.getByRole('option', { name: 'Done' }).click();
      await page.getByRole('option').first().waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      expect(await page.getByRole('dialog').count()).toBe(0);
      await title(page).fill('Not kept');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await title(page).inputValue()).toBe('Not kept');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('heading', { name: 'By keyboard alone', exact: true }).waitFor();
    }));

  test('Cancel leads to where one came from, and never out of the application', () =>
    as('admin', async ({ page }) => {
      const { id } = await call('POST', '/task', { title: 'Linked' });
      const cancel = () => page.getByRole('button', { name: 'Cancel' }).click();
      await page.goto('about:blank');
      await go(page, `/task/${id}`);
      await cancel();
      await page.getByRole('link', { name: 'Edit' }).waitFor();
      expect(pathOf(page)).toBe(`/task/${id}/show`);
      await go(page, '/task/create?back=//example.com');
      await cancel();
      await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
      expect(pathOf(page)).toBe('/task');
      await page.getByRole('button', { name: 'Go to next page' }).click();
      await expect.poll(() => page.url()).toContain('page=2');
      await page.getByRole('link', { name: 'New task' }).click();
      await cancel();
      await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
      expect(page.url()).toContain('page=2');
    }));

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
      await title(page).fill('Mine');
      const newer = read();
      answer();
      await newer;
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('row', { name: /^Title .*Theirs .*Mine$/ }).waitFor();
      await page.getByRole('button', { name: 'Save this version' }).click();
      await page.getByRole('heading', { name: 'Mine' }).waitFor();

      await page.getByRole('link', { name: 'Edit' }).click();
      await title(page).fill('Not for long');
      const saved = read();
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('heading', { name: 'Not for long' }).waitFor();
      await saved;
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Not for long deleted').waitFor();
    }));
}

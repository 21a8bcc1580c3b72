import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { comeBack, expectAccessible } from './browser.js';
import type { Place } from './place.js';
import { ADMIN, PASSWORD } from './serve-example.js';

const SAVE = { name: 'Save changes' };
const CREATE = { name: 'Create', exact: true };

/** A session that ends under a form: what was typed is given back to who typed it, and to nobody else. */
export function sessionTests({ call, as, go }: Place): void {
  const expire = (page: Page) =>
    page.evaluate(() => localStorage.setItem('jm_access_token', 'no longer valid'));
  const stored = (page: Page) => page.evaluate(() => JSON.stringify(sessionStorage));
  const title = (page: Page) => page.getByLabel('Title');
  const kept = (page: Page) => page.getByText('Your input has been kept.').waitFor();
  const note = (page: Page) => page.getByRole('status').getByText('Your session had ended.');
  const signIn = async (page: Page, username = ADMIN.username, password = ADMIN.password) => {
    await page.getByLabel('User name').fill(username);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };

  test('who signs in again goes on with what they had typed, and overwrites nobody', () =>
    as('admin', async ({ page }) => {
      const { id } = await call('POST', '/task', { title: 'Before', priority: 'low' });
      await go(page, `/task/${id}`);
      await title(page).fill('Too late');
      await expire(page);
      await page.getByRole('button', SAVE).click();
      await kept(page);
      expect(await page.getByText('saved').count()).toBe(0);
      await call('PATCH', `/task/${id}`, { title: 'Theirs', priority: 'high' });
      await page.reload();
      await signIn(page);
      await note(page).waitFor();
      expect(await title(page).inputValue()).toBe('Too late');
      expect(await stored(page)).not.toContain('Too late');
      await expectAccessible(page);
      // They are changes like any others: they are not left without asking, and their conflicts are shown.
      await page.getByRole('link', { name: 'Dashboard' }).click();
      await page.getByRole('button', { name: 'Stay' }).click();
      await page.getByRole('button', SAVE).click();
      const dialog = page.getByRole('dialog', { name: 'Someone else has changed this' });
      await dialog.getByRole('row', { name: /^Title .*Theirs .*Too late$/ }).waitFor();
      await dialog.getByRole('row', { name: 'Priority high not changed' }).waitFor();
      await dialog.getByRole('button', { name: 'Save this version' }).click();
      await page.getByRole('heading', { name: 'Too late' }).waitFor();
      const task = await call('GET', `/task/${id}`);
      expect(task).toMatchObject({ title: 'Too late', priority: 'high' });
    }));

  test('a new record comes back without its password, and can be discarded', () =>
    as('admin', async ({ page }) => {
      const source = encodeURIComponent(JSON.stringify({ first_name: 'Filled in' }));
      await go(page, `/user/create?source=${source}`);
      await page.getByLabel('User name').fill('forgetful');
      await page.getByLabel('Password').fill('must not be kept');
      await expire(page);
      await page.getByRole('button', CREATE).click();
      await kept(page);
      expect(await stored(page)).toContain('forgetful');
      expect(await stored(page)).not.toContain('must not be kept');
      await signIn(page);
      await note(page).waitFor();
      const values = async () => {
        const labels = ['User name', 'First name', 'Password'];
        return Promise.all(labels.map((label) => page.getByLabel(label).inputValue()));
      };
      await expect.poll(values).toEqual(['forgetful', 'Filled in', '']);
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect.poll(values).toEqual(['', 'Filled in', '']);
      expect(await note(page).count()).toBe(0);
    }));

  test('who signs out leaves nothing, and who signs in instead gets nothing', () =>
    as('admin', async ({ page }) => {
      const { id } = await call('POST', '/task', { title: 'Before' });
      await go(page, `/task/${id}`);
      await title(page).fill('Signed out');
      await page.getByRole('button', { name: /account of/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
      await dialog.getByRole('button', { name: 'Sign out' }).click();
      await signIn(page);
      await expect.poll(() => title(page).inputValue(), { timeout: 5_000 }).toBe('Before');
      expect(await stored(page)).not.toContain('Signed out');

      await title(page).fill('Too late');
      await expire(page);
      await page.getByRole('button', SAVE).click();
      await kept(page);
      await signIn(page, 'manager', PASSWORD);
      await expect.poll(() => title(page).inputValue(), { timeout: 5_000 }).toBe('Before');
      expect(await note(page).count()).toBe(0);
      expect(await stored(page)).not.toContain('Too late');
    }));

  test('other tabs end a session, too, and a tab becomes that of who signs in in another one', () =>
    as('admin', async ({ page, context }) => {
      const other = await context.newPage();
      await go(page, '/task/1');
      await title(page).fill('While away');
      await go(other, '/');
      await other.evaluate(() => localStorage.clear());
      // What is younger than two seconds is not read again.
      await page.waitForTimeout(2_500);
      await comeBack(page);
      await kept(page);
      await signIn(page);
      await note(page).waitFor();
      expect(await title(page).inputValue()).toBe('While away');

      await go(other, '/login');
      await signIn(other, 'viewer', PASSWORD);
      await page.getByText('Somebody else has signed in').waitFor();
      await page.getByText('You do not have access to this page').waitFor();
      expect(await page.getByText('While away').count()).toBe(0);
      expect(await stored(page)).not.toContain('While away');
    }));
}

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { comeBack, expectAccessible, goOffline } from './browser.js';
import type { Place } from './place.js';

/** A connection that is not there, or breaks: nothing is written behind the user's back, and everything is said. */
export function offlineTests({ call, as, go }: Place): void {
  const alert = (page: Page) => page.getByRole('main').getByRole('alert');
  const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();
  const titleOf = async (id: number) => (await call('GET', `/task/${id}`))['title'];

  test('a save without a connection is said at once, can be tried again, and is not written once it was left', () =>
    as(
      'admin',
      async (window) => {
        const { page, context, complaints } = window;
        const { id } = await call('POST', '/task', { title: 'As it was' });
        await go(page, '/task');
        await page.getByRole('link', { name: 'As it was' }).click();
        await page.getByRole('link', { name: 'Edit' }).click();
        await page.getByLabel('Title').fill('Tried twice');
        await goOffline(window);
        await page.getByRole('status').getByText('You are offline.').waitFor();
        await save(page);
        await alert(page).getByText('You are offline, so nothing was saved.').waitFor();
        await expectAccessible(page);
        const logo = page.getByRole('navigation').locator('img');
        expect(await logo.getAttribute('src')).toMatch(/^data:image\/svg/);
        await context.setOffline(false);
        await alert(page).getByText('You are back online.').waitFor();
        expect(await alert(page).getByText('You are offline').count()).toBe(0);
        await save(page);
        await page.getByRole('heading', { name: 'Tried twice' }).waitFor();
        expect(await page.getByText('You are offline.').count()).toBe(0);
        expect(await titleOf(id)).toBe('Tried twice');

        await page.getByRole('link', { name: 'Edit' }).click();
        await page.getByLabel('Title').fill('Left behind');
        await goOffline(window);
        await save(page);
        await alert(page).waitFor();
        await page.getByRole('link', { name: 'Tasks', exact: true }).first().click();
        await page.getByRole('button', { name: 'Leave' }).click();
        // The rows that were read before are still there; what was never read says why it is not, and comes with the connection.
        await page.getByRole('link', { name: 'Tried twice' }).waitFor();
        await comeBack(page);
        await page.getByRole('searchbox').fill('tried');
        await alert(page).getByText('The service cannot be reached.').waitFor();
        await context.setOffline(false);
        await page.getByText('1 record', { exact: true }).waitFor();
        expect(await titleOf(id)).toBe('Tried twice');

        await goOffline(window);
        await page.getByRole('link', { name: 'Team members', exact: true }).click();
        const unknown = alert(page).getByText('You are offline, and this page has not been opened');
        await unknown.waitFor();
        await expectAccessible(page);
        await alert(page).getByRole('button', { name: 'Go back' }).click();
        await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
        await page.getByRole('link', { name: 'Team members', exact: true }).click();
        await unknown.waitFor();
        const missing = expect.stringContaining('app.missing_code') as string;
        expect(new Set(complaints.splice(0))).toEqual(new Set([missing]));
        await context.setOffline(false);
        await page.getByRole('heading', { name: 'Team members', level: 1 }).waitFor();
      },
      { cold: true },
    ));

  test('a write whose answer got lost may have arrived: it is not sent again, and saving it again is no conflict', () =>
    as('admin', async (window) => {
      const { page, context } = window;
      const sent: string[] = [];
      await page.route('**/api/task**', async (route) => {
        const request = route.request();
        if (request.method() === 'GET') return route.continue();
        sent.push(request.method());
        await route.fetch();
        await route.abort('connectionreset');
      });
      await go(page, '/task/create');
      await page.getByLabel('Title').fill('Only once');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await alert(page).getByText('it may have been created').waitFor();
      await goOffline(window);
      await context.setOffline(false);
      const found = await call<{ id: number }[]>('GET', '/task?title=Only%20once');
      expect(found).toHaveLength(1);

      await go(page, `/task/${found[0]?.id}`);
      await page.getByLabel('Title').fill('Twice');
      await save(page);
      await alert(page).getByText('your change may have arrived').waitFor();
      expect(sent).toEqual(['POST', 'PATCH']);
      await page.unrouteAll();
      await save(page);
      await page.getByText('Twice saved').waitFor();
      await page.getByRole('link', { name: 'Edit' }).waitFor();
    }));

  test('who leaves while a save is on its way is told, and stays where they went', () =>
    as('admin', async ({ page }) => {
      const { id } = await call('POST', '/task', { title: 'Slow' });
      let answer = () => {};
      await go(page, `/task/${id}`);
      await page.route(`**/api/task/${id}`, async (route) => {
        await new Promise<void>((resolve) => (answer = resolve));
        await route.continue();
      });
      await page.getByLabel('Title').fill('Slowly');
      await save(page);
      await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
      await page.getByText(/still being saved/).waitFor();
      await page.getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('heading', { name: 'Projects' }).waitFor();
      answer();
      await page.getByText('Slowly saved').waitFor();
      expect(await page.getByRole('heading', { name: 'Projects' }).count()).toBe(1);
    }));
}

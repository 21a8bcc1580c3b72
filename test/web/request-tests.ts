import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { Place } from './place.js';

/** The paths of the API that a page asks for while it opens. */
async function askedBy(page: Page, work: () => Promise<void>): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname.slice('/api'.length) + search);
  });
  await work();
  return asked;
}

/** How many requests a page costs, those of the session at its first opening included. */
export function requestTests({ as, go, call }: Place): void {
  test('a list with its references is there after eight requests, and asks for no reference', () =>
    as('admin', async ({ page }) => {
      const asked = await askedBy(page, () => go(page, '/task'));
      await page.getByRole('link', { name: 'Website relaunch' }).first().waitFor();
      expect(asked.filter((path) => path.startsWith('/project'))).toEqual([]);
      expect(asked.length).toBeLessThanOrEqual(8);
    }));

  test('the dashboard costs four requests, whatever the number of models and cards, and the menu one', () =>
    as('admin', async ({ page }) => {
      const asked = await askedBy(page, () => go(page, '/'));
      await page.getByRole('link', { name: /Tasks\s*\d+$/ }).waitFor();
      const states = page.getByRole('region', { name: 'Tasks by status' });
      await states.getByRole('link', { name: /^Todo\s*[1-9]/ }).waitFor();
      await page
        .getByText(/^Tasks? (created|changed)/)
        .first()
        .waitFor();
      const own = () =>
        asked
          .map((path) => path.replace(/\?.*/, ''))
          .filter((path) => path.startsWith('/config/') && path !== '/config/search');
      // The numbers of the menu come after the page.
      await expect.poll(() => own().length).toBeGreaterThanOrEqual(5);
      expect(own().sort()).toEqual(
        ['aggregates', 'aggregates', 'counts', 'recent', 'rows'].map((of) => `/config/${of}`),
      );
    }));

  test('a level of the tree costs a constant number of requests, and tells what stands below', () =>
    as('admin', async ({ page }) => {
      const root = await call('POST', '/task', { title: 'With many below' });
      for (let index = 1; index <= 12; index += 1)
        await call('POST', '/task', { title: `Below ${index}`, parent_task_id: root.id });
      const asked = await askedBy(page, () => go(page, `/task/tree/${root.id}`));
      await page.getByRole('option', { name: 'Below 12', exact: true }).waitFor();
      const top = page.getByRole('option', { name: 'With many below' });
      await top.getByRole('img', { name: '12 below' }).waitFor();
      const own = asked.filter((path) => path.startsWith('/task'));
      // Two levels, the record at which the page stands, and its place.
      expect(own.length).toBeLessThanOrEqual(4);
    }));

  test('a related list brings what its columns refer to', () =>
    as('admin', async ({ page }) => {
      const member = await call('POST', '/team_member', {
        name: 'Mona',
        email: 'mona@example.com',
      });
      const project = await call('POST', '/project', { name: 'With a team' });
      const body = { title: 'Assigned', project_id: project.id, assignee_id: member.id };
      await call('POST', '/task', body);
      const asked = await askedBy(page, () => go(page, `/project/${project.id}/show`));
      await page.getByRole('link', { name: 'Mona', exact: true }).waitFor();
      expect(asked.filter((path) => path.startsWith('/team_member'))).toEqual([]);
    }));
}

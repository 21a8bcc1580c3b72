import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderExample } from '../golden/example.js';
import {
  asUser,
  expectAccessible,
  open,
  openAccount,
  openBrowser,
  signIn,
  visit,
  type Visit,
} from './browser.js';
import { findChromium } from './find-chromium.js';
import { formTests } from './form-tests.js';
import { offlineTests } from './offline-tests.js';
import { pageTests } from './page-tests.js';
import type { Place } from './place.js';
import { requestTests } from './request-tests.js';
import { searchTests } from './search-tests.js';
import { selectionTests } from './selection-tests.js';
import { sessionTests } from './session-tests.js';
import { ADMIN, PASSWORD, serveExample, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();
/** As the service says it, with the keys of its fields. */
const REFUSAL = {
  status: 422,
  detail: 'planned_work_hours must be at least 0.',
  errors: {
    planned_work_hours: 'planned_work_hours must be at least 0.',
    secret_code: 'secret_code has to be given by somebody else.',
  },
  problems: [
    {
      field: 'planned_work_hours',
      code: 'too-small',
      message: 'planned_work_hours must be at least 0.',
    },
    {
      field: 'secret_code',
      code: 'elsewhere',
      message: 'secret_code has to be given by somebody else.',
    },
  ],
};
const KEYS = ['jm_access_token', 'jm_user', 'jm_role_permissions', 'jm_resource_permissions'];

/** The card of the page about the dashboard, and the application with it. */
function ownCard(): Record<string, string> {
  const page = renderExample('task-manager').get('docs/dashboard.md')!;
  const [, path = '', code = ''] = /^```tsx\n\/\/ (\S+)\n([^]*?)^```$/m.exec(page) ?? [];
  const app = renderExample('task-manager').get('web/src/app.tsx')!;
  const own = app
    .replace('features={features}', 'features={[...features, newestProjects]}')
    .replace(/^/, "import { newestProjects } from './pages/project/newest-projects';\n");
  expect(own).toContain('...features');
  return { [path]: code, 'web/src/app.tsx': own };
}

describe.skipIf(chromium === null)('the back-office of task-manager in a browser', () => {
  let service: RunningExample;
  let browser: Browser;
  let project: Row;
  let root: Row;
  let lastStep: Row;

  beforeAll(async () => {
    const search = { models: ['Task', 'Project'], fields: ['title', 'name', 'description'] };
    [service, browser] = await Promise.all([
      serveExample('task-manager', { search, files: ownCard() }),
      openBrowser(chromium ?? ''),
    ]);
    for (const role of ['Manager', 'Viewer']) {
      const username = role.toLowerCase();
      await service.call('POST', '/user', {
        username,
        email: `${username}@example.com`,
        password: PASSWORD,
        roles: [role],
      });
    }
    const ada = await service.call('POST', '/team_member', {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
    });
    project = await service.call('POST', '/project', {
      name: 'Website relaunch',
      owner_id: ada.id,
    });
    root = await service.call('POST', '/task', {
      title: 'Plan the relaunch',
      status: 'in_progress',
      project_id: project.id,
    });
    for (let index = 1; index <= 30; index += 1) {
      const status = index % 3 === 0 ? 'done' : 'todo';
      lastStep = await service.call('POST', '/task', {
        title: `Step ${index}`,
        status,
        due_date: index === 1 ? '2020-02-29' : null,
        parent_task_id: root.id,
        project_id: project.id,
      });
    }
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const as = (
    who: 'admin' | 'manager' | 'viewer',
    work: (visit: Visit) => Promise<void>,
    options = {},
  ) => {
    const password = who === 'admin' ? ADMIN.password : PASSWORD;
    return asUser(browser, service.url, { username: who, password }, work, options);
  };
  const go = (page: Page, path: string) => open(page, service.url, path);
  const place: Place = { as, go, call: (...asked) => service.call(...asked) };
  const stored = (page: Page) =>
    page.evaluate((keys) => keys.map((key) => localStorage.getItem(key) !== null), KEYS);

  describe('the session', () => {
    test('sign-in fills the four keys, sign-out empties them and ends the session', () =>
      as('admin', async ({ page }) => {
        await page.goto(`${service.url}/admin/login`);
        await page.evaluate(() => localStorage.clear());
        await signIn(page, service.url, ADMIN.username, ADMIN.password);
        await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
        expect(await stored(page)).toEqual([true, true, true, true]);
        const token = await page.evaluate(() => localStorage.getItem('jm_access_token'));
        await page.getByRole('button', { name: /account of/ }).click();
        await page.getByRole('menuitem', { name: 'Sign out' }).click();
        await page.getByLabel('User name').waitFor();
        expect(await stored(page)).toEqual([false, false, false, false]);
        expect(new URL(page.url()).pathname).toBe('/admin/login');
        const headers = { authorization: `Bearer ${token}` };
        const status = async () => (await fetch(`${service.url}/auth/me`, { headers })).status;
        await expect.poll(status).toBe(401);
      }));

    test('a wrong password is said', async () => {
      const { page, context } = await visit(browser, service.url);
      await page.goto(`${service.url}/admin/`);
      await page.getByLabel('User name').fill('nobody');
      await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
      await expectAccessible(page);
      await context.close();
    });

    test('who is not signed in is asked to at once, and then comes to what was asked for', async () => {
      const { page, context, complaints } = await visit(browser, service.url);
      let navigations = 0;
      page.on('framenavigated', () => (navigations += 1));
      await page.goto(`${service.url}/admin/project/${project.id}/show`);
      await page.getByLabel('User name').fill(ADMIN.username);
      // To the page and from there to the login, not there again and again.
      expect(navigations).toBeLessThan(6);
      await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Website relaunch' }).waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    });

    test('a token that stopped working leads to the login page', () =>
      as('admin', async ({ page }) => {
        await go(page, '/');
        await page.evaluate(() => localStorage.setItem('jm_access_token', 'no longer valid'));
        await page.getByRole('link', { name: 'Tasks', exact: true }).first().click();
        await page.getByLabel('User name').waitFor();
        expect(await stored(page)).toEqual([false, false, false, false]);
      }));
  });

  test('the dashboard tells how things stand, and each number leads to the list of what it counts', () =>
    as('viewer', async ({ page }) => {
      await go(page, '/');
      const main = page.getByRole('main');
      await main.getByRole('link', { name: /^Projects\s*1/ }).waitFor();
      await main.getByRole('link', { name: /^Tasks\s*3\d/ }).waitFor();
      const amountIn = async (link: Locator, pattern: RegExp) =>
        pattern.exec((await link.textContent()) ?? '')?.[1];
      const listOf = async (link: Locator, count: string | undefined) => {
        await link.click();
        await page.getByText(new RegExp(`^${count} records?$`)).waitFor();
        await page.goBack();
        await main.getByRole('region', { name: 'Recent changes' }).waitFor();
      };
      const done = main
        .getByRole('region', { name: 'Tasks by status' })
        .getByRole('link', { name: /^Done/ });
      await listOf(done, await amountIn(done, /^Done (\d+)/));
      const fresh = main.getByRole('link', { name: /^New tasks/ });
      await listOf(fresh, await amountIn(fresh, /^New tasks(\d+)/));
      const due = main.getByRole('region', { name: 'Tasks due' });
      await due.getByRole('link', { name: 'Step 1', exact: true }).waitFor();
      await listOf(due.getByRole('link', { name: '1 overdue' }), '1');

      // The months are one stop of the Tab key; arrows lead on.
      const months = main.getByRole('region', { name: 'New tasks' }).getByRole('link');
      await months.last().focus();
      await page.keyboard.press('ArrowLeft');
      await expect
        .poll(() => months.nth(10).evaluate((link) => link === document.activeElement))
        .toBe(true);
      await page.keyboard.press('End');
      const last = await months.last().getAttribute('aria-label');
      await page.keyboard.press('Enter');
      await page.getByText(new RegExp(`^${/: (\d+)$/.exec(last!)?.[1]} records?$`)).waitFor();
      await page.goBack();

      // What was created within a minute is one change, which leads to the list of it.
      const recent = main.getByRole('region', { name: 'Recent changes' });
      const together = recent.getByRole('link', { name: /^\d+ tasks$/ }).first();
      await listOf(together, await amountIn(together, /^(\d+)/));
    }));

  test('a card of the developer`s own, as the docs have it, is on the dashboard', () =>
    as('viewer', async ({ page }) => {
      await go(page, '/');
      const card = page.getByRole('main').locator('section', { hasText: 'Newest projects' });
      await card.getByRole('link', { name: 'Website relaunch' }).waitFor();
    }));

  describe('roles', () => {
    const buttons = async (page: Page) => {
      await go(page, `/task/${root.id}/show`);
      const names = ['Edit', 'Clone', 'Delete'];
      const main = page.getByRole('main');
      const seen = names.map((name) =>
        main
          .getByRole('link', { name, exact: true })
          .or(main.getByRole('button', { name, exact: true }))
          .count(),
      );
      return (await Promise.all(seen)).map((count) => count > 0);
    };

    test('an administrator sees every button and the access control', () =>
      as('admin', async ({ page }) => {
        expect(await buttons(page)).toEqual([true, true, true]);
        expect(await page.getByRole('link', { name: 'Roles' }).count()).toBe(1);
      }));

    test('a manager may not delete', () =>
      as('manager', async ({ page }) => {
        expect(await buttons(page)).toEqual([true, true, false]);
        expect(await page.getByRole('link', { name: 'Roles' }).count()).toBe(0);
      }));

    test('a viewer only reads', () =>
      as('viewer', async ({ page }) => {
        expect(await buttons(page)).toEqual([false, false, false]);
        await go(page, '/task');
        expect(await page.getByRole('link', { name: 'New task' }).count()).toBe(0);
        expect(await page.getByRole('checkbox').count()).toBe(0);
      }));
  });

  describe('records', () => {
    test('one is created with its relation, shown, changed, cloned and deleted', () =>
      as('admin', async ({ page }) => {
        await go(page, '/task/create');
        await page.getByLabel('Title').fill('Write the e2e tests');
        await page.getByLabel('Project').fill('Websi');
        await page.getByRole('option', { name: 'Website relaunch' }).click();
        await page.getByLabel('Due date').fill('2026-12-24');
        await page.getByRole('button', { name: 'Create', exact: true }).click();
        await page.getByRole('heading', { name: 'Write the e2e tests' }).waitFor();
        await page.getByRole('link', { name: 'Website relaunch' }).waitFor();
        expect(await page.getByText('24 Dec 2026').count()).toBe(1);

        await page.getByRole('link', { name: 'Edit' }).click();
        await page.getByLabel('Title').fill('Write more e2e tests');
        await page.getByRole('button', { name: 'Save changes' }).click();
        await page.getByRole('heading', { name: 'Write more e2e tests' }).waitFor();

        await page.getByRole('link', { name: 'Clone' }).click();
        await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Write more e2e tests');
        await page.getByLabel('Title').fill('A copy');
        await page.getByRole('button', { name: 'Create', exact: true }).click();
        await page.getByRole('heading', { name: 'A copy' }).waitFor();
        await page.getByRole('link', { name: 'Website relaunch' }).waitFor();

        await page.getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
        expect(await page.getByRole('cell', { name: 'A copy' }).count()).toBe(0);
      }));

    test('what is required is asked for, what the service refuses stands at its field', () =>
      as('admin', async ({ page }) => {
        await go(page, '/task/create');
        await page.getByRole('button', { name: 'Create', exact: true }).click();
        await expect.poll(() => page.getByLabel('Title').getAttribute('aria-invalid')).toBe('true');

        await go(page, `/task/${root.id}`);
        await page.getByLabel('Parent task').fill('Step 8');
        await page.getByRole('option', { name: /^Step 8/ }).click();
        await page.getByRole('button', { name: 'Save changes' }).click();
        await page
          .getByRole('alert')
          .getByText('Parent task: It would become its own descendant.')
          .waitFor();
        const parent = page.getByLabel('Parent task');
        await expect.poll(() => parent.getAttribute('aria-invalid')).toBe('true');
        await expectAccessible(page);
      }));

    test('messages name fields as the form does, also one that the form does not show', async () => {
      await asUser(browser, service.url, ADMIN, async ({ page }) => {
        await page.route('**/api/task', (route) =>
          route.request().method() === 'POST'
            ? route.fulfill({
                status: 422,
                contentType: 'application/problem+json',
                body: JSON.stringify(REFUSAL),
              })
            : route.continue(),
        );
        await go(page, '/task/create');
        await page.getByLabel('Title').fill('Anything');
        await page.getByRole('button', { name: 'Create', exact: true }).click();
        const alert = page.getByRole('alert');
        await alert.getByText('Planned work hours must be at least 0.').waitFor();
        await alert.getByText('Secret code has to be given by somebody else.').waitFor();
        const text = page.getByLabel('Planned work hours').locator('xpath=../..');
        expect(await text.innerText()).toContain('Planned work hours must be at least 0.');

        // What is not in the form cannot be mended there, and does not stand in the way of trying again.
        await page.unrouteAll();
        await page.getByRole('button', { name: 'Create', exact: true }).click();
        await page.getByRole('heading', { name: 'Anything' }).waitFor();
      });
    });

    test('a documented value is suggested, and any other can be typed', () =>
      as('admin', async ({ page }) => {
        await go(page, '/task/create');
        await page.getByLabel('Title').fill('Suggested');
        const status = page.getByRole('combobox', { name: 'Status' });
        expect(await status.inputValue()).toBe('Todo');
        await status.click();
        expect(await page.getByRole('option').allInnerTexts()).toEqual([
          'Todo',
          'In progress',
          'Done',
        ]);
        await expectAccessible(page);
        await status.fill('in PROGRESS');
        await page.getByLabel('Priority').fill('Whenever there is time');
        await page.getByRole('button', { name: 'Create', exact: true }).click();
        await page.getByRole('heading', { name: 'Suggested' }).waitFor();
        const [task] = await service.call<[Row]>('GET', '/task?title=Suggested');
        expect(task).toMatchObject({ status: 'in_progress', priority: 'Whenever there is time' });
        await page.getByRole('link', { name: 'Edit' }).click();
        await expect
          .poll(() => page.getByLabel('Priority').inputValue())
          .toBe('Whenever there is time');
      }));

    test('a form with changes is not left without asking', () =>
      as('admin', async ({ page }) => {
        await go(page, `/task/${root.id}`);
        await page.getByLabel('Title').fill('Changed');
        await page.getByRole('link', { name: 'Dashboard' }).click();
        await page.getByRole('button', { name: 'Stay' }).click();
        expect(await page.getByLabel('Title').inputValue()).toBe('Changed');
        await page.getByRole('link', { name: 'Dashboard' }).click();
        await page.getByRole('button', { name: 'Leave' }).click();
        await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
      }));

    test('who saves over somebody else’s change is asked first', () =>
      as('admin', async ({ page }) => {
        const task = await service.call('POST', '/task', { title: 'Contested', priority: 'low' });
        await go(page, `/task/${task.id}`);
        await page.getByLabel('Title').fill('Mine');
        await service.call('PATCH', `/task/${task.id}`, { title: 'Theirs', priority: 'high' });
        await page.getByRole('button', { name: 'Save changes' }).click();
        const dialog = page.getByRole('dialog', { name: 'Someone else has changed this' });
        await dialog.getByText('Theirs', { exact: true }).waitFor();
        await dialog.getByText('Mine', { exact: true }).waitFor();
        await expectAccessible(page);
        await dialog.getByRole('button', { name: 'Save this version' }).click();
        await page.getByRole('heading', { name: 'Mine' }).waitFor();
        await page.getByText('Mine saved').waitFor();
        const title = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
        const toast = (await page.locator('.MuiSnackbar-root').boundingBox())!;
        expect(toast.y).toBeGreaterThan(title.y + title.height);
        expect(await service.call('GET', `/task/${task.id}`)).toMatchObject({
          title: 'Mine',
          priority: 'high',
        });
      }));

    test('two changes of several fields are settled field by field', () =>
      as('admin', async ({ page }) => {
        const task = await service.call('POST', '/task', { title: 'Contested', description: 'a' });
        await go(page, `/task/${task.id}`);
        await page.getByLabel('Title').fill('Mine');
        await page.getByLabel('Description').fill('mine, too');
        const theirs = { title: 'Theirs', description: 'theirs', due_date: '2026-12-01' };
        await service.call('PATCH', `/task/${task.id}`, theirs);
        await page.getByRole('button', { name: 'Save changes' }).click();
        const dialog = page.getByRole('dialog', { name: 'Someone else has changed this' });
        const choice = (name: string) => dialog.getByRole('radio', { name });
        await expect.poll(() => choice('Title: Yours').isChecked()).toBe(true);
        await choice('Description: Theirs').check();
        await expectAccessible(page);
        await dialog.getByRole('button', { name: 'Save this version' }).click();
        await page.getByRole('heading', { name: 'Mine' }).waitFor();
        expect(await service.call('GET', `/task/${task.id}`)).toMatchObject({
          title: 'Mine',
          description: 'theirs',
          due_date: '2026-12-01',
        });
      }));

    test('who takes somebody else’s change goes on from there', () =>
      as('admin', async ({ page }) => {
        const task = await service.call('POST', '/task', { title: 'Contested', priority: 'low' });
        await go(page, `/task/${task.id}`);
        await page.getByLabel('Title').fill('Mine');
        await page.getByLabel('Description').fill('Mine alone');
        await service.call('PATCH', `/task/${task.id}`, {
          title: 'Theirs',
          due_date: '2026-12-01',
        });
        await page.getByRole('button', { name: 'Save changes' }).click();
        const dialog = page.getByRole('dialog', { name: 'Someone else has changed this' });
        await dialog.getByRole('cell', { name: '1 Dec 2026' }).waitFor();
        await dialog.getByRole('button', { name: 'Use theirs' }).click();
        await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Theirs');
        await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('Mine alone');
        await page.getByLabel('Title').fill('Both');
        await page.getByRole('button', { name: 'Save changes' }).click();
        await page.getByRole('heading', { name: 'Both' }).waitFor();
        expect(await service.call('GET', `/task/${task.id}`)).toMatchObject({
          title: 'Both',
          description: 'Mine alone',
          due_date: '2026-12-01',
        });
      }));

    test('related records are added with their parent filled in', () =>
      as('admin', async ({ page }) => {
        await go(page, `/project/${project.id}/show`);
        await page.getByRole('tab', { name: /Tasks/ }).waitFor();
        await page.getByRole('link', { name: 'Add task' }).click();
        await expect.poll(() => page.getByLabel('Project').inputValue()).toBe('Website relaunch');
        await page.getByLabel('Title').fill('Added from the project');
        await page.getByRole('button', { name: 'Create', exact: true }).click();
        await page.getByRole('cell', { name: 'Added from the project' }).waitFor();
        expect(page.url()).toContain(`/project/${project.id}/show?tab=tasks`);
      }));
  });

  describe('the tree', () => {
    test('is walked by keyboard, and its address leads back', () =>
      as('admin', async ({ page }) => {
        await go(page, '/task/tree');
        await page.getByRole('listbox', { name: 'Top level' }).focus();
        await page.keyboard.press('ArrowDown');
        await expect.poll(() => page.url()).toContain(`/task/tree/${root.id}`);
        await page.getByRole('listbox', { name: 'Below Plan the relaunch' }).waitFor();
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('End');
        await page.getByRole('option', { name: 'Step 30', selected: true }).waitFor();
        await expect.poll(() => page.url()).toMatch(new RegExp(`/task/tree/${lastStep.id}$`));
        await expectAccessible(page);
        // Where the record stands in its column may be known before the column is.
        const place = page.waitForResponse(/id__lt=/);
        const columns = /\/task\?.*_count=/;
        await page.route(columns, async (route) => {
          await place;
          await route.continue();
        });
        await page.reload();
        await page.getByRole('option', { name: 'Step 30', selected: true }).waitFor();
        await page.unroute(columns);
        await page.getByRole('listbox', { name: 'Below Plan the relaunch' }).focus();
        await page.keyboard.press('ArrowLeft');
        await expect.poll(() => page.url()).toMatch(new RegExp(`/task/tree/${root.id}$`));
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Plan the relaunch' }).waitFor();
        expect(page.url()).toContain(`/task/${root.id}/show`);
      }));

    test('takes a new record below the one whose column it is', () =>
      as('admin', async ({ page }) => {
        await go(page, `/task/tree/${root.id}`);
        await page.getByRole('link', { name: 'Add below: Below Plan the relaunch' }).click();
        const parent = page.getByLabel('Parent task');
        await expect.poll(() => parent.inputValue(), { timeout: 15_000 }).toBe('Plan the relaunch');
        await page.getByLabel('Title').fill('Added in the tree');
        await page.getByRole('button', { name: 'Create', exact: true }).click();
        const column = page.getByRole('listbox', { name: 'Below Plan the relaunch' });
        await expect
          .poll(() => column.getByRole('option').first().getAttribute('aria-setsize'))
          .toBe('31');
        await column.focus();
        await page.keyboard.press('End');
        await page.getByRole('option', { name: 'Added in the tree', selected: true }).waitFor();

        // What is renamed or deleted on other pages is so in the tree, too.
        await page.getByRole('status').getByText('Added in the tree', { exact: true }).waitFor();
        await page.getByRole('link', { name: 'Edit' }).click();
        await page.getByLabel('Title').fill('Renamed');
        await page.getByRole('button', { name: 'Save changes' }).click();
        await page.getByRole('link', { name: 'Show in tree' }).click();
        await page.getByRole('option', { name: 'Renamed', selected: true }).waitFor();
        await page.getByRole('link', { name: 'View', exact: true }).click();
        await page.getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('link', { name: 'Tree view' }).click();
        await page.getByRole('option', { name: /Plan the relaunch/ }).click();
        await expect
          .poll(() => column.getByRole('option').first().getAttribute('aria-setsize'))
          .toBe('30');
      }));

    test('refuses a cycle and moves to the top', () =>
      as('admin', async ({ page }) => {
        await go(page, `/task/tree/${root.id}`);
        await page.getByRole('button', { name: 'Move…' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('New parent').fill('Step 7');
        await page.getByRole('option', { name: 'Step 7' }).click();
        await dialog.getByRole('button', { name: 'Move', exact: true }).click();
        await dialog.getByText(/is below the record you are moving/).waitFor();
        await page.keyboard.press('Escape');

        const [child] = await service.call<[Row]>('GET', '/task?title=Step%207');
        await go(page, `/task/tree/${child.id}`);
        await page.getByRole('button', { name: 'Move…' }).click();
        await page.getByRole('button', { name: 'To the top level' }).click();
        await page.getByText('Step 7 moved').waitFor();
        const top = page.getByRole('listbox', { name: 'Top level' });
        await top.getByRole('option', { name: /Step 7/, selected: true }).waitFor();
        expect(await service.call('GET', `/task/${child.id}`)).toMatchObject({
          parent_task_id: null,
        });
      }));
  });

  describe('search', () => {
    test('Ctrl+K finds records and pages, and Enter opens them', () =>
      as('admin', async ({ page }) => {
        await go(page, '/project');
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog').getByRole('combobox').fill('relaunch');
        await page.getByRole('option', { name: /Website relaunch/ }).waitFor();
        await page.getByRole('option', { name: /Plan the relaunch.*in Title/ }).waitFor();
        await expectAccessible(page);
        await page.getByRole('dialog').getByRole('combobox').fill('website rel');
        await expect.poll(() => page.getByRole('option').count()).toBe(1);
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Website relaunch' }).waitFor();
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog').getByRole('combobox').fill('team mem');
        await page.getByRole('option', { name: 'Team members' }).waitFor();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Team members' }).waitFor();
      }));

    test('what was typed over is no longer asked for', () =>
      as('admin', async ({ page }) => {
        await go(page, '/project');
        const cancelled: string[] = [];
        page.on('requestfailed', (request) => cancelled.push(new URL(request.url()).search));
        let held = 0;
        await page.route(/\/api\/task\?.*q=plan(&|$)/, () => void (held += 1));
        await page.keyboard.press('Control+k');
        const box = page.getByRole('dialog').getByRole('combobox');
        await box.fill('plan');
        await expect.poll(() => held).toBe(1);
        await box.fill('plan the');
        await page.getByRole('option', { name: /Plan the relaunch/ }).waitFor();
        await expect.poll(() => cancelled.some((query) => query.includes('q=plan'))).toBe(true);
      }));

    searchTests(place);
  });

  describe('access control', () => {
    test('a user is made, signs in and changes the password', async () => {
      await as('admin', async ({ page }) => {
        await go(page, '/user/create');
        await page.getByLabel('User name').fill('grace');
        await page.getByLabel('Email').fill('grace@example.com');
        await page.getByLabel('Roles').click();
        await page.getByRole('option', { name: 'Viewer' }).click();
        await page.keyboard.press('Escape');
        await page.getByLabel('Password').fill(PASSWORD);
        await page.getByRole('button', { name: 'Create', exact: true }).click();
        await page.getByRole('heading', { name: 'grace' }).waitFor();
      });
      const { page, context } = await visit(browser, service.url);
      await signIn(page, service.url, 'grace', PASSWORD);
      await go(page, '/auth/password');
      await page.getByLabel('Current password').fill(PASSWORD);
      await page.getByLabel('New password *', { exact: true }).fill('another good password');
      await page.getByLabel('Confirm new password').fill('another good password');
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('Your password was changed.').waitFor();
      await openAccount(page, 'Password');
      expect(await page.getByRole('link', { name: 'User name and email' }).count()).toBe(0);
      await go(page, '/auth/own-names');
      await page.getByText('There is nothing at this address').waitFor();
      await page.getByRole('link', { name: 'Tasks', exact: true }).first().click();
      await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
      await context.close();
    });

    test('a role is edited by words, shows what each model makes of it, and what its users see', () =>
      as('admin', async ({ page }) => {
        await go(page, '/role/2');
        await page.getByText(/Presets come with the service/).waitFor();
        const allowed = page
          .getByRole('row', { name: /^Tasks/ })
          .getByRole('img', { name: 'Allowed, as for all models' });
        await expect.poll(() => allowed.count()).toBe(4);
        await page.getByRole('checkbox', { name: 'Delete records of all models' }).focus();
        await page.keyboard.press('Space');
        await expect.poll(() => allowed.count()).toBe(5);
        await page.getByRole('button', { name: 'Users', exact: true }).click();
        await page.getByText('They cannot view users').waitFor();
        await page.getByRole('button', { name: 'Tasks', exact: true }).press('Enter');
        await page.getByText('They see all tasks.').waitFor();
        await page.getByText('Not available: Delete selected').waitFor({ state: 'detached' });
        await expectAccessible(page);

        // What was taken back is no change, and the form is left without a question.
        await page.getByRole('checkbox', { name: 'Delete records of all models' }).uncheck();
        await page.getByText('Not available: Delete selected').waitFor();
        await page.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('heading', { name: 'Manager' }).waitFor();
      }));

    test('a role is made by words', () =>
      as('admin', async ({ page }) => {
        await go(page, '/role/create');
        await page.getByLabel('Name').fill('Clerk');
        await page.getByRole('button', { name: 'View only' }).click();
        await page.getByRole('checkbox', { name: 'Create records of all models' }).check();
        await page.getByRole('button', { name: 'Create', exact: true }).click();
        await page.getByRole('heading', { name: 'Clerk' }).waitFor();
        const [clerk] = await service.call<[Row]>('GET', '/role?name=Clerk');
        expect(clerk.allowed_methods).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
        await service.call('DELETE', `/role/${clerk.id}`);
      }));
  });

  describe('without a connection', () => offlineTests(place));
  describe('a session that ends under a form', () => sessionTests(place));
  describe('requests', () => requestTests(place));
  describe('a form', () => formTests(place));
  describe('a selection', () => selectionTests(place));
  describe('a page', () => pageTests(place));

  describe('looks', () => {
    const PAGES = [
      '/',
      '/task',
      `/task/create`,
      '/task/1',
      '/project/1/show',
      '/task/tree/1',
      '/user',
      '/user/1/show',
      '/user/create',
      '/role',
      '/role/1/show',
      '/role/2',
      '/tenant',
      '/auth/password',
      '/nowhere/at/all',
      '/task/987654/show',
    ];

    test('no page has a serious fault of accessibility, light or dark', () =>
      as('admin', async ({ page }) => {
        const background = () =>
          page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        for (const path of PAGES) {
          await page.emulateMedia({ colorScheme: 'light' });
          await go(page, path);
          await expectAccessible(page);
          const light = await background();
          await page.emulateMedia({ colorScheme: 'dark' });
          await expect.poll(background, { message: path }).not.toBe(light);
          await expectAccessible(page, { colorsOnly: true });
        }
      }));

    test('the theme is switched and kept', () =>
      as('admin', async ({ page }) => {
        const background = () =>
          page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        await go(page, '/');
        const light = await background();
        await page.getByRole('button', { name: 'Dark theme' }).click();
        await expect.poll(background).not.toBe(light);
        const dark = await background();
        await page.reload();
        await page.getByRole('button', { name: 'Light theme' }).waitFor();
        expect(await background()).toBe(dark);
      }));

    test('on a phone neither has one, nothing is wider than the screen, and the menu opens', () =>
      as(
        'admin',
        async ({ page }) => {
          for (const path of PAGES) {
            await go(page, path);
            await expectAccessible(page);
            const width = await page.evaluate(() => document.documentElement.scrollWidth);
            expect(width, path).toBeLessThanOrEqual(375);
          }
          await page.getByRole('button', { name: 'Open menu' }).click();
          await page.getByRole('link', { name: 'Projects' }).click();
          await page.getByRole('heading', { name: 'Projects' }).waitFor();
        },
        { width: 375, height: 812 },
      ));

    test('after a navigation Tab goes on in the page', () =>
      as('admin', async ({ page }) => {
        await go(page, '/task');
        await page.getByRole('link', { name: 'Projects', exact: true }).click();
        await page.getByRole('heading', { name: 'Projects' }).waitFor();
        await page.keyboard.press('Tab');
        const inMain = () => page.evaluate(() => document.activeElement?.closest('main') !== null);
        expect(await inMain()).toBe(true);
      }));

    test('a record that the service fails to give can be asked for again', () =>
      as('admin', async ({ page }) => {
        const failure = { status: 500, detail: 'Something went wrong.', request_id: 'abc-123' };
        await page.route(`**/api/task/${root.id}`, (route) =>
          route.fulfill({ status: 500, body: JSON.stringify(failure) }),
        );
        await page.goto(`${service.url}/admin/task/${root.id}/show`);
        await page.getByRole('alert').getByText('Something went wrong. Request abc-123.').waitFor();
        await page.unrouteAll();
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByRole('heading', { name: 'Plan the relaunch' }).waitFor();
      }));

    test('an address that leads nowhere and a record that is not there say so', () =>
      as('admin', async ({ page }) => {
        await page.goto(`${service.url}/admin/nowhere/at/all`);
        await page.getByText('There is nothing at this address').waitFor();
        await page.goto(`${service.url}/admin/task/987654/show`);
        await page.getByRole('alert').waitFor();
      }));
  });
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderExample } from '../golden/example.js';
import { asUser, expectAccessible, open, openBrowser, type Visit } from './browser.js';
import { findChromium } from './find-chromium.js';
import { LANGUAGE_FILES } from './language-files.js';
import { languageTests } from './language-tests.js';
import { ADMIN, PASSWORD, serveExample, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();
/** The usual ones, and German. */
const FEATURES = ['admin', 'dashboard', 'german', 'search'];
const LIST = 'web/src/pages/task/task.list.tsx';
const SUMMED = renderExample('task-manager', FEATURES)
  .get(LIST)!
  .replace('source="planned_work_hours"', '$& totalBy="sum"');

describe.skipIf(chromium === null)('lists in a browser', () => {
  let service: RunningExample;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      serveExample('task-manager', {
        features: FEATURES,
        files: { ...LANGUAGE_FILES, [LIST]: SUMMED },
      }),
      openBrowser(chromium ?? ''),
    ]);
    const project = await service.call('POST', '/project', { name: 'Website relaunch' });
    for (let index = 1; index <= 30; index += 1) {
      await service.call('POST', '/task', {
        title: `Step ${index}`,
        status: index % 3 === 0 ? 'done' : 'todo',
        project_id: project.id,
      });
    }
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const asAdmin = (work: (visit: Visit) => Promise<void>) =>
    asUser(browser, service.url, ADMIN, work);
  const go = (page: Page, path: string) => open(page, service.url, path);
  const filtered = (filter: object) => `?filter=${encodeURIComponent(JSON.stringify(filter))}`;
  const headers = async (page: Page) => {
    const texts = await page.getByRole('columnheader').allInnerTexts();
    return texts.filter((text) => text !== '');
  };

  describe('in other languages', () =>
    languageTests({ browser: () => browser, service: () => service }));

  describe('filters', () => {
    test('a filter is in the address, and comes back with it', () =>
      asAdmin(async ({ page }) => {
        await go(page, '/task');
        await page.getByRole('button', { name: 'Filter', exact: true }).click();
        await page.getByRole('button', { name: 'All filters' }).click();
        const drawer = page.getByRole('dialog', { name: 'Filters' });
        await drawer.getByLabel('Title').fill('step 1');
        await drawer.getByLabel('Status').click();
        await page.getByRole('option', { name: 'Done' }).click();
        await page.keyboard.press('Escape');
        await drawer.getByRole('button', { name: 'Show results' }).click();
        await page.getByText('3 records').waitFor();
        await page.reload();
        await page.getByText('3 records').waitFor();
        await expectAccessible(page);
        await page.getByRole('button', { name: 'Clear all' }).click();
        await page.getByText('3 records').waitFor({ state: 'detached' });
      }));

    test('a value that is only documented is one of many that a filter can ask for', () =>
      asAdmin(async ({ page }) => {
        await service.call('POST', '/task', { title: 'Odd', status: 'waiting for parts' });
        await go(page, '/task');
        await page.getByRole('button', { name: 'Filter', exact: true }).click();
        await page.getByRole('button', { name: 'All filters' }).click();
        const drawer = page.getByRole('dialog', { name: 'Filters' });
        await drawer.getByLabel('Status').fill('waiting for parts');
        await page.keyboard.press('Enter');
        await drawer.getByRole('button', { name: 'Show results' }).click();
        await page.getByText('1 record', { exact: true }).waitFor();
        await page.getByRole('cell', { name: 'Odd', exact: true }).waitFor();
      }));

    test('users are found by their roles and tenants, and by having none', async () => {
      const north = await service.call('POST', '/tenant', { name: 'North' });
      const users = [
        { username: 'mia', roles: ['Manager'], tenants: [north.id] },
        { username: 'max', roles: ['Manager'], tenants: [] },
        { username: 'vera', roles: ['Viewer'], tenants: [north.id] },
        { username: 'nora', roles: [], tenants: [] },
      ];
      for (const user of users) {
        const email = `${user.username}@example.com`;
        await service.call('POST', '/user', { ...user, email, password: PASSWORD });
      }
      await asAdmin(async ({ page }) => {
        const cells = page.getByRole('cell', { name: /^(mia|max|vera|nora)$/ });
        // Their initials stand before their names.
        const names = async () =>
          (await cells.allInnerTexts()).map((text) => text.replace(/^[A-Z]{2}\s+/, ''));
        await go(page, '/user');
        await page.getByRole('button', { name: 'Filter', exact: true }).click();
        await page.getByRole('button', { name: 'All filters' }).click();
        const drawer = page.getByRole('dialog', { name: 'Filters' });
        await drawer.getByLabel('Roles').click();
        await page.getByRole('option', { name: 'Manager' }).click();
        await page.keyboard.press('Escape');
        await drawer.getByRole('button', { name: 'Show results' }).click();
        await expect.poll(() => names()).toEqual(['max', 'mia']);
        await page.getByText('Roles: Manager').waitFor();

        await page.getByRole('button', { name: 'Filter', exact: true }).click();
        await page.getByRole('button', { name: 'All filters' }).click();
        await drawer.getByLabel('Tenants').fill('Nor');
        await page.getByRole('option', { name: 'North' }).click();
        await drawer.getByRole('button', { name: 'Show results' }).click();
        await expect.poll(() => names()).toEqual(['mia']);
        await page.getByText('Tenants: North').waitFor();
        await expectAccessible(page);

        await go(page, `/tenant/${north.id}/show`);
        await expect.poll(() => names()).toEqual(['vera', 'mia']);
        await go(page, '/role/3/show');
        await expect.poll(() => names()).toEqual(['vera']);
        await page.getByRole('link', { name: 'Add user' }).click();
        await page.getByRole('button', { name: 'Viewer', exact: true }).waitFor();

        await go(page, `/user${filtered({ roles__isnull: true })}`);
        await page.getByText('Roles is empty').waitFor();
        await expect.poll(() => names()).toEqual(['nora']);
      });
    });
  });

  test('a user of many tenants has a row of one line, until somebody asks for the others', async () => {
    const names = Array.from({ length: 6 }, (_, at) => `Branch ${at + 1} of a long name`);
    const made = await Promise.all(names.map((name) => service.call('POST', '/tenant', { name })));
    const profile = { email: 'many@example.com', tenants: made.map(({ id }) => id) };
    await service.call('POST', '/user', { username: 'many', password: PASSWORD, ...profile });
    await asAdmin(async ({ page }) => {
      await go(page, `/user${filtered({ q: 'many' })}`);
      const row = page.getByRole('row').filter({ hasText: 'many@example.com' });
      const more = row.getByRole('button', { name: 'Show 4 more' });
      await more.waitFor();
      await expect.poll(() => row.getByRole('link', { name: /^Branch/ }).count()).toBe(2);
      expect((await row.boundingBox())!.height).toBeLessThan(45);
      await expectAccessible(page);
      await more.click();
      await expect.poll(() => row.getByRole('link', { name: /^Branch/ }).count()).toBe(6);
      await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
      await row.getByRole('link', { name: 'many', exact: true }).click();
      await expect.poll(() => page.getByRole('link', { name: /^Branch/ }).count()).toBe(6);
    });
  });

  describe('on a phone', () => {
    const phone = { width: 390, height: 844, touch: true };
    const onPhone = (work: (visit: Visit) => Promise<void>) =>
      asUser(browser, service.url, ADMIN, work, phone);

    test('rows are cards with label, state and named fields, which lead to their records', () =>
      onPhone(async ({ page }) => {
        const project = await service.call('POST', '/project', { name: 'Cards' });
        const given = { title: 'On a phone', status: 'in_progress', due_date: '2026-12-01' };
        await service.call('POST', '/task', { ...given, project_id: project.id });
        await go(page, `/task${filtered({ q: 'On a phone' })}`);
        const card = page.getByRole('main').getByRole('listitem');
        await card.getByText('1 Dec 2026').waitFor();
        expect(await page.getByRole('table').count()).toBe(0);
        const said = (await card.innerText()).split('\n').filter(Boolean);
        expect(said.slice(0, 2)).toEqual(['On a phone', 'In progress']);
        expect(said.join(' ')).toContain('Due date 1 Dec 2026 Project Cards');
        const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
        expect(await wide()).toBe(390);
        await expectAccessible(page);
        await card.getByRole('link', { name: 'Cards' }).tap();
        await page.getByRole('heading', { level: 1, name: 'Cards' }).waitFor();
        await page.getByRole('tabpanel').getByText('1 Dec 2026').waitFor();
        expect([await page.getByRole('table').count(), await wide()]).toEqual([0, 390]);
        await expectAccessible(page);
        await page.goBack();
        await card.getByText('Due date').tap({ force: true });
        await page.getByRole('heading', { level: 1, name: 'On a phone' }).waitFor();
      }));

    test('cards are selected, sorted, and show the columns that were chosen', () =>
      onPhone(async ({ page }) => {
        await go(page, `/task${filtered({ q: 'Step' })}`);
        const cards = page.getByRole('main').getByRole('listitem');
        await cards.nth(24).waitFor();
        await page.getByRole('button', { name: /Sort by/ }).tap();
        await page.getByRole('menuitem', { name: /title ascending/i }).tap();
        await expect.poll(() => cards.first().innerText()).toContain('Step 1');
        await page.getByRole('checkbox', { name: 'Select Step 1', exact: true }).tap();
        await page.getByRole('region', { name: '1 selected' }).waitFor();
        await expectAccessible(page);
        await page.getByRole('button', { name: 'Unselect' }).tap();
        await page.getByRole('button', { name: 'Columns' }).tap();
        await page.getByRole('checkbox', { name: 'Priority' }).tap();
        await page.getByRole('checkbox', { name: 'Planned work hours' }).tap();
        await page.keyboard.press('Escape');
        await expect.poll(() => cards.first().getByText('Priority').count()).toBe(0);
        const totals = page.getByRole('region', { name: 'Totals' });
        await expect.poll(() => totals.innerText()).toMatch(/^Totals\s+Planned work hours\s+0$/);
      }));
  });

  describe('columns', () => {
    test('are chosen and put in order by keyboard and mouse, and stay so after a reload', () =>
      asAdmin(async ({ page }) => {
        await go(page, '/task');
        const first = ['Title', 'Status', 'Priority', 'Due date', 'Project', 'Assignee'];
        expect(await headers(page)).toEqual(first);
        await page.getByRole('button', { name: 'Columns' }).click();
        await expectAccessible(page);
        await page.getByRole('checkbox', { name: 'Parent task' }).check();
        await page.getByRole('checkbox', { name: 'Due date' }).uncheck();
        const up = page.getByRole('button', { name: 'Move Status up' });
        await up.focus();
        // The hidden description stands between the title and the status.
        await page.keyboard.press('Enter');
        await expect
          .poll(() => up.evaluate((button) => button === document.activeElement))
          .toBe(true);
        await page.keyboard.press('Enter');
        await page.getByText('Status is now column 1 of 12').waitFor({ state: 'attached' });
        const lines = page.getByRole('dialog').getByRole('listitem');
        await lines.filter({ hasText: 'Assignee' }).dragTo(lines.filter({ hasText: 'Title' }));
        await page.keyboard.press('Escape');
        const chosen = ['Status', 'Assignee', 'Title', 'Priority', 'Project', 'Parent task'];
        await expect.poll(() => headers(page)).toEqual(chosen);

        await page.reload();
        await page.getByRole('columnheader', { name: 'Parent task' }).waitFor();
        expect(await headers(page)).toEqual(chosen);
        await page.getByRole('button', { name: 'Columns' }).click();
        await page.getByRole('button', { name: 'Reset' }).click();
        await page.keyboard.press('Escape');
        await expect.poll(() => headers(page)).toEqual(first);
      }));
  });

  describe('without rows', () => {
    test('an empty list leads to the first record', () =>
      asAdmin(async ({ page }) => {
        await go(page, '/team_member');
        await page.getByText('No team members yet').waitFor();
        await page.getByText('Create the first one to get started.').waitFor();
        await expectAccessible(page);
        await page.getByRole('main').getByRole('link', { name: 'New team member' }).last().click();
        await page.getByRole('heading', { name: 'New team member' }).waitFor();
      }));

    test('a filter that matches nothing is cleared', () =>
      asAdmin(async ({ page }) => {
        await go(page, `/task${filtered({ title: 'nothing like that' })}`);
        await page.getByText('Nothing matches').waitFor();
        await page.getByRole('button', { name: 'Clear all' }).last().click();
        await page.getByRole('cell', { name: 'Step 30', exact: true }).waitFor();
      }));

    test('a list that fails says why, and is asked for again', () =>
      asAdmin(async ({ page }) => {
        const failure = { status: 500, detail: 'Something went wrong.', request_id: 'abc-123' };
        await page.route('**/api/task?*', (route) =>
          route.fulfill({ status: 500, body: JSON.stringify(failure) }),
        );
        await page.goto(`${service.url}/admin/task`);
        const alert = page.getByRole('alert');
        await alert.getByText('Something went wrong. Request abc-123.').waitFor();
        await page.unrouteAll();
        await page.route('**/api/task?*', (route) => route.abort());
        await page.getByRole('button', { name: 'Try again' }).click();
        await alert.getByText('The service cannot be reached.').waitFor();
        await page.unrouteAll();
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByRole('cell', { name: 'Step 30', exact: true }).waitFor();
      }));
  });

  describe('rows', () => {
    test('are opened by keyboard, in a list and among related records', () =>
      asAdmin(async ({ page }) => {
        await go(page, `/task${filtered({ title: 'Step 7' })}`);
        await page.getByRole('checkbox', { name: 'Select Step 7' }).focus();
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Step 7' }).waitFor();
        await go(page, '/project/1/show');
        const link = page.getByRole('link', { name: 'Step 30', exact: true });
        expect(await link.getAttribute('href')).toMatch(/\/admin\/task\/\d+\/show$/);
        await expectAccessible(page);
        await link.press('Enter');
        await page.getByRole('heading', { name: 'Step 30' }).waitFor();
      }));

    test('have their link in the first column, whichever it is', () =>
      asAdmin(async ({ page }) => {
        const linked = (text: string) =>
          page.getByRole('row', { name: /Step 7/ }).getByRole('link', { name: text, exact: true });
        const [{ id }] = await service.call<[Row]>('GET', '/task?title=Step%207');
        await service.call('PATCH', `/task/${id}`, { planned_work_hours: 3.5 });
        await go(page, `/task${filtered({ title: 'Step 7' })}`);
        await page.getByRole('button', { name: 'Columns' }).click();
        await expectAccessible(page);
        const checked = page.getByRole('dialog').getByRole('checkbox', { checked: true });
        await page.getByRole('checkbox', { name: 'Title' }).uncheck();
        await page.keyboard.press('Escape');
        await page.getByRole('checkbox', { name: 'Select Step 7' }).waitFor();
        // A state is a menu; the row has a link beside it.
        await page.getByRole('button', { name: 'Todo', exact: true }).waitFor();
        expect(await linked('Step 7').getAttribute('href')).toMatch(/\/show$/);
        await page.getByRole('button', { name: 'Columns' }).click();
        while ((await checked.count()) > 1) await checked.first().uncheck();
        await page.getByRole('checkbox', { name: 'Project' }).check();
        await page.getByRole('checkbox', { name: 'Assignee' }).uncheck();
        await page.keyboard.press('Escape');
        // A reference leads to its own record; the row has a link beside it.
        expect(await linked('Website relaunch').getAttribute('href')).toMatch(/project\/1\/show$/);
        expect(await linked('Step 7').getAttribute('href')).toMatch(/task\/\d+\/show$/);
        // What is no text says whose it is, after what can be seen of it.
        await page.getByRole('button', { name: 'Columns' }).click();
        await page.getByRole('checkbox', { name: 'Planned work hours' }).check();
        await page.keyboard.press('Escape');
        expect(await linked('3.5 Step 7').getAttribute('href')).toMatch(/task\/\d+\/show$/);
        await expectAccessible(page);
        // What is chosen for the list of tasks is not for the tasks of a project.
        await go(page, '/project/1/show');
        await page.getByRole('columnheader', { name: 'Title' }).waitFor();
      }));
  });

  describe('several rows', () => {
    test('are changed at once', () =>
      asAdmin(async ({ page }) => {
        await go(page, `/task${filtered({ title__ilike: 'step 2' })}`);
        await page.getByRole('checkbox').first().check();
        await page.getByRole('button', { name: 'Edit', exact: true }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Field to change').click();
        await page.getByRole('option', { name: 'Priority' }).click();
        await dialog.getByRole('combobox', { name: 'Priority' }).click();
        await page.getByRole('option', { name: 'Critical' }).click();
        await dialog.getByRole('button', { name: /^Apply/ }).click();
        await page.getByText('11 records changed').waitFor();
        // It covers neither the title nor the first rows, and the keyboard goes on at the rows.
        const said = await page.getByText('11 records changed').boundingBox();
        expect(said?.y).toBeGreaterThan(page.viewportSize()!.height / 2);
        await expect
          .poll(() => page.evaluate(() => document.activeElement?.getAttribute('type')))
          .toBe('checkbox');
        const changed = await service.call<Row[]>('GET', '/task?priority=critical');
        expect(changed.map(({ title }) => title).sort()).toEqual(
          ['2', '20', '21', '22', '23', '24', '25', '26', '27', '28', '29'].map((n) => `Step ${n}`),
        );
      }));

    test('are summed up, and deleted at once, after one question that is not answered by accident', async () => {
      const doomed = ['Doomed 1', 'Doomed 2', 'Doomed 3', 'Doomed 4'];
      for (const title of doomed)
        await service.call('POST', '/task', { title, planned_work_hours: 500.25 });
      await asAdmin(async ({ page }) => {
        const summed: string[] = [];
        page.on('request', (request) => {
          if (request.url().includes('/_aggregate')) summed.push(new URL(request.url()).search);
        });
        await go(page, `/task${filtered({ title__ilike: 'doomed' })}&perPage=10`);
        // Of columns that are not there nothing is asked.
        expect(summed).toEqual([]);
        await page.getByRole('button', { name: 'Columns' }).click();
        await page.getByRole('checkbox', { name: 'Planned work hours' }).check();
        await page.keyboard.press('Escape');
        const totals = page.getByRole('row', { name: 'Totals' });
        await totals.getByRole('cell', { name: '2,001', exact: true }).waitFor();
        expect(summed).toEqual(['?title__ilike=doomed&_sum=planned_work_hours']);
        await expectAccessible(page);
        await page.getByRole('checkbox', { name: 'Select Doomed 1' }).check();
        await page.getByRole('checkbox', { name: 'Select Doomed 3' }).check();
        await page.getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('dialog', { name: 'Delete 2 records?' }).waitFor();
        await page.keyboard.press('Enter');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        expect(await service.call('GET', '/task?title__ilike=doomed')).toHaveLength(4);

        await page.getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
        await page.getByText('2 records deleted').waitFor();
        await page.getByText('2 records', { exact: true }).waitFor();
        const left = await service.call<Row[]>('GET', '/task?title__ilike=doomed');
        expect(left.map(({ title }) => title).sort()).toEqual(['Doomed 2', 'Doomed 4']);
        await totals.getByRole('cell', { name: '1,000.5', exact: true }).waitFor();
        // An endpoint that the developer put in its place has no totals: the list is as it was.
        await page.route('**/_aggregate?*', (route) => route.fulfill({ status: 404, body: '{}' }));
        await go(page, `/task${filtered({ title__ilike: 'doomed' })}`);
        await page.getByRole('cell', { name: 'Doomed 4', exact: true }).waitFor();
        expect(await totals.or(page.getByRole('alert')).count()).toBe(0);
        expect(summed).toHaveLength(3);
      });
    });

    test('are all that the filter shows, on every page, until somebody stops it', async () => {
      for (let index = 1; index <= 60; index += 1)
        await service.call('POST', '/task', { title: `Many ${index}` });
      await asAdmin(async ({ page }) => {
        const bar = page.getByRole('region', { name: /selected/ });
        const selectAll = async () => {
          await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
          await bar.getByRole('button', { name: 'Select all 60' }).click();
          await bar.getByText('All 60 selected').waitFor();
        };
        await go(page, `/task${filtered({ title__ilike: 'many' })}&perPage=10`);
        await selectAll();
        await page.getByRole('button', { name: 'Go to next page' }).click();
        await page.getByRole('checkbox', { name: 'Select Many 50' }).uncheck();
        await bar.getByText('9 selected', { exact: true }).waitFor();
        await page.getByRole('checkbox', { name: 'Select Many 50' }).check();
        await selectAll();
        await bar.getByRole('button', { name: 'Edit', exact: true }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Field to change').click();
        await page.getByRole('option', { name: 'Priority' }).click();
        await dialog.getByRole('combobox', { name: 'Priority' }).click();
        await page.getByRole('option', { name: 'High' }).click();
        await dialog.getByRole('button', { name: 'Apply to 60 records' }).click();
        await page.getByText('60 records changed').waitFor();
        expect(
          await service.call('GET', '/task?title__ilike=many&priority=high&_end=200'),
        ).toHaveLength(60);

        await bar.waitFor({ state: 'detached' });
        await selectAll();
        let requests = 0;
        let goOn = () => {};
        const held = new Promise<void>((resolve) => (goOn = resolve));
        await page.route('**/api/_batch?*', async (route) => {
          requests += 1;
          if (requests > 1) await held;
          await route.continue();
        });
        await bar.getByRole('button', { name: 'Delete' }).click();
        await dialog.getByRole('button', { name: 'Delete' }).click();
        await dialog.getByText('25 of 60').waitFor();
        await expectAccessible(page);
        await dialog.getByRole('button', { name: 'Stop' }).click();
        goOn();
        await page.getByText('50 records deleted, 10 not attempted').waitFor();
        const left = await service.call<Row[]>('GET', '/task?title__ilike=many&_end=200');
        expect(left).toHaveLength(10);
      });
    });

    test('some of which are refused are counted, with the reason in the words of the page', async () => {
      for (const name of ['first', 'second']) {
        await service.call('POST', '/team_member', { name, email: `${name}@example.com` });
      }
      await asAdmin(async ({ page }) => {
        await go(page, '/team_member');
        await page.getByRole('checkbox').first().check();
        await page.getByRole('button', { name: 'Edit', exact: true }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Field to change').click();
        await page.getByRole('option', { name: 'Role' }).click();
        await dialog.getByRole('textbox', { name: 'Role' }).fill('r'.repeat(256));
        await dialog.getByRole('button', { name: /^Apply/ }).click();
        const outcome = dialog.getByRole('alert');
        await outcome.getByText('0 records changed, 2 failed').waitFor();
        await outcome.getByText('Role must have at most 255 characters.').waitFor();
        await outcome.getByRole('link', { name: 'second' }).waitFor();
        await expectAccessible(page);
        await dialog.getByRole('textbox', { name: 'Role' }).fill('lead');
        await dialog.getByRole('button', { name: 'Apply to 2 records' }).click();
        await page.getByText('2 records changed').waitFor();
      });
    });
  });

  describe('a table', () => {
    const widthOf = async (page: Page) =>
      Math.round((await page.locator('th.column-title').boundingBox())!.width);
    const edgeOf = async (page: Page) => {
      const { x, y, width } = (await page.locator('th.column-title').boundingBox())!;
      return { x: x + width - 3, y: y + 12 };
    };

    test('has columns that are as wide as they were dragged, until a double click', () =>
      asAdmin(async ({ page }) => {
        await go(page, '/task');
        const before = await widthOf(page);
        const { x, y } = await edgeOf(page);
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + 60, y, { steps: 3 });
        await page.mouse.up();
        await expect.poll(() => widthOf(page)).toBe(before + 60);
        await page.reload();
        await page.locator('th.column-title').waitFor();
        await expect.poll(() => widthOf(page)).toBe(before + 60);
        const edge = await edgeOf(page);
        await page.mouse.dblclick(edge.x, edge.y);
        await expect.poll(() => widthOf(page)).toBe(before);
        expect(page.url()).not.toContain('sort=');
      }));

    test('has more room between its rows where somebody wants that', () =>
      asAdmin(async ({ page }) => {
        await go(page, '/task');
        const heightOf = async () =>
          (await page.locator('td.column-title').first().boundingBox())!.height;
        const before = await heightOf();
        await page.getByRole('button', { name: 'Columns' }).click();
        await page.getByRole('checkbox', { name: 'More room between rows' }).check();
        await expect.poll(heightOf).toBeGreaterThan(before);
        await page.getByRole('checkbox', { name: 'More room between rows' }).uncheck();
        await expect.poll(heightOf).toBe(before);
      }));

    test('has the page to itself where the menu has room for icons alone, which have names', () =>
      asUser(
        browser,
        service.url,
        ADMIN,
        async ({ page }) => {
          await go(page, '/task');
          const menu = page.getByRole('navigation', { name: 'Menu' });
          expect((await menu.boundingBox())!.width).toBeLessThan(70);
          await menu.getByRole('link', { name: 'Tasks', exact: true }).waitFor();
          await expectAccessible(page);
        },
        { width: 1024 },
      ));
  });

  describe('the export', () => {
    const exported = async (page: Page) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export CSV' }).click(),
      ]);
      const chunks: Buffer[] = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
      const [header = '', ...rows] = Buffer.concat(chunks).toString().trim().split('\r\n');
      return { name: download.suggestedFilename(), header, rows };
    };

    test('has all that the filter shows on every page, in the order of the list', () =>
      asAdmin(async ({ page }) => {
        const query = `${filtered({ title__ilike: 'step', status: ['todo'] })}&sort=title&order=ASC`;
        await go(page, `/task${query}&perPage=10`);
        await page.getByText('20 records').waitFor();
        const { name, header, rows } = await exported(page);
        expect(name).toBe('task.csv');
        expect(header).toContain('project_id,Project,');
        const answer = await service.call<Row[]>(
          'GET',
          '/task?title__ilike=step&status=todo&_sort=title&_order=ASC',
        );
        const titles = rows.map((row) => row.split(',')[1]);
        expect(titles).toEqual(answer.map(({ title }) => title));
        expect(rows.every((row) => row.includes(',Website relaunch,'))).toBe(true);
      }));

    test('has no cell that a spreadsheet would run', () =>
      asAdmin(async ({ page }) => {
        await service.call('POST', '/task', { title: '=HYPERLINK("http://evil")' });
        await go(page, `/task${filtered({ title__ilike: 'hyperlink' })}`);
        const { rows } = await exported(page);
        expect(rows).toHaveLength(1);
        expect(rows[0]).toContain(`,"'=HYPERLINK(""http://evil"")",`);
      }));
  });
});

import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withFeatures } from '../../src/project/change/feature-changes.js';
import { renderProject } from '../../src/render/render-project.js';
import { appOfSpec } from '../golden/app-of-spec.js';
import { MADE_AT, templates } from '../golden/example.js';
import { withList } from '../support/list-models.js';
import {
  asUser,
  expectAccessible,
  goOffline,
  open,
  openBrowser,
  type Visit,
  type VisitOptions,
} from './browser.js';
import { findChromium } from './find-chromium.js';
import { LANGUAGE_FILES } from './language-files.js';
import { ADMIN, PASSWORD, serveProject, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();

const SPEC = `
models:
  Place:
    label: '{name}'
    fields: { name: string:required }
  Tag:
    label: '{name}'
    fields: { name: string:required }
  Job:
    label: '{title}'
    frozen: { when: closed=true, except: [Manager] }
    fields:
      title: string:required:max=20
      phase: enum=todo,doing,done:required:default=todo:steps=todo/doing,doing/done
      level: enum=low,high
      hours: decimal=8,2:unit=km
      planned: integer:min=1:max=99
      due_on: date:section=Plan
      starts_at: datetime
      closed: boolean:required:default=false
      urgent: boolean
      note: text
      place: ref=Place
      tags: refs=Tag
      extra: json
      secret: string
      code: string:unique
  Item:
    fields:
      name: string:required
      job: ref=Job:required:lines:as=items
`;

const RULES = 'src/models/job/job.rules.ts';
const FILES = {
  [RULES]: `import { defineRules } from '#engine/rules';
import type { Job } from './job.model.js';

export const jobRules = defineRules<Job>({
  hours: ({ hours, planned }) => planned !== null && Number(hours) > planned && 'More than planned',
});
`,
  'src/models/job/job.access.ts': `import { defineAccess } from '#engine';
import type { Job } from './job.model.js';

export const jobAccess = defineAccess<Job>({
  fields: { secret: { write: ['Admin'] } },
});
`,
};

/** Jobs with a rule between fields, a field that only some may write, and a column that its developer has closed. */
function project(): ReadonlyMap<string, string> {
  const spec = withFeatures(appOfSpec('in-place', SPEC), templates(), ['german', 'in-place']);
  const parts = [{ kind: 'rules' as const, path: RULES, name: 'jobRules' }];
  const models = spec.models.map((model) => (model.name === 'Job' ? { ...model, parts } : model));
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const files = new Map([...renderProject({ ...spec, models }, options)]);
  files.delete('.env');
  const list = 'web/src/pages/job/job.list.tsx';
  const closed = files.get(list)!.replace('source="code"', 'source="code" editable={false}');
  const all = [
    ...files,
    [list, closed] as const,
    ...Object.entries({ ...FILES, ...LANGUAGE_FILES }),
  ];
  return new Map(withList(new Map(all)));
}

describe.skipIf(chromium === null)('lists that are edited in place', () => {
  let service: RunningExample;
  let browser: Browser;
  let made = 0;

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      serveProject('in-place', project()),
      openBrowser(chromium ?? ''),
    ]);
    for (const [username, role] of [
      ['ann', 'Manager'],
      ['vic', 'Viewer'],
    ])
      await service.call('POST', '/user', { username, password: PASSWORD, roles: [role] });
    for (const name of ['Hall', 'Yard']) await service.call('POST', '/place', { name });
    for (const name of ['red', 'blue']) await service.call('POST', '/tag', { name });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const as = (
    user: typeof ADMIN,
    work: (page: Page, visit: Visit) => Promise<void>,
    options: VisitOptions = {},
  ) => asUser(browser, service.url, user, (visit) => work(visit.page, visit), options);
  const asAdmin = (work: (page: Page, visit: Visit) => Promise<void>, options?: VisitOptions) =>
    as(ADMIN, work, { width: 1900, ...options });
  const make = (values: object = {}) =>
    service.call('POST', '/job', { title: `Job ${(made += 1)}`, ...values });
  const read = ({ id }: Row) => service.call('GET', `/job/${id}`);
  /** The list of these jobs alone, with every column. */
  const list = async (page: Page, jobs: readonly Row[], sort = 'id') => {
    const filter = encodeURIComponent(JSON.stringify({ id: jobs.map(({ id }) => id) }));
    await page.evaluate(() => {
      localStorage.setItem('RaStore.job.datatable', '[]');
    });
    await open(page, service.url, `/job?filter=${filter}&sort=${sort}&order=ASC`);
  };
  const cell = (page: Page, { _label }: Row, source: string): Locator =>
    page.getByRole('row').filter({ hasText: _label }).locator(`td[data-cell="${source}"]`);
  const editable = (page: Page, job: Row) =>
    page
      .getByRole('row')
      .filter({ hasText: job._label })
      .locator('td[data-editable]')
      .evaluateAll((cells) => cells.map((one) => (one as HTMLElement).dataset['cell']));
  const managers = () => service.signIn('ann', PASSWORD);
  const editor = (page: Page) => page.getByRole('dialog').locator('input, textarea').first();
  /** Neither titles of sections nor the grid of lines are there: what a form has around an input has no place over a cell. */
  const expectAlone = async (page: Page) => {
    const parts = page.getByRole('dialog').locator('h2, table, .form-section, .form-side');
    expect(await parts.count()).toBe(0);
  };
  const said = (page: Page, text: string) => page.getByText(text).first().waitFor();
  const focused = (page: Page) =>
    page.evaluate(() => (document.activeElement as HTMLElement).dataset['cell']);
  const shoot = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
  };

  test('each kind of field has the input of its form, and one request saves it', () =>
    asAdmin(async (page) => {
      const job = await make({ note: 'old' });
      await list(page, [job]);
      await expectAccessible(page);
      const writes: unknown[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PATCH') writes.push(request.postDataJSON());
      });
      const edit = async (source: string, change: (input: Locator) => Promise<void>) => {
        await cell(page, job, source).dblclick();
        const input = editor(page);
        await input.waitFor();
        await expectAlone(page);
        await change(input);
        await input.press('Enter');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      };
      await edit('planned', (input) => input.fill('7'));
      await edit('hours', async (input) => {
        await page.getByRole('dialog').getByText('km').waitFor();
        await input.fill('5.25');
      });
      await edit('due_on', (input) => input.fill('2026-12-24'));
      await edit('starts_at', (input) => input.fill('2026-12-24T10:30'));
      await edit('closed', (input) => input.press('Space'));
      await service.call('PATCH', `/job/${job.id}`, { closed: false }, await managers());
      await list(page, [job]);
      await edit('note', async (input) => {
        await input.fill('new');
        await input.press('Shift+Enter');
        await input.pressSequentially('lines');
      });
      await edit('place_id', async (input) => {
        await input.fill('Yard');
        await page.getByRole('option', { name: 'Yard', exact: true }).click();
      });
      await edit('tags', async (input) => {
        await input.fill('blue');
        await page.getByRole('option', { name: 'blue', exact: true }).click();
      });
      await edit('extra', (input) => input.fill('{"a":1}'));
      await edit('secret', (input) => input.fill('x'));
      expect(await read(job)).toMatchObject({
        ...{ planned: 7, hours: 5.25, due_on: '2026-12-24', note: 'new\nlines', secret: 'x' },
        ...{ place_id: 2, tags: [2], extra: { a: 1 }, closed: false },
      });
      expect(writes.map((write) => Object.keys(write as object).join())).toEqual(
        'planned hours due_on starts_at closed note place_id tags extra secret'.split(' '),
      );
    }));

  test('a chip is a menu of the next values, and an optional yes or no a list', () =>
    asAdmin(async (page) => {
      const job = await make({ level: 'low' });
      await list(page, [job]);
      await cell(page, job, 'phase').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem').first().waitFor();
      expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Doing']);
      await page.keyboard.press('Enter');
      await cell(page, job, 'phase').getByText('Doing').waitFor();
      expect(await focused(page)).toBe('phase');
      await cell(page, job, 'level').getByRole('button').click();
      await page.getByRole('menuitem', { name: 'High' }).click();
      await cell(page, job, 'level').getByText('High').waitFor();
      await cell(page, job, 'urgent').dblclick();
      const choice = page.getByRole('dialog').getByRole('combobox');
      await choice.press('Space');
      await page.getByRole('option', { name: 'Yes' }).click();
      await choice.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await read(job)).toMatchObject({ phase: 'doing', level: 'high', urgent: true });
    }));

  test('the keyboard alone moves, edits, goes on, comes back and takes back', () =>
    asAdmin(async (page) => {
      const jobs = [await make({ planned: 1 }), await make({ planned: 2 })] as const;
      await list(page, jobs);
      const [first, second] = jobs;
      await cell(page, first, 'title').focus();
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowRight'])
        await page.keyboard.press(key);
      expect(await focused(page)).toBe('planned');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await editor(page).waitFor();
      expect(await editor(page).inputValue()).toBe('1');
      await expectAccessible(page);
      await shoot(page, 'editor');
      await page.keyboard.type('11');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await cell(page, first, 'planned').getByText('11').waitFor();
      // Below, which is not edited yet.
      expect(
        await cell(page, second, 'planned').evaluate((td) => td === document.activeElement),
      ).toBe(true);
      await page.keyboard.press('F2');
      await editor(page).waitFor();
      await page.keyboard.type('22');
      await page.keyboard.press('Tab');
      await page.getByRole('dialog', { name: 'Due on' }).waitFor();
      await page.keyboard.press('Shift+Tab');
      await page.getByRole('dialog', { name: 'Planned' }).waitFor();
      expect(await editor(page).inputValue()).toBe('22');
      await page.keyboard.type('33');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await focused(page)).toBe('planned');
      await cell(page, second, 'planned').getByText('22').waitFor();
      expect([await read(first), await read(second)]).toMatchObject([
        { planned: 11 },
        { planned: 22 },
      ]);
      // Home and End, and a cell that opens the record.
      await page.keyboard.press('Home');
      expect(await focused(page)).toBe('title');
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: second._label }).waitFor();
    }));

  test('rules hold, of the form and of the service, and say so at the cell', () =>
    asAdmin(async (page) => {
      const job = await make({ planned: 5 });
      await list(page, [job]);
      await cell(page, job, 'title').focus();
      await page.keyboard.press('Enter');
      await editor(page).fill('');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByText('Required').waitFor();
      await editor(page).fill('A title with too many letters');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByText('20').waitFor();
      await page.keyboard.press('Escape');
      await cell(page, job, 'hours').dblclick();
      await editor(page).fill('9');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByText('More than planned').waitFor();
      await page.keyboard.press('Escape');
      await service.call('PATCH', `/job/${job.id}`, { hours: 5 });
      // The rule belongs to another field, so that the service says it.
      await cell(page, job, 'planned').dblclick();
      await editor(page).fill('3');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('More than planned').waitFor();
      expect(await read(job)).toMatchObject({ planned: 5 });
    }));

  test('a click elsewhere saves; the linked cell opens its record', () =>
    asAdmin(async (page) => {
      const job = await make();
      await list(page, [job]);
      await cell(page, job, 'planned').dblclick();
      await editor(page).fill('8');
      await cell(page, job, 'note').click();
      await cell(page, job, 'planned').getByText('8').waitFor();
      expect(await focused(page)).toBe('note');
      await cell(page, job, 'title').getByRole('link').click();
      await page.getByRole('heading', { name: job._label }).waitFor();
    }));

  test('what may not be changed is not offered', async () => {
    const open = await make();
    const frozen = await make({ closed: true });
    await asAdmin(async (page) => {
      await list(page, [open, frozen]);
      expect(await editable(page, open)).toEqual(
        'title phase level hours planned due_on starts_at closed urgent note place_id tags extra secret'.split(
          ' ',
        ),
      );
      expect(await editable(page, frozen)).toEqual([]);
      expect(await cell(page, frozen, 'phase').getByRole('button').count()).toBe(0);
      await cell(page, open, 'code').click();
      await page.getByRole('heading', { name: open._label }).waitFor();
    });
    await as(
      { username: 'ann', password: PASSWORD },
      async (page) => {
        await list(page, [open, frozen]);
        expect(await editable(page, open)).not.toContain('secret');
        expect(await editable(page, frozen)).toContain('title');
      },
      { width: 1900 },
    );
    await as({ username: 'vic', password: PASSWORD }, async (page) => {
      await list(page, [open]);
      expect(await page.getByRole('table').count()).toBe(1);
      expect(await page.locator('td[data-cell]').count()).toBe(0);
      await page.getByText(open._label).click();
      await page.getByRole('heading', { name: open._label }).waitFor();
    });
  });

  test('what somebody else has saved meanwhile is compared, as in forms', () =>
    asAdmin(async (page) => {
      const job = await make({ planned: 1, note: 'a' });
      await list(page, [job]);
      await cell(page, job, 'planned').dblclick();
      await editor(page).fill('2');
      await service.call('PATCH', `/job/${job.id}`, { planned: 3 });
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'changed' });
      await dialog.getByText('3').waitFor();
      await shoot(page, 'conflict');
      await dialog.getByRole('button', { name: 'Save this version' }).click();
      await dialog.waitFor({ state: 'detached' });
      await cell(page, job, 'planned').getByText('2').waitFor();
      expect(await read(job)).toMatchObject({ planned: 2 });
      await cell(page, job, 'planned').dblclick();
      await editor(page).fill('4');
      await service.call('PATCH', `/job/${job.id}`, { planned: 5 });
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'theirs' }).click();
      await cell(page, job, 'planned').getByText('5').waitFor();
      expect(await read(job)).toMatchObject({ planned: 5 });
    }));

  test('without a connection what is typed stays, and is saved afterwards', () =>
    asAdmin(async (page, visit) => {
      const job = await make();
      await list(page, [job]);
      await cell(page, job, 'planned').dblclick();
      await editor(page).fill('6');
      await goOffline(visit);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('alert').waitFor();
      expect(await editor(page).inputValue()).toBe('6');
      await visit.context.setOffline(false);
      await page.waitForFunction(() => navigator.onLine);
      await editor(page).press('Enter');
      await cell(page, job, 'planned').getByText('6').waitFor();
      await goOffline(visit);
      await cell(page, job, 'note').dblclick();
      await said(page, 'not');
      expect(await page.getByRole('dialog').count()).toBe(0);
      await visit.context.setOffline(false);
    }));

  test('a row that its change sorts elsewhere leaves the focus in the list', () =>
    asAdmin(async (page) => {
      const jobs = [await make({ planned: 1 }), await make({ planned: 2 })] as const;
      await list(page, jobs, 'planned');
      await cell(page, jobs[0], 'planned').dblclick();
      await editor(page).fill('9');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.locator('tbody tr').nth(1).getByText('9').waitFor();
      expect(await focused(page)).toBe('planned');
    }));

  const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true });

  test('Undo takes back the last change of a cell, a state and a form', () =>
    asAdmin(async (page) => {
      const job = await make({ planned: 1 });
      await list(page, [job]);
      await cell(page, job, 'planned').dblclick();
      await editor(page).fill('2');
      await page.keyboard.press('Enter');
      await undo(page).waitFor();
      await expectAccessible(page);
      await shoot(page, 'undo');
      await undo(page).click();
      await cell(page, job, 'planned').getByText('1').waitFor();
      await cell(page, job, 'level').dblclick();
      await page.keyboard.press('Escape');
      await open(page, service.url, `/job/${job.id}`);
      await page.getByLabel('Note').fill('wrong');
      await page.getByLabel('Title').fill('Other');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('heading', { name: 'Other' }).waitFor();
      await undo(page).click();
      await page.getByRole('heading', { name: job._label }).waitFor();
      expect(await read(job)).toMatchObject({ planned: 1, note: null, title: job['title'] });
    }));

  test('Undo says so where the record has changed since, and is not offered where no step leads back', () =>
    asAdmin(async (page) => {
      const job = await make({ planned: 1 });
      await list(page, [job]);
      await cell(page, job, 'planned').dblclick();
      await editor(page).fill('2');
      await page.keyboard.press('Enter');
      await undo(page).waitFor();
      await service.call('PATCH', `/job/${job.id}`, { note: 'theirs' });
      await undo(page).click();
      await said(page, `Not undone: ${job._label}. Somebody has changed this since.`);
      expect(await read(job)).toMatchObject({ planned: 2, note: 'theirs' });
      await cell(page, job, 'phase').getByRole('button').click();
      await page.getByRole('menuitem', { name: 'Doing' }).click();
      await cell(page, job, 'phase').getByText('Doing').waitFor();
      // No step leads back.
      await page.getByText(`${job._label} saved`).waitFor();
      expect(await undo(page).count()).toBe(0);
    }));

  test('Undo takes back a change of many, and names those that changed since', () =>
    asAdmin(async (page) => {
      const jobs: Row[] = [];
      for (let at = 0; at < 30; at += 1) jobs.push(await make({ planned: at + 1 }));
      await list(page, jobs);
      await page.getByRole('button', { name: '25' }).or(page.getByRole('combobox')).last().click();
      await page.getByRole('option', { name: '50' }).click();
      await page.locator('tbody tr').nth(29).waitFor();
      await page.getByLabel('Select all on this page').check();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox').click();
      await page.getByRole('option', { name: 'Planned' }).click();
      await dialog.getByRole('spinbutton').fill('50');
      await dialog.getByRole('button', { name: 'Apply to 30 records' }).click();
      await undo(page).waitFor();
      expect(await read(jobs[29]!)).toMatchObject({ planned: 50 });
      await service.call('PATCH', `/job/${jobs[3]!.id}`, { note: 'theirs' });
      await undo(page).click();
      await said(page, `29 records undone. Not undone: ${jobs[3]!._label}. Somebody has`);
      expect(await read(jobs[0]!)).toMatchObject({ planned: 1 });
      expect(await read(jobs[29]!)).toMatchObject({ planned: 30 });
      expect(await read(jobs[3]!)).toMatchObject({ planned: 50 });
    }));

  test('a deletion has no Undo', () =>
    asAdmin(async (page) => {
      const jobs = [await make(), await make()];
      await list(page, jobs);
      await page.getByLabel('Select all on this page').check();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await said(page, '2 records deleted');
      expect(await undo(page).count()).toBe(0);
    }));

  test('on a phone a tap on a chip changes it, in the dark and in German', () =>
    asAdmin(
      async (page) => {
        const job = await make({ level: 'low' });
        await list(page, [job]);
        const card = page.getByRole('listitem').filter({ hasText: job._label });
        await card.getByRole('button', { name: 'Low' }).tap();
        await page.getByRole('menuitem', { name: 'High' }).tap();
        await card.getByRole('button', { name: 'High' }).waitFor();
        await page.getByRole('button', { name: 'Rückgängig', exact: true }).waitFor();
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
        await shoot(page, 'phone');
      },
      { width: 390, height: 760, colorScheme: 'dark', locale: 'de-DE', touch: true },
    ));

  test('in the dark and in German the editor is as readable', () =>
    asAdmin(
      async (page) => {
        const job = await make({ planned: 4 });
        await list(page, [job]);
        await cell(page, job, 'planned').dblclick();
        await editor(page).fill('100');
        await page.keyboard.press('Enter');
        await page.getByRole('dialog').getByText('99').waitFor();
        await expectAccessible(page);
        await shoot(page, 'dark');
      },
      { colorScheme: 'dark', locale: 'de-DE' },
    ));

  test('from right to left the arrows go the other way', () =>
    asAdmin(
      async (page) => {
        const job = await make({ planned: 4 });
        await list(page, [job]);
        await cell(page, job, 'title').focus();
        await page.keyboard.press('ArrowLeft');
        expect(await focused(page)).toBe('phase');
        await cell(page, job, 'planned').dblclick();
        const box = (await editor(page).boundingBox())!;
        const under = (await cell(page, job, 'planned').boundingBox())!;
        expect(Math.abs(box.y - under.y)).toBeLessThan(16);
        // The digits of a number end at the left there.
        expect(Math.abs(box.x - under.x)).toBeLessThan(2);
        await expectAccessible(page);
        await shoot(page, 'rtl');
      },
      { locale: 'ar' },
    ));
});

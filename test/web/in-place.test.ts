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
      due_on: date
      starts_at: datetime
      closed: boolean:required:default=false
      urgent: boolean
      note: text
      place: ref=Place
      tags: refs=Tag
      extra: json
      secret: string
      code: string:unique
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
  const editor = (page: Page) => page.getByRole('dialog').locator('input, textarea').first();
  const said = (page: Page, text: string) => page.getByText(text).first().waitFor();
  const focused = (page: Page) =>
    page.evaluate(() => (document.activeElement as HTMLElement).dataset['cell']);
  const shoot = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
  };

  test('what stands in the list', () =>
    asAdmin(async (page) => {
      const job = await make();
      await list(page, [job]);
      await shoot(page, 'list');
      expect(await page.getByRole('grid').count()).toBe(1);
      await expectAccessible(page);
    }));
});

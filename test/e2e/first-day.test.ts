import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send, type Message } from '../contract/http.js';
import { findChromium } from '../web/find-chromium.js';
import { buildWeb } from '../web/serve-example.js';
import {
  crudgen,
  edit,
  makeFolder,
  read,
  runService,
  serving,
  SPEC,
  typeErrors,
} from './evolution/project.js';

/*
 * The whole way once, as a developer goes it on the first day: a project from a spec, own lines in it, more commands over
 * these, the build, the service by its contract, and its back-office. What each of these has beyond that is tested by suites
 * of its own.
 */

const DATABASE = 'sqlite:data/app.db';
const folder = makeFolder('first-day');
const project = join(folder, 'shop');

const METHOD = `
  /** Whether somebody waits for it. */
  isUrgent(): boolean {
    return this.priority === 'critical' && this.status !== 'done';
  }`;
const COMMENT = '// In the order in which the Monday meeting reads it.';
const HANDLER = `async ({ records, id }) => {
    const { status } = await records.get(id('id'));
    return records.update(id('id'), { status: status === 'done' ? 'todo' : 'done' });
  }`;

beforeAll(async () => {
  await crudgen(folder, 'init', 'shop', '--models', SPEC, '--no-install', '--no-git');
  await crudgen(project, 'endpoint', 'add', 'Task', 'POST', '/:id/toggle');
  edit(project, 'src/models/task/task.model.ts', (text) =>
    text.replace(/\n}\s*$/, `\n${METHOD}\n}\n`),
  );
  edit(project, 'src/models/task/task.routes.ts', (text) =>
    text.replace(/(post\('\/:id\/toggle', 'edit', )[^]*?\);\n\}\);/, `$1${HANDLER});\n});`),
  );
  edit(project, 'web/src/pages/task/task.list.tsx', (text) =>
    text.replace('export function', `${COMMENT}\nexport function`),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('commands merge into files that have lines of their owner', async () => {
  const own = [
    ['src/models/task/task.model.ts', METHOD],
    ['src/models/task/task.routes.ts', "status === 'done' ? 'todo' : 'done'"],
    ['web/src/pages/task/task.list.tsx', COMMENT],
  ] as const;
  await crudgen(project, 'model', 'add', 'Label', 'name:string:required:unique', 'task:ref=Task');
  await crudgen(project, 'model', 'add-field', 'Task', 'code:string:max=8:unique');
  await crudgen(project, 'model', 'rename-field', 'Task', 'description', 'notes');
  for (const [path, text] of own) expect(read(project, path)).toContain(text);
  expect(read(project, 'src/models/task/task.model.ts')).toContain('code!: string | null;');
  expect(read(project, 'web/src/pages/task/task.list.tsx')).toContain('source="notes"');
  expect(await crudgen(project, 'diff')).toContain('everything is in sync');
  const status = await crudgen(project, 'status', '--files');
  for (const [path] of own) expect(status).toContain(path);
  expect(status).not.toContain('behind');
  expect(typeErrors(project)).toBe('');
});

test('the service keeps the contract, and the back-office shows what it has', async () => {
  const browser = findChromium();
  if (browser !== null) await buildWeb(project);
  expect(runService(project, ['migrate'], { DATABASE_URL: DATABASE }).status).toBe(0);
  await serving(project, DATABASE, async (url) => {
    const token = await signInTo(url);
    await keepsTheContract(url, token);
    if (browser !== null) await showsTasks(browser, url);
  });
}, 240_000);

async function signInTo(url: string): Promise<string> {
  const body = { username: 'admin', password: 'admin' };
  expect(
    (await send(url, 'POST', '/auth/login', { body: { ...body, password: 'x' } })).status,
  ).toBe(401);
  const answer = await send(url, 'POST', '/auth/login', { body });
  expect(answer.status).toBe(200);
  return (answer.body as { access_token: string }).access_token;
}

/** The seed's operations, once each, on a model that commands have changed over its owner's edits. */
async function keepsTheContract(url: string, token: string): Promise<void> {
  const ask = (method: string, path: string, message: Message = {}) =>
    send(url, method, path, { ...message, headers: { authorization: `Bearer ${token}` } });
  expect((await send(url, 'GET', '/task')).status).toBe(401);

  const made = await ask('POST', '/task', { body: { title: 'Write the plan', code: 'T-1' } });
  expect([made.status, made.record]).toMatchObject([
    201,
    { title: 'Write the plan', _label: 'Write the plan', status: 'todo', notes: null },
  ]);
  const { id } = made.record;
  expect((await ask('POST', '/task', { body: { title: 'Again', code: 'T-1' } })).status).toBe(409);
  expect((await ask('POST', '/task', { body: {} })).status).toBe(422);
  expect((await ask('PATCH', `/task/${id}`, { body: { notes: 'short' } })).record.notes).toBe(
    'short',
  );
  expect((await ask('POST', `/task/${id}/toggle`)).record.status).toBe('done');
  const label = await ask('POST', '/label', { body: { name: 'new', task_id: id } });
  expect(label.status).toBe(201);

  const list = await ask('GET', '/task?title__ilike=PLAN&_sort=title&_order=desc&_start=0&_end=5');
  expect([list.status, list.ids]).toEqual([200, [id]]);
  expect(list.header('x-total-count')).toBe('1');
  expect(list.header('content-range')).toBe('items 0-1/1');
  expect((await ask('GET', '/task?nothing=1')).status).toBe(400);
  expect(
    (await ask('PUT', `/task/${id}`, { body: { title: 'Replaced' } })).record.notes,
  ).toBeNull();
  expect((await ask('DELETE', `/label/${label.record.id}`)).status).toBe(204);
  expect((await ask('GET', `/label/${label.record.id}`)).status).toBe(404);
  const document = (await ask('GET', '/openapi.json')).body as { paths: object };
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(['/label', '/task/{id}/toggle']),
  );
}

async function showsTasks(executablePath: string, url: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${url}/admin/login`);
    await page.getByLabel('User name').fill('admin');
    await page.getByRole('textbox', { name: 'Password' }).fill('admin');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Tasks' }).first().click();
    await page.getByRole('cell', { name: 'Replaced', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Labels' }).first().waitFor();
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Example } from '../golden/example.js';
import { open, openBrowser, signIn, visit } from './browser.js';
import { findChromium } from './find-chromium.js';
import { LANGUAGE_FILES } from './language-files.js';
import {
  ADMIN,
  PASSWORD,
  serveExample,
  type Row,
  type RunningExample,
  type ServeOptions,
} from './serve-example.js';

// Fills examples/*/screenshots: `npx tsx test/web/take-screenshots.ts [task-manager | languages | clinic]`.
const ROOT = join(import.meta.dirname, '../..');
const SEARCH = {
  models: ['Task', 'Project', 'TeamMember'],
  fields: ['title', 'name', 'description'],
};

interface Shooting {
  readonly service: RunningExample;
  readonly browser: Browser;
  readonly page: Page;
  shoot(name: string): Promise<void>;
  go(path: string): Promise<void>;
}

async function shooting(
  example: Example,
  work: (all: Shooting) => Promise<void>,
  options: ServeOptions = {},
): Promise<void> {
  const folder = join(ROOT, 'examples', example, 'screenshots');
  mkdirSync(folder, { recursive: true });
  const service = await serveExample(example, { search: SEARCH, ...options });
  const browser = await openBrowser(findChromium() ?? '');
  const { page } = await visit(browser, service.url, { width: 1280, height: 800 });
  const shoot = async (name: string) => {
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(250);
    await page.screenshot({ path: join(folder, `${name}.png`) });
  };
  const go = (path: string) => open(page, service.url, path);
  try {
    await work({ service, browser, page, shoot, go });
  } finally {
    await browser.close();
    await service.stop();
  }
}

const filterOf = (filter: object) => `?filter=${encodeURIComponent(JSON.stringify(filter))}`;

async function fillTaskManager({
  call,
}: RunningExample): Promise<{ project: Row; parent: Row; task: Row }> {
  const people = [
    'Ada Lovelace',
    'Grace Hopper',
    'Alan Turing',
    'Katherine Johnson',
    'Edsger Dijkstra',
  ];
  const team: Row[] = [];
  for (const name of people) {
    const email = `${name.toLowerCase().replace(' ', '.')}@example.com`;
    team.push(
      await call('POST', '/team_member', {
        name,
        email,
        role: team.length === 0 ? 'lead' : 'member',
      }),
    );
  }
  const projects: Row[] = [];
  for (const [index, name] of [
    'Website relaunch',
    'Mobile app',
    'Data warehouse',
    'Customer portal',
  ].entries()) {
    const description = `Everything that belongs to the ${name.toLowerCase()}.`;
    projects.push(await call('POST', '/project', { name, description, owner_id: team[index]?.id }));
  }
  const verbs = ['Design', 'Write', 'Review', 'Test', 'Plan', 'Deploy'];
  const things = [
    'homepage',
    'login form',
    'database schema',
    'search',
    'onboarding',
    'release notes',
    'mobile layout',
  ];
  const tasks: Row[] = [];
  for (let index = 0; index < 60; index += 1) {
    const due = new Date(Date.UTC(2026, 10, 10) + index * 36 * 3_600_000)
      .toISOString()
      .slice(0, 10);
    const parent = index < 8 ? null : tasks[index < 30 ? index % 8 : (index * 7) % 30]?.id;
    tasks.push(
      await call('POST', '/task', {
        title: `${verbs[index % 6]} ${things[(index * 3) % 7]}`,
        description: index % 4 === 0 ? 'Details are in the shared folder.' : null,
        status: ['todo', 'in_progress', 'done'][(index * 2) % 3],
        priority: ['low', 'medium', 'high', 'critical'][(index * 5) % 4],
        due_date: due,
        planned_work_hours: (index % 9) + 0.5,
        actual_work_hours: index % 3 === 0 ? index % 7 : null,
        project_id: projects[index % 4]?.id,
        assignee_id: team[index % 5]?.id,
        parent_task_id: parent,
      }),
    );
  }
  return { project: projects[0]!, parent: tasks[1]!, task: tasks[5]! };
}

async function shootTaskManager(): Promise<void> {
  await shooting('task-manager', async ({ service, browser, page, shoot, go }) => {
    const { project, parent, task } = await fillTaskManager(service);
    await page.goto(`${service.url}/admin/login`);
    await page.getByLabel('User name').fill('admin');
    await shoot('login');
    await signIn(page, service.url, ADMIN.username, ADMIN.password);
    await go('/');
    await shoot('dashboard');
    const filtered = filterOf({ status: ['todo', 'in_progress'], due_date__gte: '2026-11-20' });
    await go(`/task${filtered}`);
    await shoot('list');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('dialog', { name: 'Filters' }).getByLabel('Project').waitFor();
    await shoot('filters');
    await page.keyboard.press('Escape');
    await go(`/project/${project.id}/show`);
    await shoot('show');
    await go(`/task/tree/${parent.id}`);
    await page.getByRole('listbox').last().focus();
    await page.keyboard.press('ArrowDown');
    await shoot('tree');
    await go('/task');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('des');
    await page
      .getByRole('option', { name: /in Title/ })
      .first()
      .waitFor();
    await shoot('search');
    await page.keyboard.press('Escape');
    await shootErrors({ service, browser, page, shoot, go });
    await shootConflict(service, page, task, shoot, go);
    await go('/role/2');
    await page.getByRole('row', { name: /^Tasks/ }).waitFor();
    await shoot('roles');
    await go(`/task${filtered}`);
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await page.mouse.move(600, 700);
    await shoot('dark');
    await go('/');
    await shoot('dark-dashboard');
    await page.getByRole('button', { name: 'Light theme' }).click();
    await page.setViewportSize({ width: 375, height: 812 });
    await go(`/task${filtered}`);
    await shoot('phone-list');
    await go(`/task/${task.id}/show`);
    await shoot('phone-show');
    await go(`/task/tree/${task.id}`);
    await shoot('phone-tree');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await shoot('phone-menu');
  });
}

/** The back-office in German, and from right to left, whose words are few: what a language file lacks is English. */
async function shootLanguages(): Promise<void> {
  const features = ['admin', 'dashboard', 'german', 'search', 'tree'];
  const work = async ({ service, page, shoot, go }: Shooting) => {
    const { task } = await fillTaskManager(service);
    await signIn(page, service.url, ADMIN.username, ADMIN.password);
    const speak = async (language: string) => {
      await page.getByRole('button', { name: /account of|Konto von/ }).click();
      await page.getByRole('menuitemradio', { name: language }).click();
    };
    await go('/');
    await speak('Deutsch');
    await shoot('german-dashboard');
    await go(`/task${filterOf({ status: ['todo', 'in_progress'] })}`);
    await shoot('german-list');
    await go(`/task/${task.id}`);
    await shoot('german-form');
    await speak('العربية');
    await go(`/task${filterOf({ status: ['todo', 'in_progress'] })}`);
    await shoot('right-to-left');
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await page.mouse.move(600, 700);
    await page.setViewportSize({ width: 375, height: 812 });
    await shoot('phone-right-to-left');
  };
  await shooting('task-manager', work, { features, files: LANGUAGE_FILES });
}

type Step = (name: string) => Promise<void>;

/** What the service itself refuses: a parent that stands below its child. */
async function shootErrors({ service, page, shoot, go }: Shooting): Promise<void> {
  const release = await service.call('POST', '/task', {
    title: 'Release 2.0',
    due_date: '2026-12-18',
  });
  const notes = { title: 'Write the notes of 2.0', parent_task_id: release.id };
  await service.call('POST', '/task', notes);
  await go(`/task/${release.id}`);
  await page.getByLabel('Parent task').fill('notes of 2.0');
  await page.getByRole('option', { name: notes.title }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('alert').waitFor();
  await page.mouse.move(1260, 780);
  await shoot('edit-errors');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
}

async function shootConflict(
  { call }: RunningExample,
  page: Page,
  task: Row,
  shoot: Step,
  go: Step,
): Promise<void> {
  await go(`/task/${task.id}`);
  await page.getByLabel('Title').fill('Deploy the onboarding on Friday');
  await call('PATCH', `/task/${task.id}`, {
    title: 'Deploy the onboarding on Monday',
    priority: 'high',
  });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('dialog').getByText('Deploy the onboarding on Monday').waitFor();
  await shoot('conflict');
  await page.getByRole('button', { name: 'Use theirs' }).click();
}

async function shootClinic(): Promise<void> {
  await shooting('clinic', async ({ service, browser, page, shoot, go }) => {
    const { call } = service;
    const north = await call('POST', '/tenant', { name: 'North', domain: 'north.example' });
    const anna = {
      username: 'anna',
      email: 'anna@example.com',
      password: PASSWORD,
      first_name: 'Anna',
    };
    await call('POST', '/user', { ...anna, roles: ['Manager'], tenants: [north.id] });
    const south = await call('POST', '/tenant', { name: 'South', domain: 'south.example' });
    const tenants = [north.id, south.id];
    const bo = { ...anna, username: 'bo', email: 'bo@example.com', first_name: 'Bo' };
    await call('POST', '/user', { ...bo, roles: ['Manager'], tenants });
    const token = await service.signIn('anna', PASSWORD);
    const tags: Row[] = [];
    for (const [name, color] of [
      ['urgent', 'red'],
      ['new', 'green'],
      ['follow-up', 'grey'],
    ]) {
      tags.push(await call('POST', '/tag', { name, color }));
    }
    const ward = await call('POST', '/ward', { code: 'W1', name: 'Ward one' });
    await call('POST', '/ward', { code: 'W1-A', name: 'Room A', parent_id: ward.id });
    const doctor = await call('POST', '/doctor', {
      name: 'Dr. Ines Vogel',
      email: 'ines@example.com',
      specialty: 'surgery',
      website: 'https://example.com/ines',
      ward_id: ward.id,
      salary: 84000.5,
    });
    const patients: Row[] = [];
    for (const [index, last_name] of ['Adler', 'Brandt', 'Cohen', 'Dias'].entries()) {
      const body = {
        number: `P-${100 + index}`,
        first_name: 'Kim',
        last_name,
        born_on: `198${index}-03-0${index + 1}`,
        insured: index % 2 === 0,
        doctor_id: doctor.id,
        tags: tags.slice(0, index).map(({ id }) => id),
      };
      patients.push(await call('POST', '/patient', body, token));
    }
    await call(
      'POST',
      '/appointment',
      {
        subject: 'First visit',
        starts_at: '2026-11-24T09:30:00Z',
        patient_id: patients[3]?.id,
        doctor_id: doctor.id,
      },
      token,
    );
    const specimen = await call('POST', '/specimen', {
      short: 'S-1',
      long: 'A specimen',
      amount: 5,
      big: '1234567890123456789',
      ratio: 0.25,
      price: 12.5,
      active: true,
      taken_on: '2026-11-20',
      taken_time: '08:15:00',
      taken_at: '2026-11-20T08:15:00Z',
      data: { tube: 3, notes: ['clear', 'cold'] },
      kind: 'blood',
      grade: 'a',
      link: 'https://example.com',
      contact: 'lab@example.com',
    });
    await signIn(page, service.url, ADMIN.username, ADMIN.password);
    await go('/');
    await shoot('dashboard');
    await go(`/specimen/${specimen.id}`);
    await shoot('every-input');
    await go(`/specimen/${specimen.id}/show`);
    await shoot('every-field');
    await go(`/doctor/${doctor.id}/show`);
    await shoot('doctor-as-admin');
    await go('/role/2/show');
    await page.getByRole('button', { name: 'Patients', exact: true }).click();
    await page.getByText('Hidden fields').scrollIntoViewIfNeeded();
    await shoot('role-preview');
    await asManager('bo', browser, service, async (other, shootOther) => {
      await open(other, service.url, '/patient');
      await other.getByRole('button', { name: /^Tenant:/ }).click();
      await shootOther('tenants');
    });
    await asManager('anna', browser, service, async (other, shootOther) => {
      await open(other, service.url, '/patient');
      await shootOther('patients');
      await open(other, service.url, `/patient/${patients[3]?.id}/show`);
      await shootOther('patient');
      await open(other, service.url, `/patient/${patients[3]?.id}`);
      await shootOther('patient-edit');
      await open(other, service.url, `/doctor/${doctor.id}/show`);
      await shootOther('doctor-as-manager');
    });
  });
}

async function asManager(
  username: string,
  browser: Browser,
  { url }: RunningExample,
  work: (page: Page, shoot: Step) => Promise<void>,
): Promise<void> {
  const { page, complaints } = await visit(browser, url, { width: 1280, height: 800 });
  await signIn(page, url, username, PASSWORD);
  await work(page, async (name) => {
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(ROOT, 'examples/clinic/screenshots', `${name}.png`) });
  });
  if (complaints.length > 0) console.error(complaints);
}

const only = process.argv[2];
const wants = (name: string) => only === undefined || only === name;
if (wants('task-manager')) await shootTaskManager();
if (wants('languages')) await shootLanguages();
if (wants('clinic')) await shootClinic();

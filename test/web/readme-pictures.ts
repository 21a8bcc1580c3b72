/* Makes the pictures of README.md anew, from commands that run: `npx tsx test/web/readme-pictures.ts`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { readTree } from '../golden/read-tree.js';
import { open, openBrowser, signIn, visit } from './browser.js';
import { findChromium } from './find-chromium.js';
import { ADMIN, serveProject, type RunningExample } from './serve-example.js';

const ROOT = join(import.meta.dirname, '../..');
const PICTURES = join(ROOT, '.github/pictures');
const SPEC = join(ROOT, 'test/fixtures/garage.yaml');
const PLACE = join(ROOT, '.tmp/readme-pictures/garage');
const SEED_FAKE = join(ROOT, 'templates/tools/seed-fake.ts');
const VEHICLE = 'src/models/vehicle/vehicle.model.ts';
/** To which the dates of the rows relate. */
const TODAY = '2026-11-25';

const crudgen = (...args: string[]): string =>
  execFileSync(process.execPath, [join(ROOT, 'bin/crudgen.js'), ...args], {
    cwd: args[0] === 'init' ? join(PLACE, '..') : PLACE,
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '1' },
  });
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd: PLACE,
    encoding: 'utf8',
  });

/** A method, as the developer of the project might write it into an entity. */
const OWN = `
  /** Cars are seen every two years, for the first time after three. */
  nextInspection(last: Date | null): Date {
    const due = new Date(last ?? Date.UTC(this.year ?? 2000, 0));
    due.setFullYear(due.getFullYear() + (last ? 2 : 3));
    return due;
  }
}
`;
/** As one types it, in lines. */
const COMMAND = [
  'model add Inspection --group Workshop --tenant tenant tenant:ref=Tenant',
  'carried_out_on:date:required:default=today result:enum=passed,minor_defects,failed:required',
  'mileage:integer:min=0 notes:text vehicle:ref=Vehicle:required:as=inspections',
];

/** Makes the garage, edits an entity by hand, adds a model: gives what crudgen said and what it did to the edited file. */
function evolve(): { said: string; diff: string } {
  rmSync(PLACE, { recursive: true, force: true });
  mkdirSync(join(PLACE, '..'), { recursive: true });
  crudgen('init', basename(PLACE), '--models', SPEC, '--yes', '--no-install', '--no-git');
  const entity = join(PLACE, VEHICLE);
  writeFileSync(entity, readFileSync(entity, 'utf8').replace(/\n\}\n$/, `\n${OWN}`));
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'A garage, and when its cars are due');
  const said = crudgen(...COMMAND.join(' ').split(' '));
  const diff = git('diff', '--unified=17', '--color=always', '--', VEHICLE);
  // The change of the class; those before it are of the imports.
  return { said, diff: diff.slice(diff.lastIndexOf('\n', diff.lastIndexOf('@@ -')) + 1) };
}

/** Fills the database with believable rows, the same ones each time. */
function fill(folder: string, env: NodeJS.ProcessEnv): void {
  const rows = ['--fake', '60', '--seed', '7', '--today', TODAY];
  execFileSync(process.execPath, ['--import', 'tsx', SEED_FAKE, ...rows], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

const COLOURS: Readonly<Record<string, string>> = {
  '1': 'font-weight: 600',
  '2': 'opacity: 0.65',
  '31': 'color: #f87171',
  '32': 'color: #86efac',
  '33': 'color: #fcd34d',
  '36': 'color: #67e8f9',
};

/** What a terminal shows, as a page. */
function terminalPage(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

  const body = escaped.replace(/\u001b\[([\d;]*)m/g, (_, codes: string) => {
    const styles = codes.split(';').flatMap((code) => COLOURS[code] ?? []);
    return styles.length > 0 ? `</span><span style="${styles.join(';')}">` : '</span><span>';
  });
  return `<body style="margin: 0; background: #111827; color: #e5e7eb; padding: 28px 32px">
    <pre style="margin: 0; font: 15px/1.5 'DejaVu Sans Mono', monospace; white-space: pre-wrap"><span>${body}</span></pre>`;
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

async function shootPages(service: RunningExample, page: Page): Promise<void> {
  await signIn(page, service.url, ADMIN.username, ADMIN.password);
  await open(page, service.url, '/work_order');
  await shoot(page, 'list');
  await open(page, service.url, '/inspection/create');
  await page.getByLabel('Mileage').fill('48210');
  await page.getByLabel('Vehicle').click();
  await page.getByRole('option').nth(2).waitFor();
  await shoot(page, 'form');
}

const { said, diff } = evolve();
mkdirSync(PICTURES, { recursive: true });
const browser = await openBrowser(findChromium() ?? '');
const tree = [...readTree(PLACE)].filter(([path]) => !/^(\.git|\.env$)/.test(path));
const service = await serveProject('garage', tree, { fill });
try {
  const wide = { width: 1280, height: 800, scale: 2 };
  const terminal = await visit(browser, service.url, { ...wide, width: 1000, height: 1400 });
  const prompt = `$ crudgen ${COMMAND.join(' \\\n    ')}\n${said}\n$ git diff ${VEHICLE}\n…\n${diff}`;
  await terminal.page.setContent(terminalPage(prompt));
  await shoot(terminal.page, 'merge');
  const { page, complaints } = await visit(browser, service.url, wide);
  await shootPages(service, page);
  if (complaints.length > 0) console.error(complaints);
} finally {
  await browser.close();
  await service.stop();
}

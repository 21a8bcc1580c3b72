// Takes the pictures of the gallery: makes each project, fills it with rows and opens its back-office in a browser.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTree } from '../../../test/golden/read-tree.js';
import { open, openBrowser, signIn, visit } from '../../../test/web/browser.js';
import { findChromium } from '../../../test/web/find-chromium.js';
import { ADMIN, serveProject } from '../../../test/web/serve-example.js';
import { GALLERY, type Shown } from './shown.js';

const ROOT = join(import.meta.dirname, '../../..');
const PUBLIC = join(import.meta.dirname, '../.tmp/public');
const PICTURES = join(PUBLIC, 'pictures');
const STAMP = join(PICTURES, 'made-from.txt');
const CHARTS = ['chart.svg', 'failover.svg'];
/** Each picture is taken in both themes of the site. */
const THEMES = [
  ['light', ''],
  ['dark', '-dark'],
] as const;
/** To which the dates of the rows relate. */
const TODAY = '2026-11-25';

const say = (text: string): void => void process.stderr.write(`site: ${text}\n`);
const placeOf = (name: string, page: string): string => join(PICTURES, `${name}-${page}.png`);

/** What pictures follow from. */
function inputs(): string {
  const hash = createHash('sha1');
  for (const folder of ['templates', 'examples', 'test/fixtures', '.github/site/pictures'])
    for (const [path, text] of readTree(join(ROOT, folder))) hash.update(`${path}\n${text}`);
  return hash.digest('hex');
}

/** Fills a database with believable rows, the same ones each time. */
function fill(folder: string, env: NodeJS.ProcessEnv): void {
  const tool = join(ROOT, 'templates/tools/seed-fake.ts');
  const rows = ['--fake', '60', '--seed', '7', '--today', TODAY];
  execFileSync(process.execPath, ['--import', 'tsx', tool, ...rows], {
    ...{ cwd: folder, env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function take({ name, files, pages }: Shown, chromium: string): Promise<void> {
  const service = await serveProject(name, files(), { fill });
  const browser = await openBrowser(chromium);
  try {
    const { page } = await visit(browser, service.url, { width: 1280, height: 800, scale: 1.5 });
    await signIn(page, service.url, ADMIN.username, ADMIN.password);
    for (const [colorScheme, suffix] of THEMES) {
      await page.emulateMedia({ colorScheme });
      for (const [picture, path] of Object.entries(pages)) {
        await open(page, service.url, path);
        await page.waitForTimeout(300);
        await page.screenshot({ path: placeOf(name, `${picture}${suffix}`) });
      }
    }
  } finally {
    await browser.close();
    await service.stop();
  }
}

/** Pictures that the repository has. A page shows no picture that is not there. */
function copyCommitted(): void {
  for (const { name, committed } of GALLERY)
    for (const [picture, path] of Object.entries(committed))
      if (existsSync(join(ROOT, path))) copyFileSync(join(ROOT, path), placeOf(name, picture));
}

async function takeAll(chromium: string): Promise<void> {
  for (const one of GALLERY) {
    say(`  ${one.name}`);
    await take(one, chromium);
  }
  writeFileSync(STAMP, inputs());
}

const isThere = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs();
if (!isThere) {
  rmSync(PUBLIC, { recursive: true, force: true });
  mkdirSync(PICTURES, { recursive: true });
  const chromium = findChromium();
  if (chromium !== null) await takeAll(chromium);
  else {
    say('there is no browser: the gallery has the pictures of the repository');
    copyCommitted();
  }
}
for (const chart of CHARTS)
  copyFileSync(join(ROOT, 'test/bench/results', chart), join(PICTURES, chart));

// `npm run site`: composes every page, takes the pictures and builds the site; with `--open` it serves the site, too.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from '../../bin/checkout/prepare.js';
import { run } from '../../bin/checkout/run.js';

const SITE = import.meta.dirname;
const ROOT = join(SITE, '../..');
const MADE = join(SITE, '.tmp');
const VITEPRESS = join(SITE, 'node_modules/vitepress/bin/vitepress.js');

const say = (text) => void process.stderr.write(`site: ${text}\n`);

/** Runs a step, which says what is wrong with it; nothing goes on after one that fails. */
async function step(text, program, args, cwd = ROOT) {
  say(`${text} ...`);
  if ((await run(program, args, cwd)) !== 0) process.exit(1);
}

const script = (path) => ['--import', 'tsx', join(SITE, path)];

/** npm writes its own lock file when it is done; another version in it is another installation. */
function isInstalled() {
  const lock = join(SITE, 'node_modules/.package-lock.json');
  if (!existsSync(lock)) return false;
  const versionIn = (file) =>
    JSON.parse(readFileSync(file, 'utf8')).packages['node_modules/vitepress']?.version;
  return versionIn(lock) === versionIn(join(SITE, 'package-lock.json'));
}

async function build() {
  if (!isInstalled())
    await step(
      'installing the generator of the site (npm ci)',
      'npm',
      ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
      SITE,
    );
  await step('taking the pictures of the gallery', process.execPath, script('pictures/main.ts'));
  await step('composing the pages', process.execPath, script('compose/main.ts'));
  await step('building the site', process.execPath, [VITEPRESS, 'build', SITE], SITE);
  // Every page as Markdown beside its HTML, and what programs read first.
  cpSync(join(MADE, 'pages'), join(MADE, 'dist'), { recursive: true });
  cpSync(join(MADE, 'texts'), join(MADE, 'dist'), { recursive: true });
  await step('asking the search', process.execPath, [join(SITE, 'search/ask.js')]);
  say(`built: ${join(MADE, 'dist')}`);
}

/** Serves the site until Ctrl-C, and opens it where there is a screen. */
function serve() {
  const base = process.env.SITE_BASE ?? '/';
  const port = process.env.PORT ?? '4173';
  const address = `http://127.0.0.1:${port}${base}`;
  const args = [VITEPRESS, 'preview', SITE, '--port', port, '--host', '127.0.0.1'];
  const server = spawn(process.execPath, args, {
    cwd: SITE,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
  server.once('exit', (code) => process.exit(code ?? 0));
  say(`${address} (Ctrl-C ends it)`);
  const opener = { darwin: 'open', win32: 'explorer' }[process.platform] ?? 'xdg-open';
  spawn(opener, [address], { stdio: 'ignore' }).once('error', () => undefined);
}

if (!(await prepare({ packages: 'tests' }))) process.exit(1);
mkdirSync(MADE, { recursive: true });
rmSync(join(MADE, 'dist'), { recursive: true, force: true });
await build();
if (process.argv.includes('--open')) serve();

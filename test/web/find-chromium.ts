import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian's package: Chromium without windows, which opens a page in half of the time. */
const PACKAGE = 'chromium-headless-shell';
const PLACES = [
  `/usr/bin/${PACKAGE}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A browser to test with; installs Debian's where that can be done, and says loudly when there is none. */
export function findChromium(): string | null {
  const found = present() ?? (install() ? present() : null);
  if (found === null) console.warn(LOUD);
  return found;
}

function present(): string | null {
  const given = process.env.CHROMIUM_PATH;
  return [...(given ? [given] : []), ...PLACES].find((path) => existsSync(path)) ?? null;
}

function install(): boolean {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) return false;
  const run = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: 'ignore', timeout: 300_000 }).status === 0;
  return run('update') && run('install', '-y', PACKAGE);
}

const LOUD = `
###############################################################################
#  NO BROWSER: every test of the back-office in a browser is SKIPPED.         #
#  Install one (apt-get install chromium) or set CHROMIUM_PATH, and run again. #
###############################################################################
`;

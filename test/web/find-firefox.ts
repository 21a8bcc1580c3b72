import { existsSync } from 'node:fs';
import { firefox, type Browser } from 'playwright-core';

const PLACES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** A Firefox to test with; null where none is installed. It is never installed: what it checks is small beside its size. */
export function findFirefox(): string | null {
  const given = process.env.FIREFOX_PATH;
  return [...(given ? [given] : []), ...PLACES].find((path) => existsSync(path)) ?? null;
}

/** Why its tests are skipped, for their name. */
export const NO_FIREFOX = 'skipped: apt-get install firefox-esr, or set FIREFOX_PATH';

/** Starts a Firefox as it is distributed, over WebDriver BiDi: playwright's own protocol needs a Firefox of its own. */
export async function openFirefox(executablePath: string): Promise<Browser> {
  const browser = await firefox.launch({ executablePath, channel: 'moz-firefox' });
  withoutMediaFeatures(browser);
  return browser;
}

/** What of playwright's inside is needed below. */
interface Inside {
  _connection: {
    toImpl(browser: Browser): { _browserSession: Session };
  };
}

interface Session {
  send(method: string, parameters: unknown): Promise<unknown>;
}

/** Every page of playwright's begins with a command that sets its colour scheme, which Debian's Firefox does not know yet. */
function withoutMediaFeatures(browser: Browser): void {
  const { _browserSession } = (browser as unknown as Inside)._connection.toImpl(browser);
  const sessions = Object.getPrototypeOf(_browserSession) as Session;
  const { send } = sessions;
  sessions.send = function (this: Session, method, parameters) {
    if (method === 'emulation.setMediaFeaturesOverride') return Promise.resolve({});
    return send.call(this, method, parameters);
  };
}

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownCode } from '../../own-code.js';
import type { VersionMessage } from './run-version.js';
import { openVersion } from './version.js';
import type { Inquiry } from './version-facts.js';

/*
 * The process of one version of a project: runs in its folder, with its own engine. Sends its facts to its parent process, receives
 * an inquiry, and sends what its rules decide.
 */
const folder = mkdtempSync(join(tmpdir(), 'prove-version-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
// A signal alone would end the process without that event.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(1));
// Entities choose the types of their columns by the URL when they load.
const url = `sqlite:${join(folder, 'app.db')}`;
process.env['DATABASE_URL'] = url;

const send = (message: VersionMessage): Promise<void> =>
  new Promise((done) => void process.send!(message, () => done()));

async function serve(): Promise<void> {
  const { tools, project } = await ownCode((message) => {
    throw new Error(message);
  });
  const version = await openVersion({ tools, project, url, seed: Number(process.argv[2]) });
  const inquiry = once(process, 'message');
  await send({ facts: version.facts });
  const [asked] = (await inquiry) as [Inquiry];
  await send({ judgement: version.judge(asked) });
}

try {
  await serve();
} catch (error) {
  await send({ failed: error instanceof Error ? error.message : String(error) });
}
process.exit();

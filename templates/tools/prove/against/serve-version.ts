import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownCode } from '../../own-code.js';
import type { EndpointService } from './endpoint-service.js';
import type { VersionMessage, VersionRequest } from './run-version.js';
import { openVersion, type Version } from './version.js';

/*
 * The process of one version of a project: runs in its folder, with its own engine. Sends its facts to its parent process, and then
 * the result of each request.
 */
const folder = mkdtempSync(join(tmpdir(), 'prove-version-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
// A signal alone would end the process without that event.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(1));
process.once('disconnect', () => process.exit());
// Entities choose the types of their columns by the URL when they load.
const url = `sqlite:${join(folder, 'app.db')}`;
process.env['DATABASE_URL'] = url;

const send = (message: VersionMessage): Promise<void> =>
  new Promise((done) => void process.send!(message, () => done()));

async function open(): Promise<Version> {
  const { tools, project } = await ownCode((message) => {
    throw new Error(message);
  });
  return openVersion({ tools, project, url, seed: Number(process.argv[2]) });
}

/** Answers the requests of the parent process, one after the other. */
class Office {
  #service: EndpointService | null = null;

  constructor(private readonly version: Version) {}

  async resultOf(request: VersionRequest): Promise<unknown> {
    if ('judge' in request) return this.version.judge(request.judge);
    if ('serve' in request) {
      await this.#service?.stop();
      this.#service = await this.version.serve(`sqlite:${request.serve}`);
      return null;
    }
    if ('questions' in request) return this.#service!.questions(request.questions);
    return this.#service!.answers(request.answers, request.to);
  }
}

async function sendResult(work: () => Promise<unknown>): Promise<void> {
  let message: VersionMessage;
  try {
    message = { result: await work() };
  } catch (error) {
    message = { failed: error instanceof Error ? error.message : String(error) };
  }
  await send(message);
}

let office: Office;
let last = sendResult(async () => {
  const version = await open();
  office = new Office(version);
  return version.facts;
});
process.on('message', (request: VersionRequest) => {
  last = last.then(() => sendResult(() => office.resultOf(request)));
});

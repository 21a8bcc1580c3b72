import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { BackgroundJob } from '../../templates/features/jobs/engine/jobs/background-job.model.js';
import { sendMail } from '../../templates/features/mail/engine/mail/send-mail.js';
import { buildScript } from '../support/build-script.js';
import { openJobs } from '../support/open-jobs.js';
import { startSmtp } from '../support/smtp.js';

const SCRIPT = await buildScript('mail-worker');
const folder = mkdtempSync(join(tmpdir(), 'killed-mail-'));
const cleanups: (() => unknown)[] = [() => rmSync(folder, { recursive: true })];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  const last = performance.now() + 30_000;
  while (!(await holds()) && performance.now() < last) await sleep(50);
  expect(await holds()).toBe(true);
};

it('a mail whose worker is killed before it knows the answer is sent again as the same mail', async () => {
  const database = `sqlite:${join(folder, 'mail.db')}`;
  const open = await openJobs(database);
  cleanups.push(open.close);
  let isSlow = true;
  const never = new Promise<undefined>(() => undefined);
  const smtp = await startSmtp(
    { taken: async () => (isSlow ? never : undefined) },
    { closeTimeout: 100 },
  );
  cleanups.push(smtp.stop);
  const startWorker = (): ChildProcess => {
    const args = [SCRIPT, database, smtp.url];
    return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  };
  const kill = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  const job = () => open.dataSource.getRepository(BackgroundJob).findOneByOrFail({});

  await sendMail(open, { to: 'ann@example.com', subject: 'Hello', text: 'Hello Ann' });
  const first = startWorker();
  cleanups.push(() => kill(first));
  await until(() => smtp.mails.length === 1);
  await kill(first);
  expect(await job()).toMatchObject({ status: 'running', attempts: 1 });

  isSlow = false;
  const second = startWorker();
  cleanups.push(() => kill(second));
  await until(async () => (await job()).status === 'done');
  expect(await job()).toMatchObject({ attempts: 2 });
  const [lost, sent] = smtp.mails;
  expect(smtp.mails).toHaveLength(2);
  expect(lost!.messageId).toMatch(/^<[0-9a-f-]{36}@example\.com>$/);
  expect(sent!.messageId).toBe(lost!.messageId);
}, 90_000);

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { WebhookDelivery } from '../../templates/features/webhooks/engine/webhooks/webhook-delivery.model.js';
import { WebhookEndpoint } from '../../templates/features/webhooks/engine/webhooks/webhook-endpoint.model.js';
import { buildScript } from '../support/build-script.js';
import { Letter, openWebhooks, startReceiver } from '../support/open-webhooks.js';

const SCRIPT = await buildScript('webhook-worker');
const folder = mkdtempSync(join(tmpdir(), 'killed-webhooks-'));
const cleanups: (() => unknown)[] = [() => rmSync(folder, { recursive: true })];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  const last = performance.now() + 60_000;
  while (!(await holds()) && performance.now() < last) await sleep(50);
  expect(await holds()).toBe(true);
};

it('a message whose worker is killed before it knows the answer is sent again with the same id', async () => {
  const database = `sqlite:${join(folder, 'webhooks.db')}`;
  const { dataSource, engine, makeUser, close } = await openWebhooks(database);
  cleanups.push(close);
  let isSlow = true;
  const { url, got, stop } = await startReceiver(() => (isSlow ? 'never' : { status: 200 }));
  cleanups.push(stop);
  const startWorker = (): ChildProcess => {
    const args = [SCRIPT, database];
    return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  };
  const kill = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  const delivery = () => dataSource.getRepository(WebhookDelivery).findOneByOrFail({});

  const { id: user_id } = await makeUser('boss', 'Admin');
  const endpoint = { url, events: ['letter.created'], user_id };
  await engine.system(WebhookEndpoint).create(endpoint);
  await engine.system(Letter).create({ title: 'Hello', owner_id: user_id });
  const first = startWorker();
  cleanups.push(() => kill(first));
  await until(() => got.length === 1);
  await kill(first);
  expect(await delivery()).toMatchObject({ status: 'pending', attempts: 0 });

  isSlow = false;
  const second = startWorker();
  cleanups.push(() => kill(second));
  await until(async () => (await delivery()).status === 'delivered');
  const [lost, sent] = got;
  expect(got).toHaveLength(2);
  expect(lost!.headers['webhook-id']).toBe((await delivery()).event_id);
  expect(sent!.headers['webhook-id']).toBe(lost!.headers['webhook-id']);
  expect(sent!.text).toBe(lost!.text);
}, 150_000);

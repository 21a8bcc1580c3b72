import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Reruns } from '../../../../templates/service/engine/database/postgres/reruns.js';

test('one runs after another, in the order in which they came, also after one that failed', async () => {
  const reruns = new Reruns();
  const log: string[] = [];
  const run = (name: string, fails = false) =>
    reruns
      .run(async () => {
        log.push(`${name} begins`);
        await sleep(5);
        log.push(`${name} ends`);
        if (fails) throw new Error(name);
      })
      .catch(() => undefined);
  await Promise.all([run('a'), run('b', true), run('c')]);
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('one that takes long holds up nobody for ever', async () => {
  const reruns = new Reruns();
  void reruns.run(() => new Promise(() => undefined));
  let hasRun = false;
  const second = reruns.run(async () => void (hasRun = true));
  await sleep(20);
  expect(hasRun).toBe(false);
  await second;
  expect(hasRun).toBe(true);
}, 10_000);

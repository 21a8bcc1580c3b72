import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLock } from '../../../src/disk/project-lock.js';
import { runProcess } from '../../../src/disk/run-process.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'crudgen-lock-'));
  await mkdir(join(root, '.crudgen'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('work under the lock never interleaves', async () => {
  const log: string[] = [];
  const work = (name: string) => async (): Promise<void> => {
    log.push(`${name} in`);
    await wait(20);
    log.push(`${name} out`);
  };
  await Promise.all(['a', 'b', 'c'].map((name) => withLock(root, work(name))));
  for (let at = 0; at < log.length; at += 2)
    expect(log[at + 1]).toBe(log[at]?.replace('in', 'out'));
});

test('the lock of a dead process is taken over', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  await writeFile(join(root, '.crudgen/lock'), `${pid} 1`);
  expect(await withLock(root, () => Promise.resolve('mine'), 500)).toBe('mine');
});

test('a number given to a new process is not its old holder', async () => {
  await writeFile(join(root, '.crudgen/lock'), `${process.pid} 1`);
  expect(await withLock(root, () => Promise.resolve('mine'), 500)).toBe('mine');
});

test('the lock of a living process is waited for, then said', async () => {
  await writeFile(join(root, '.crudgen/lock'), `${process.ppid} `);
  await expect(withLock(root, () => Promise.resolve(), 100)).rejects.toThrow(
    'is writing to this project',
  );
});

test('a failure gives the lock back', async () => {
  await expect(withLock(root, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withLock(root, () => Promise.resolve(1))).toBe(1);
});

test('a process tells what it came to, also when it is not there', async () => {
  const code = 'console.log("out"); console.error("err"); process.exit(3)';
  expect(await runProcess(process.execPath, ['-e', code], { cwd: root })).toEqual({
    code: 3,
    stdout: 'out\n',
    stderr: 'err\n',
  });
  expect((await runProcess('no-such-program', [], { cwd: root })).code).toBeNull();
});

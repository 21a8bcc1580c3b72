import { execFile } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPasswords } from '../../../../templates/service/engine/auth/passwords.js';
import { verifyPassword } from '../../../../templates/service/engine/auth/authentication.js';
import {
  makeFolder,
  startReplica,
  type Replica,
} from '../../../../templates/features/engine-tests/engine/test/auth/auth-service.js';
import { User } from '../../../../templates/features/engine-tests/engine/test/fixtures/user.model.js';

const folder = makeFolder();
const passwords = createPasswords();
let one: Replica;
beforeAll(async () => {
  one = await startReplica(folder.file);
});
afterAll(async () => {
  await passwords.close();
  await one.close();
  folder.remove();
});

describe('with real hashes', () => {
  /** A sign-in without the throttle, which would end the series. */
  const tryIn = (username: string) => {
    const throttle = {
      attempt: (_: string, __: string, right: () => Promise<boolean>) => right(),
      count: () => Promise.resolve(),
      hashing: <T>(_: string, __: string, work: () => Promise<T>) => work(),
    };
    const client = { address: '', agent: '' };
    return verifyPassword(
      { ...one.parts, passwords, throttle },
      { username, password: 'x' },
      client,
    );
  };

  test(
    'an unknown name takes as long as a wrong password',
    { timeout: 120_000, retry: 1 },
    async () => {
      const hash = await passwords.hash('a password of tests');
      await one.parts.database.dataSource.manager.update(User, { id: 1 }, { password_hash: hash });
      const rounds = 20;
      let slower = 0;
      const time = async (name: string) => {
        const started = performance.now();
        await expect(tryIn(name)).rejects.toMatchObject({ status: 401 });
        return performance.now() - started;
      };
      await time('nobody');
      for (let round = 0; round < rounds; round += 1)
        if ((await time('admin')) > (await time('nobody'))) slower += 1;
      // By chance fewer than 3 or more than 17 of 20 happens once in 2,500 runs.
      expect(slower).toBeGreaterThanOrEqual(3);
      expect(slower).toBeLessThanOrEqual(rounds - 3);
    },
  );

  test('ten sign-ins at once do not hold up others', { timeout: 120_000, retry: 3 }, async () => {
    await tryIn('nobody').catch(() => {});
    const stall = await longestStall(() =>
      Promise.allSettled(Array.from({ length: 10 }, () => tryIn('nobody'))),
    );
    // What a busy machine does to this process anyway, while another process has the same work to do.
    const anyway = stall < 20 ? 0 : await longestStall(() => hashElsewhere(10));
    expect(stall).toBeLessThan(20 + 2 * anyway);
  });
});

async function longestStall(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}

const hashElsewhere = (times: number) =>
  promisify(execFile)(process.execPath, [
    '-e',
    `const bcrypt = require('bcryptjs'); for (let i = 0; i < ${times}; i++) bcrypt.hashSync('x', 12)`,
  ]);

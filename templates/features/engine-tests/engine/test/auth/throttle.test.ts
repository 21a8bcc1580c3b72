import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addressGroup, createThrottle } from '../../auth/throttle.js';
import type { Database } from '../../database/database.js';
import { makeFolder, openFile } from './auth-service.js';

const MINUTE = 60_000;
const folder = makeFolder();
let replicas: readonly Database[];
let clock = Date.now();
let names = 0;
let name = '';

beforeAll(async () => {
  replicas = [await openFile(folder.file), await openFile(folder.file)];
});
afterAll(async () => {
  for (const database of replicas) await database.close();
  folder.remove();
});
beforeEach(() => {
  clock += 60 * MINUTE;
  name = `name${(names += 1)}`;
});

const throttle = (replica: number) => createThrottle(replicas[replica]!, () => clock);

/** The outcome of one try: right, wrong, or for how many seconds to wait. */
async function attempt(right: boolean, address = '1.1.1.1', who = name, replica = 0) {
  try {
    return await throttle(replica).attempt(who, address, () => Promise.resolve(right));
  } catch (error) {
    return Number((error as { headers: Record<string, string> }).headers['retry-after']);
  }
}

async function fail(times: number, address?: string, who?: string): Promise<void> {
  for (let time = 0; time < times; time += 1)
    expect(await attempt(false, address, who)).toBe(false);
}

test('the sixth try is refused even when right, in every replica, until the first failure is 15 minutes old', async () => {
  await fail(4);
  clock += 5 * MINUTE;
  await fail(1);
  expect(await attempt(true)).toBe(600);
  expect(await attempt(true, '1.1.1.1', name, 1)).toBe(600);
  clock += 10 * MINUTE;
  expect(await attempt(true)).toBe(true);
});

test('successes do not count', async () => {
  for (let time = 0; time < 8; time += 1) expect(await attempt(true)).toBe(true);
});

test('nobody is locked out by another address, and the name counts in any case', async () => {
  await fail(5, '2.2.2.2', name.toUpperCase());
  expect(await attempt(true, '2.2.2.2')).toBeGreaterThan(0);
  expect(await attempt(true, '3.3.3.3')).toBe(true);
});

test('an address is refused after 50 failures of any names', async () => {
  for (let index = 0; index < 50; index += 1) await fail(1, '4.4.4.4', `${name}-${index}`);
  expect(await attempt(true, '4.4.4.4', 'somebody else')).toBe(900);
  expect(await attempt(true, '4.4.4.5', 'somebody else')).toBe(true);
});

test('of fifty tries at once at most five learn anything', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) => attempt(false, '5.5.5.5', name, index % 2)),
  );
  expect(outcomes.filter((outcome) => outcome === false).length).toBeLessThanOrEqual(5);
  expect(await attempt(true, '5.5.5.5')).toBeGreaterThan(0);
});

test('a right try that ends after five wrong ones is refused too', async () => {
  const right = throttle(0).attempt(name, '6.6.6.6', async () => {
    await fail(5, '6.6.6.6');
    return true;
  });
  await expect(right).rejects.toMatchObject({ status: 429 });
});

test('a name is slowed after ten failures from anywhere, never locked', async () => {
  for (let index = 0; index < 12; index += 1) await fail(1, `7.7.7.${index}`);
  const started = performance.now();
  expect(await attempt(true, '8.8.8.8')).toBe(true);
  const ms = performance.now() - started;
  expect(ms).toBeGreaterThan(350);
  expect(ms).toBeLessThan(3500);
});

describe('hashes at the same time', () => {
  /** Attempts with right passwords whose hashes end together: how many got one, and the first problem. */
  async function attemptTogether(attempts: readonly (readonly [name: string, address: string])[]) {
    const one = throttle(0);
    let finish = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let hashed = 0;
    const hash = async () => {
      hashed += 1;
      await finished;
      return true;
    };
    const results = attempts.map(([who, address]) => one.attempt(who, address, hash));
    const settled = Promise.allSettled(results);
    await sleep(200);
    finish();
    const refused = (await settled).flatMap((one): unknown[] =>
      one.status === 'rejected' ? [one.reason] : [],
    );
    return { hashed, refused: refused.length, problem: refused[0], one };
  }
  const times = (count: number, of: (index: number) => readonly [string, string]) =>
    Array.from({ length: count }, (_, index) => of(index));
  const tooMany = { status: 429, headers: { 'retry-after': '2' } };

  test('of one name from one address at most four', async () => {
    const cased = (index: number) => (index % 2 ? name : name.toUpperCase());
    const found = await attemptTogether(times(9, (index) => [cased(index), '9.1.1.1']));
    expect(found).toMatchObject({ hashed: 4, refused: 5, problem: tooMany });
    // Those that have ended make room.
    expect(await found.one.attempt(name, '9.1.1.1', () => Promise.resolve(true))).toBe(true);
  });

  test('of one address at most sixteen, whatever the names', async () => {
    const found = await attemptTogether(times(24, (index) => [`${name}-${index}`, `9::${index}`]));
    expect(found).toMatchObject({ hashed: 16, refused: 8, problem: tooMany });
  });

  test('nobody is locked out by those of other addresses', async () => {
    const others = times(8, (index) => [name, `9.2.1.${index % 2}`]);
    const found = await attemptTogether([...others, [name, '9.2.2.1'], ['another', '9.2.1.1']]);
    expect(found).toMatchObject({ hashed: 6, refused: 4 });
  });
});

test('old failures are forgotten', async () => {
  await fail(1);
  clock += 20 * MINUTE;
  await fail(1);
  const [row] = await replicas[0]!.read((session) =>
    session.rows({ sql: 'SELECT COUNT(*) FROM auth_failure', name: 'test_count' }, []),
  );
  expect(Number(row?.[0])).toBe(3);
});

describe('addressGroup', () => {
  test.each([
    ['1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::FFFF:1.2.3.4', '1.2.3.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1:2:3:4:5:6:7.8.9.10', '1:2:3:4::/64'],
    ['unknown', 'unknown'],
  ])('%s: %s', (address, group) => expect(addressGroup(address)).toBe(group));
});

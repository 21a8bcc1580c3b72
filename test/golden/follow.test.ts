import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const PROJECT = join(ROOT, '.tmp/follow/orders');

/** One run of what `npm run follow` runs again with each change. */
const follow = (example: string) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'test/golden/follow.ts', example], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, VITEST: undefined },
  });

it('an example that is followed is whole, gets what has changed, and keeps what is its own', () => {
  rmSync(PROJECT, { recursive: true, force: true });
  expect(follow('orders')).toMatchObject({
    stderr: '',
    stdout: expect.stringContaining('npm run dev'),
  });
  for (const path of ['engine/index.ts', 'src/models/order/confirm-order.test.ts'])
    expect(existsSync(join(PROJECT, path)), path).toBe(true);

  const own = join(PROJECT, 'data/app.db');
  mkdirSync(join(own, '..'));
  writeFileSync(own, '');
  writeFileSync(join(PROJECT, 'src/gone.ts'), '');
  writeFileSync(join(PROJECT, 'src/main.ts'), '');
  expect(follow('orders')).toMatchObject({ stderr: '', stdout: '  src/gone.ts\n  src/main.ts\n' });
  expect(readFileSync(join(PROJECT, 'src/main.ts'), 'utf8')).not.toBe('');
  expect(existsSync(own)).toBe(true);
  rmSync(PROJECT, { recursive: true });

  expect(follow('shop').stderr).toContain(
    "there is no example 'shop'; the examples are task-manager,",
  );
});

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
mkdirSync(join(ROOT, '.tmp'), { recursive: true });
const folder = mkdtempSync(join(ROOT, '.tmp/seed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('rows that lack what they require are left out by name, and the others are made', () => {
  const args = [
    '--import',
    'tsx',
    join(ROOT, 'templates/tools/seed-fake.ts'),
    '--fake',
    '2',
    'Appointment',
    'Tag',
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: join(ROOT, 'examples/clinic'),
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: `sqlite:${join(folder, 'app.db')}`, VITEST: undefined },
  });
  expect(stdout).toMatch(/^Tag: 2 rows, /m);
  expect(stdout).not.toContain('Appointment:');
  expect(stderr).toBe(
    'error: Appointment gets no rows: each needs one of Patient and Doctor, which has none; make one, or name it, too\n',
  );
  expect(status).toBe(1);
});

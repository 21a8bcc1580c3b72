import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { placedExample } from '../support/placed-example.js';
import { SCRATCH } from '../support/scratch.js';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(SCRATCH, 'seed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const clinic = placedExample('clinic');

async function seed(database: string, ...asked: string[]) {
  const tool = join(ROOT, 'templates/tools/seed-fake.ts');
  const args = ['--import', 'tsx', tool, '--seed', '7', '--today', '2026-11-25', ...asked];
  return spawnSync(process.execPath, args, {
    cwd: await clinic,
    encoding: 'utf8',
    env: {
      ...process.env,
      DATABASE_URL: `sqlite:${join(folder, database)}`,
      ADMIN_PASSWORD: 'a long enough password',
      VITEST: undefined,
    },
  });
}

it('rows that lack what they require are left out by name, and the others are made', async () => {
  const { status, stdout, stderr } = await seed('lacking.db', '--fake', '2', 'Appointment', 'Tag');
  expect(stdout).toMatch(/^Tag: 2 rows, /m);
  expect(stdout).not.toContain('Appointment:');
  expect(stderr).toBe(
    'error: Appointment gets no rows: each needs one of Patient and Doctor, which has none; make one, or name it, too\n',
  );
  expect(status).toBe(1);
});

it('the administrator of a new project sees what it made: made-up tenants take them in, and no others do', async () => {
  const first = await seed('joined.db', '--fake', '2', '--json');
  expect(first.stderr).toBe('');
  expect(JSON.parse(first.stdout)).toMatchObject({ joined: ['admin'] });
  const file = new Database(join(folder, 'joined.db'));
  const memberships = () =>
    file.prepare<[], { n: number }>('SELECT count(*) AS n FROM auth_user_tenants').get()!.n;
  expect(memberships()).toBe(3);

  file.exec('DELETE FROM auth_user_tenants');
  const again = await seed('joined.db', '--fake', '2', '--json');
  expect(JSON.parse(again.stdout)).toMatchObject({
    joined: [],
  });
  expect(memberships()).toBe(0);
  file.close();
});

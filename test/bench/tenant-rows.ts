import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Asked, Operation } from './operations.js';
import { makeProject, startOurs } from './ours.js';
import type { Row } from './report.js';
import { runRounds, type Length } from './rounds.js';

const TENANTS = 100;
const ROWS = 100_000;
const LIST: Operation = {
  name: 'list 25',
  ask: () => ({ method: 'GET', path: '/note?_start=0&_end=25' }),
};

/** What a row rule costs: the first page of 100,000 rows, and of the 1,000 among them that belong to the user's tenant. */
export async function measureTenantRows(directory: string, length: Length): Promise<Row[]> {
  const project = join(directory, 'tenants');
  const file = join(directory, 'tenants.db');
  makeProject(join(import.meta.dirname, 'tenants.yaml'), project);
  const empty = await startOurs('empty', project, `sqlite:${file}`);
  await empty.stop();
  fill(file);
  const service = await startOurs('every row', project, `sqlite:${file}`);
  const ofTenant = {
    ...service,
    name: 'rows of a tenant',
    translate: ({ method, path }: Asked) => ({
      method,
      path: path.replace('/note', '/tenant_note'),
    }),
  };
  try {
    return await runRounds([service, ofTenant], [LIST], length);
  } finally {
    await service.stop();
  }
}

function fill(file: string): void {
  const database = new Database(file);
  database.transaction(() => {
    const tenant = database.prepare('INSERT INTO auth_tenant (name) VALUES (?)');
    for (let n = 1; n <= TENANTS; n++) tenant.run(`Tenant ${n}`);
    database.exec(
      `INSERT INTO auth_user_tenants (user_id, tenant_id) SELECT id, 1 FROM auth_user WHERE username = 'manager'`,
    );
    for (const table of ['note', 'tenant_note']) {
      const row = database.prepare(
        `INSERT INTO ${table} (title, body, state, due_date, hours, tenant_id) VALUES (?, ?, ?, ?, ?, ?)`,
      );
      for (let n = 1; n <= ROWS; n++)
        row.run(
          `Note ${n}`,
          `What is to be said of number ${n}`,
          'open',
          '2026-05-01',
          n % 16,
          (n % TENANTS) + 1,
        );
    }
  })();
  database.close();
}

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { MigrationInterface } from 'typeorm';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { newFiles } from '../../../../templates/features/engine-tests/engine/test/fixtures/new-databases.js';
import { Role, Tenant } from '../../../../templates/service/engine/auth/entities.js';
import { findDrift } from '../../../../templates/service/engine/database/find-drift.js';
import { migrate, revertLast } from '../../../../templates/service/engine/database/migrate.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import { renderProject } from '../../../../src/render/render-project.js';
import { MADE_AT, templates } from '../../../golden/example.js';
import { keyedApp } from '../../../support/keyed-app.js';
import { startPostgres } from '../../../support/postgres.js';

const ROOT = join(import.meta.dirname, '../../../..');
const FOLDER = join(ROOT, '.tmp/keyed-entities');
const postgres = await startPostgres();
afterAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  await postgres.stop();
}, 60_000);
const files = newFiles();

type Class = new () => MigrationInterface;

/** The classes of the entities and migrations of the project, whose files are written beside the engine. */
async function classesOf(kind: RegExp): Promise<Class[]> {
  const tree = renderProject(keyedApp(), {
    ...{ templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) },
  });
  const found = [...tree].filter(([path]) => /\.model\.ts$|\/migrations\/\d/.test(path));
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(
    join(FOLDER, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', include: ['src'] }),
  );
  for (const [path, text] of found) {
    mkdirSync(dirname(join(FOLDER, path)), { recursive: true });
    const engine = join(ROOT, 'templates/service/engine/index.ts');
    writeFileSync(join(FOLDER, path), text.replaceAll(`'#engine'`, `'${engine}'`));
  }
  const paths = found.map(([path]) => path).filter((path) => kind.test(path));
  const modules = await Promise.all(paths.sort().map((path) => import(join(FOLDER, path))));
  return modules.flatMap((one) => Object.values(one as Record<string, Class>));
}

it.each([
  ['sqlite', files],
  ['postgres', () => postgres.createDatabase()],
])('the entities of keys of any kind have the tables that migrations make: %s', async (_, url) => {
  const entities = await classesOf(/\.model\.ts$/);
  const migrations = await classesOf(/\/migrations\//);
  const database = await openDatabase(await url(), [...entities, Role, Tenant], migrations);
  onTestFinished(() => database.close());
  await migrate(database);
  expect(await findDrift(database)).toEqual([]);
  for (const _migration of migrations) await revertLast(database);
});

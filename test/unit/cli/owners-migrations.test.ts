import { renameSync } from 'node:fs';
import { expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { addModelFields } from '../../../src/cli/commands/model-fields.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { upgrade } from '../../../src/cli/commands/upgrade.js';
import { basePath } from '../../../src/disk/base-store.js';
import { changeCopies } from '../../support/store-of.js';
import { useProject } from './project.js';

const FOLDER = 'src/database/migrations';
const LIST = `${FOLDER}/migrations.gen.ts`;
const AUDIT = `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Audit1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner) {
    await runner.query('CREATE TABLE audit (id integer)');
  }
  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE audit');
  }
}
`;
const project = useProject('task-manager');

it('a migration written by hand is listed, by the name of its class', async () => {
  project.write(`${FOLDER}/20261120000000-audit.ts`, AUDIT);
  expect(await doctor(project.context())).toBe(1);
  expect(await sync(project.context(), {})).toBe(0);
  expect(project.read(LIST)).toContain(
    "import { Audit1700000000000 } from './20261120000000-audit.js';",
  );
  expect(await doctor(project.context())).toBe(0);
});

it('a migration under another file name is listed under it, with its class as it is', async () => {
  const file = project.files(FOLDER).find((name) => name.includes('create-tables'))!;
  const at = (name: string) => `${project.root()}/${FOLDER}/${name}`;
  renameSync(at(file), at(`${file.slice(0, 14)}-start.ts`));
  expect(await sync(project.context(), {})).toBe(0);
  expect(project.read(LIST)).toMatch(/import \{ CreateTables\w+ \} from '\.\/\d{14}-start\.js';/);
  expect(project.files(FOLDER)).toHaveLength(4);
});

it('a migration that newer versions give every project waits for the upgrade', async () => {
  const name = '00000000000002-end-sessions';
  // As the version before wrote it.
  project.remove(`${FOLDER}/${name}.ts`);
  changeCopies(project.root(), { [`${FOLDER}/${name}.ts`]: null });
  for (const list of [LIST, basePath(LIST)])
    project.edit(list, (text) => text.replace(/^.*EndSessions.*\n/gm, ''));
  const before = project.read(LIST);
  expect(await doctor(project.context())).toBe(0);
  expect(await addModelFields(project.context(), 'Task', ['color:string'], {})).toBe(0);
  expect(project.files(FOLDER)).not.toContain(`${name}.ts`);
  expect(project.read(LIST)).not.toContain('EndSessions');
  expect(project.read(LIST)).not.toBe(before);

  expect(await upgrade(project.context())).toBe(0);
  expect(project.files(FOLDER)).toContain(`${name}.ts`);
  expect(project.read(LIST)).toContain(`import { EndSessions00000000000002 } from './${name}.js';`);
  expect(await doctor(project.context())).toBe(0);
});

it('a migration that nobody would run is named', async () => {
  project.write(`${FOLDER}/audit.ts`, AUDIT);
  expect(await doctor(project.context())).toBe(0);
  const [problem] = project.said().filter(({ code }) => code === 'unlisted-migration');
  expect(problem?.message).toContain(`${FOLDER}/audit.ts never runs`);
});

import { renameSync } from 'node:fs';
import { expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { sync } from '../../../src/cli/commands/sync.js';
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
  const file = project.files(FOLDER).find((name) => name.includes('create-project'))!;
  const at = (name: string) => `${project.root()}/${FOLDER}/${name}`;
  renameSync(at(file), at(`${file.slice(0, 14)}-start.ts`));
  expect(await sync(project.context(), {})).toBe(0);
  expect(project.read(LIST)).toMatch(/import \{ CreateProject\w+ \} from '\.\/\d{14}-start\.js';/);
  expect(project.files(FOLDER)).toHaveLength(3);
});

it('a migration that nobody would run is named', async () => {
  project.write(`${FOLDER}/audit.ts`, AUDIT);
  expect(await doctor(project.context())).toBe(0);
  const [problem] = project.said().filter(({ code }) => code === 'unlisted-migration');
  expect(problem?.message).toContain(`${FOLDER}/audit.ts is not run`);
});

import { expect, it } from 'vitest';
import {
  addModelFields,
  removeModelField,
  renameModelField,
} from '../../../src/cli/commands/model-fields.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const TASK = 'src/models/task/task.model.ts';

/** The steps of the last migration, on one line. */
function lastSteps(): string {
  const folder = 'src/database/migrations';
  const written = project.files(folder).filter((name) => /^\d+-/.test(name));
  return project.read(`${folder}/${written.at(-1)}`).replace(/\s+/g, ' ');
}

/** Writes an option into `@Model` of tasks, as a developer does. */
function declare(option: string): void {
  const entity = project.read(TASK);
  const at = entity.includes('@Model({') ? entity.replace('@Model({', `@Model({ ${option},`) : null;
  const bare = entity
    .replace(/@Entity\('task'\)/, `@Entity('task')\n@Model({ ${option} })`)
    .replace(/import \{([^}]*)\} from '#engine';/, "import {$1, Model } from '#engine';");
  project.write(TASK, at ?? bare);
}

const PERIOD = "noOverlap: { fields: ['starts_at', 'ends_at'], by: ['project_id'] }";

async function withPeriods(): Promise<void> {
  const fields = ['starts_at:datetime:required', 'ends_at:datetime'];
  expect(await addModelFields(project.context(), 'Task', fields, {})).toBe(0);
  declare(PERIOD);
  expect(await sync(project.context(), {})).toBe(0);
}

it('writes the index and the constraint of periods that an entity declares', async () => {
  await withPeriods();
  const steps = lastSteps();
  expect(steps).toContain(
    'ALTER TABLE "task" ADD CONSTRAINT "task_no_overlap" EXCLUDE USING gist ("project_id" WITH =, tstzrange("starts_at", "ends_at") WITH &&)',
  );
  expect(steps).toContain('CREATE EXTENSION IF NOT EXISTS btree_gist');
  expect(steps).toMatch(
    /addSqlIndex\('task', 'task_no_overlap', \{ sqlite: '\("project_id", "starts_at", "ends_at"\)' \}\)/,
  );
  expect(project.read('src/features.gen.ts')).toContain('#engine/no-overlap');
  const before = project.files('src/database/migrations');
  expect(await sync(project.context(), {})).toBe(0);
  expect(project.files('src/database/migrations')).toEqual(before);
});

it('follows fields to their new names, and leaves with its fields', async () => {
  await withPeriods();
  await renameModelField(project.context(), 'Task', 'ends_at', 'until', {});
  expect(project.read(TASK)).toContain("fields: ['starts_at', 'until']");
  expect(lastSteps()).toContain('DROP CONSTRAINT IF EXISTS "task_no_overlap"');
  expect(lastSteps()).toContain('tstzrange("starts_at", "until")');
  await removeModelField(project.context(), 'Task', 'until', { dropData: true });
  expect(project.read(TASK)).not.toContain('noOverlap');
  expect(project.read('src/features.gen.ts')).not.toContain('#engine/no-overlap');
});

it('refuses periods of other types, in words', async () => {
  declare("noOverlap: { fields: ['title', 'title'] }");
  await expect(sync(project.context(), {})).rejects.toThrow(
    'periods of `Task` cannot be from `title` (string) to `title` (string)',
  );
});

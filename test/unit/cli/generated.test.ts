import { expect, it } from 'vitest';
import {
  addModelFields,
  removeModelField,
  renameModelField,
} from '../../../src/cli/commands/model-fields.js';
import { changeModelField } from '../../../src/cli/commands/model-change-field.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const TASK = 'src/models/task/task.model.ts';
const FORM = 'web/src/pages/task/task.form.tsx';

/** The steps of the last migration, on one line. */
function lastSteps(): string {
  const folder = 'src/database/migrations';
  const written = project.files(folder).filter((name) => /^\d+-/.test(name));
  return project.read(`${folder}/${written.at(-1)}`).replace(/\s+/g, ' ');
}

const add = (...fields: string[]) => addModelFields(project.context(), 'Task', fields, {});

it('adds a field that the database computes, without an input and without a backfill', async () => {
  expect(await add("code:string=80:required:index:generated=lower(title) || '#'")).toBe(0);
  const entity = project.read(TASK);
  expect(entity).toMatch(
    /@Column\(\{\s+type: 'varchar',\s+length: 80,\s+generatedType: 'STORED',\s+asExpression: "lower\(title\) \|\| '#'",\s+\}\)\s+code!: string;/,
  );
  expect(lastSteps()).toContain(
    `addColumn('task', 'code', { type: 'string', length: 80, expression: "lower(title) || '#'" })`,
  );
  expect(project.read(FORM)).not.toContain('"code"');
  expect(await sync(project.context(), {})).toBe(0);
  expect(project.read(TASK)).toBe(entity);
});

it('makes it anew with another expression, and loses nothing by that', async () => {
  await add('code:string:index:generated=lower(title)');
  const change = ['code:generated=md5(title)'];
  expect(await changeModelField(project.context(), 'Task', change, {})).toBe(0);
  expect(lastSteps()).toContain(
    "dropColumn('task', 'code'), addColumn('task', 'code', { type: 'string', length: 255, nullable: true, expression: { sqlite: 'md5(title)' }, }), addIndex('task', ['code'])",
  );
});

it('makes it anew where a column in its expression changes, and follows the column to its new name', async () => {
  await add('code:string:generated=lower(title)');
  await changeModelField(project.context(), 'Task', ['title:max=300'], {});
  expect(lastSteps()).toMatch(
    /dropColumn\('task', 'code'\), changeColumn\('task', 'title', .*\), addColumn\('task', 'code'/,
  );
  expect(await renameModelField(project.context(), 'Task', 'title', 'name', {})).toBe(0);
  expect(project.read(TASK)).toContain("asExpression: 'lower(name)'");
});

it('keeps the columns that it is computed from', async () => {
  await add('code:string:generated=lower(description)');
  const removed = removeModelField(project.context(), 'Task', 'description', { dropData: true });
  await expect(removed).rejects.toThrow('`Task.code` is generated from `description`');
  expect(await removeModelField(project.context(), 'Task', 'code', {})).toBe(0);
});

it('gives a field another kind of default, and counts a field', async () => {
  await add("token:string:required:default_sql=lower('A')", 'no:integer:unique:counted');
  expect(project.read(TASK)).toContain(
    "@Column('varchar', { length: 255, default: () => \"lower('A')\" })\n  token!: string;",
  );
  expect(project.read(TASK)).toMatch(
    /@Column\('integer', \{ nullable: true, unique: true \}\)\s+@Generated\('increment'\)\s+no!: number \| null;/,
  );
  expect(lastSteps()).toContain(
    `addColumn('task', 'token', { type: 'string', length: 255, defaultSql: "lower('A')" })`,
  );
  expect(project.read(FORM)).toContain('<TextInput source="token" />');
  expect(project.read(FORM)).not.toContain('"no"');
  expect(await sync(project.context(), {})).toBe(0);
  await changeModelField(project.context(), 'Task', ['token:default=x'], {});
  expect(lastSteps()).toContain(
    "changeColumn('task', 'token', { type: 'string', length: 255, default: 'x' })",
  );
});

it('hides deleted rows by a moment that no page shows', async () => {
  await add('deleted_at:datetime:deleted');
  expect(project.read(TASK)).toContain(
    '@DeleteDateColumn({ type: DATETIME, precision: 3 })\n  deleted_at!: Date | null;',
  );
  expect(lastSteps()).toContain(
    "addColumn('task', 'deleted_at', { type: 'datetime', nullable: true })",
  );
  for (const page of project.files('web/src/pages/task'))
    expect(project.read(`web/src/pages/task/${page}`)).not.toContain('deleted_at');
  expect(await sync(project.context(), {})).toBe(0);
});

it('asks before values that somebody has entered give way to it', async () => {
  const change = changeModelField(
    project.context(),
    'Task',
    ['description:generated=lower(title)'],
    {},
  );
  expect(await change).toBe(1);
  expect(JSON.stringify(project.said())).toContain('column `task.description` is dropped');
});

it('knows indexes and checks in SQL of the migrations before it', async () => {
  const entity = project.read(TASK);
  project.write(
    TASK,
    entity
      .replace("@Entity('task')", "@Check('short_title', 'length(title) < 100')\n@Entity('task')")
      .replace(/import \{\n/, 'import {\n  Check,\n'),
  );
  expect(await sync(project.context(), {})).toBe(0);
  expect(lastSteps()).toContain("addCheck('task', 'short_title', 'length(title) < 100')");
  expect(await add('place:string')).toBe(0);
  expect(lastSteps()).not.toContain('addCheck');
});

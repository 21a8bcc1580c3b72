import { expect, it } from 'vitest';
import { addModelFields, renameModelField } from '../../../src/cli/commands/model-fields.js';
import { changeModelField } from '../../../src/cli/commands/model-change-field.js';
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

const add = (...fields: string[]) => addModelFields(project.context(), 'Task', fields, {});
const change = (...fields: string[]) => changeModelField(project.context(), 'Task', fields, {});

it('adds a field with numbers of a series, which its migration gives to rows that are there', async () => {
  expect(await add('number:string:series=T{year}{month}-{000}')).toBe(0);
  const entity = project.read(TASK);
  expect(entity).toMatch(
    /@Field\(\{ series: 'T\{year\}\{month\}-\{000\}' \}\)\s+@Column\('varchar', \{ length: 255, unique: true \}\)\s+number!: string;/,
  );
  const steps = lastSteps();
  expect(steps).toMatch(
    /addColumn\('task', 'number', \{ type: 'string', length: 255, nullable: true \}\), sql\(.*changeColumn\('task', 'number', \{ type: 'string', length: 255 \}\), addUnique\('task', \['number'\]\), createTable\( 'series_counter'/,
  );
  expect(project.read('web/src/pages/task/task.form.tsx')).not.toContain('"number"');
  expect(project.read('src/features.gen.ts')).toContain('#engine/series');
  expect(await sync(project.context(), {})).toBe(0);
  expect(project.read(TASK)).toBe(entity);
});

it('keeps the count of a field that gets another name', async () => {
  await add('number:string:series={0}');
  expect(await renameModelField(project.context(), 'Task', 'number', 'code', {})).toBe(0);
  expect(lastSteps()).toContain(
    "UPDATE series_counter SET series = 'task.code' WHERE series = 'task.number'",
  );
});

it('leaves a field required and unique when its series goes', async () => {
  await add('number:string:series={0}');
  expect(
    await changeModelField(project.context(), 'Task', ['number:-series'], { dropData: true }),
  ).toBe(0);
  expect(project.read(TASK)).toMatch(
    /\n\s+@Column\('varchar', \{ length: 255, unique: true \}\)\s+number!: string;/,
  );
  expect(lastSteps()).not.toContain("'task'");
  expect(project.read('src/features.gen.ts')).not.toContain('#engine/series');
});

it('numbers a field that has values, and keeps its length', async () => {
  await add('number:string:max=20');
  expect(await change('number:series=INV-{year}-{0000}')).toBe(0);
  expect(project.read(TASK)).toContain("@Column('varchar', { length: 20, unique: true })");
  expect(lastSteps()).toMatch(/changeColumn\(.* sql\(.* changeColumn\('task', 'number'/);
});

it.each([
  ['number:string:series=INV-{year}', 'has no number'],
  ['number:string:series={00}-{00}', 'has two numbers'],
  ['number:string:series={day}-{00}', '`{day}`'],
  ['number:string:series={month}-{00}', 'a month without its year'],
  ['number:string:max=4:series=INV-{00}', 'longer than 4 characters'],
  ['number:string:default=x:series={00}', '`default` cannot be used with `series`'],
  ['number:string:unique=global:series={00}', '`unique=global` cannot be used with `series`'],
  ['number:integer:series={00}', '`series`'],
])('refuses %s', async (field, message) => {
  await expect(add(field)).rejects.toThrow(message);
});

it('numbers no users, whom the service creates itself', async () => {
  const field = ['number:string:series={00}'];
  const added = addModelFields(project.context(), 'User', field, {});
  await expect(added).rejects.toThrow('the service creates rows of User without numbers');
});

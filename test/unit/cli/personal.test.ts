import { expect, it } from 'vitest';
import { changeModelField } from '../../../src/cli/commands/model-change-field.js';
import { addModelFields } from '../../../src/cli/commands/model-fields.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const TASK = 'src/models/task/task.model.ts';

const add = (...fields: string[]) => addModelFields(project.context(), 'Task', fields, {});
const change = (...fields: string[]) => changeModelField(project.context(), 'Task', fields, {});

it('adds personal fields with the feature, and sync leaves them as they are', async () => {
  expect(await add('caller:string:personal', 'reason:text:personal=keep=tax law, 10 years')).toBe(
    0,
  );
  const entity = project.read(TASK);
  expect(entity).toMatch(/@Field\(\{ personal: true \}\)\s+@Column\('varchar', .*\)\s+caller!/);
  expect(entity).toContain("@Field({ personal: 'keep=tax law, 10 years' })");
  expect(project.read('src/features.gen.ts')).toContain("from './personal-data.gen.js'");
  expect(project.read('src/personal-data.gen.ts')).toContain('privacyFeature([');
  expect(project.read('package.json')).toContain('"privacy": "tsx src/main.ts privacy"');
  expect(await sync(project.context(), {})).toBe(0);
  expect(project.read(TASK)).toBe(entity);
});

it('makes a field personal that is there, which needs no migration, and takes it back', async () => {
  const migrations = project.files('src/database/migrations');
  expect(await change('title:personal=replace')).toBe(0);
  expect(project.read(TASK)).toContain("personal: 'replace'");
  expect(project.files('src/database/migrations')).toEqual(migrations);
  expect(await change('title:-personal')).toBe(0);
  expect(project.read(TASK)).not.toContain('personal');
  expect(project.read('src/features.gen.ts')).not.toContain('personal-data');
  expect(project.read('package.json')).not.toContain('privacy');
});

it.each([
  ['caller:string:personal=erase', '`personal=erase` says nothing'],
  ['caller:string:personal=keep', 'has no reason'],
  ['caller:string:personal=delete=now', 'takes no value'],
  ['caller:string:personal=follow', 'is no reference'],
  ['caller:string:required:personal', 'is required, so that it cannot be emptied'],
  ['born:date:personal=replace', 'a value that only you can choose'],
  ['born:date:personal=replace=soon', '`soon` is no value of'],
  ['code:string:unique:personal=replace=x', 'is unique'],
  ['boss:ref=User:personal=replace', 'cannot be replaced'],
  ['number:string:series={00}:personal', 'has values that nobody writes'],
])('refuses %s', async (field, message) => {
  await expect(add(field)).rejects.toThrow(message);
});

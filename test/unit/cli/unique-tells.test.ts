import { expect, it } from 'vitest';
import { accessRows } from '../../../src/cli/commands/access-rows.js';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { addModelFields } from '../../../src/cli/commands/model-fields.js';
import { partAdd } from '../../../src/cli/commands/part-add.js';
import type { Refusal } from '../../../src/problem.js';
import { useProject } from './project.js';

const project = useProject('orders');

it('add-field and doctor name what is unique over rows that go by their parent', async () => {
  expect(await partAdd(project.context(), 'access', 'OrderLine')).toBe(0);
  project.edit('src/models/order-line/order-line.access.ts', (text) =>
    text
      .replace('import { defineAccess }', 'import { asParent, defineAccess }')
      .replace(/\(\{[^]*\}\)/, "({ rows: [asParent('order_id')] })"),
  );
  const told = () =>
    project
      .said()
      .filter(({ code }) => code === 'unique-tells')
      .map(({ message }) => message.split(' over all rows')[0]);
  const fields = ['code:string:unique', 'label:string:unique=global'];
  expect(await addModelFields(project.context(), 'OrderLine', fields, {})).toBe(0);
  expect(told()).toEqual(['`OrderLine.code` is unique']);
  const entity = project.read('src/models/order-line/order-line.model.ts');
  expect(entity).toMatch(
    /@Field\(\{ unique: 'global' \}\)\s+@Column\([^)]*unique: true[^)]*\)\s+label!/,
  );
  project.said().length = 0;
  expect(await doctor(project.context())).toBe(0);
  expect(told()).toEqual(['`OrderLine.code` is unique']);
});

it('rows of a model that the project has follow their parents by a command, beside rules by hand', async () => {
  const file = 'src/models/order-line/order-line.access.ts';
  const set = (options: object) => accessRows(project.context(), 'OrderLine', options);
  expect(await set({ as: 'order' })).toBe(0);
  expect(project.read(file)).toContain("rows: [asParent('order_id')]");
  const text = project.read(file);
  expect(await set({ as: 'order' })).toBe(0);
  expect(project.read(file)).toBe(text);
  const custom = "custom((user, where) => where.startsWith('note', user.username))";
  project.edit(file, (now) =>
    now
      .replace("asParent('order_id')", `asParent('order_id'), ${custom}`)
      .replace('import { asParent, ', 'import { asParent, custom, '),
  );
  expect(await set({ except: 'Admin' })).toBe(0);
  for (const rule of ["asParent('order_id')", custom, "allFor('Admin')"])
    expect(project.read(file)).toContain(rule);
  await expect(set({ preset: true })).rejects.toThrow('no row rule is given');
  expect(await set({ as: 'nothing' }).catch(({ problems }: Refusal) => problems)).toMatchObject([
    { code: 'unknown-field' },
  ]);
});

import { expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { addModelFields } from '../../../src/cli/commands/model-fields.js';
import { partAdd } from '../../../src/cli/commands/part-add.js';
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

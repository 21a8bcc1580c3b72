import { expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { upgrade } from '../../../src/cli/commands/upgrade.js';
import { useProject } from './project.js';

const project = useProject('orders');
const ORDER = 'src/models/order/order.model.ts';
const HELP =
  'write the hook `beforeSave`, for the operation `create`, in src/models/order/order.hooks.ts (crudgen hooks add Order)';

it('the doctor refuses a listener of TypeORM, and the upgrade goes on with a warning', async () => {
  project.edit(ORDER, (text) =>
    text
      .replace("from 'typeorm';", "from 'typeorm';\nimport { BeforeInsert } from 'typeorm';")
      .replace(/\}\s*$/, '\n  @BeforeInsert()\n  stamp(): void {}\n}\n'),
  );
  const told = () => project.said().filter(({ code }) => code === 'refused-entity');
  expect(await doctor(project.context())).toBe(1);
  expect(told()).toMatchObject([{ help: HELP, at: { file: ORDER } }]);
  expect(told()[0]).not.toHaveProperty('severity');
  const before = told().length;
  expect(await upgrade(project.context(), {})).toBe(0);
  expect(told().slice(before)).toMatchObject([{ help: HELP, severity: 'warning' }]);
});

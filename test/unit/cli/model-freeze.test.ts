import { expect, it } from 'vitest';
import { modelFreeze, type FreezeOptions } from '../../../src/cli/commands/model-freeze.js';
import { modelAdd } from '../../../src/cli/commands/model-add.js';
import { removeModelField, renameModelField } from '../../../src/cli/commands/model-fields.js';
import { sync } from '../../../src/cli/commands/sync.js';
import type { Refusal } from '../../../src/problem.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const TASK = 'src/models/task/task.model.ts';

const freeze = (name: string, when?: string, options: FreezeOptions = {}) =>
  modelFreeze(project.context({ args: ['model', 'freeze', name] }), name, when, options);
const codesOf = (...args: Parameters<typeof freeze>) =>
  freeze(...args).then(
    () => [],
    ({ problems }: Refusal) => problems.map(({ code }) => code),
  );

/** The file on one line. */
const flat = (path: string) => project.read(path).replace(/\s+/g, ' ');

it('records of a model are frozen with its feature, and change again without a trace', async () => {
  const [entity, before] = [project.read(TASK), project.files('src/database/migrations')];
  expect(await freeze('Task', 'status=done', { except: 'Admin,Manager' })).toBe(0);
  expect(flat(TASK)).toContain("frozen: { when: 'status=done', except: ['Admin', 'Manager'] }");
  expect(project.read('src/features.gen.ts')).toContain("from '#engine/frozen'");
  expect(flat('web/src/pages/task/task.facts.gen.ts')).toContain(
    "frozen: { field: 'status', values: ['done'], except: ['Admin', 'Manager'] }",
  );
  // No table changes.
  expect(project.files('src/database/migrations')).toEqual(before);
  expect(await sync(project.context(), {})).toBe(0);
  expect(await freeze('Task', undefined, { off: true })).toBe(0);
  expect(project.read(TASK)).toBe(entity);
  expect(project.read('src/features.gen.ts')).not.toContain('#engine/frozen');
});

it('a new model has frozen records, and the pages of lines know of them', async () => {
  const add = (name: string, fields: string[], options = {}) => {
    const args = ['model', 'add', name, ...fields, ...Object.values<string>(options)];
    return modelAdd(project.context({ args }), name, fields, options);
  };
  const fields = ['status:string:values=open,paid:enforce', 'total:decimal=12,2'];
  await add('Bill', fields, { frozen: 'status=paid', frozenExcept: 'Admin' });
  expect(flat('src/models/bill/bill.model.ts')).toContain(
    "frozen: { when: 'status=paid', except: ['Admin'] }",
  );
  await add('BillLine', ['bill:ref=Bill:required:lines:as=items', 'text:string']);
  expect(flat('web/src/pages/bill-line/bill-line.facts.gen.ts')).toContain(
    "frozenWith: { reference: 'bill', target: 'bill_id', relation: 'bill' }",
  );
  await freeze('Bill', undefined, { off: true });
  expect(flat('web/src/pages/bill-line/bill-line.facts.gen.ts')).not.toContain('frozen');
  await expect(add('Fee', fields, { frozenExcept: 'Admin' })).rejects.toThrow(
    '`--frozen-except` is missing by which value rows are frozen',
  );
  await expect(add('Fee', fields, { frozen: 'status=payed' })).rejects.toThrow('payed');
});

it('the condition follows its field, and leaves with it', async () => {
  await freeze('Task', 'status=done');
  await renameModelField(project.context(), 'Task', 'status', 'state', {});
  expect(flat(TASK)).toContain("frozen: { when: 'state=done' }");
  await removeModelField(project.context(), 'Task', 'state', { dropData: true });
  expect(project.read(TASK)).not.toContain('frozen');
});

it('a condition that cannot be, and models of the service, are refused', async () => {
  expect(await codesOf('Task', 'state=done')).toEqual(['bad-frozen']);
  expect(await codesOf('Task', 'due=2026-01-01')).toEqual(['bad-frozen']);
  expect(await codesOf('Task', 'status=')).toEqual(['bad-frozen']);
  expect(await codesOf('User', 'status=active')).toEqual(['bad-frozen']);
  expect(await codesOf('Task')).toEqual(['usage']);
  expect(await codesOf('Task', 'status=done', { off: true })).toEqual(['usage']);
});

import { expect, it } from 'vitest';
import { modelHistory } from '../../../src/cli/commands/model-history.js';
import type { Refusal } from '../../../src/problem.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const FILE = 'src/models/task/task.model.ts';

const change = (name: string, time?: string, options = {}) =>
  modelHistory(project.context({ args: ['model', 'history', name] }), name, time, options);
const codesOf = (...args: Parameters<typeof change>) =>
  change(...args).then(
    () => [],
    ({ problems }: Refusal) => problems.map(({ code }) => code),
  );

it('a model gets a history with its feature, its table and a time, and loses it again', async () => {
  expect(await change('Task')).toBe(0);
  expect(project.read(FILE)).toMatch(/@Model\(\{[^}]*history: true/);
  expect(project.read('src/features.gen.ts')).toContain("from '#engine/history'");
  expect(await change('Task', '90d')).toBe(0);
  expect(project.read(FILE)).toMatch(/history: '90d'/);
  expect(await change('Task', '90d')).toBe(0);
  expect(await change('Task', undefined, { off: true })).toBe(1);
  expect(await change('Task', undefined, { off: true, dropData: true })).toBe(0);
  expect(project.read(FILE)).not.toContain('history');
});

it('users have one, without their passwords', async () => {
  expect(await change('User')).toBe(0);
  expect(project.read('src/models/user/user.model.ts')).toMatch(
    /@Model\(\{[^}]*history: true[^}]*\}\)/,
  );
  expect(await change('User')).toBe(0);
  expect(await change('Tenant')).toBe(0);
  expect(project.read('src/models/tenant/tenant.model.ts')).toContain('history: true');
});

it('a wrong time is refused', async () => {
  expect(await codesOf('Task', '3 weeks')).toEqual(['invalid-history']);
  expect(await codesOf('Task', '90d', { off: true })).toEqual(['usage']);
});

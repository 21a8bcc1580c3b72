import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../test/test-service.js';
import { Task } from '../models/task/task.model.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it('there is something to see of every kind, once', async () => {
  expect(await service.seed()).toEqual(['first-weeks']);
  const tasks = service.parts.database.dataSource.manager.getRepository(Task);
  const seeded = await tasks.find();
  expect(seeded.length).toBeGreaterThan(55);

  const today = new Date().toISOString().slice(0, 10);
  const open = seeded.filter(({ status }) => status !== 'done');
  const late = open.filter(({ due_date }) => due_date !== null && due_date < today);
  const soon = open.filter(({ due_date }) => due_date !== null && due_date > today);
  expect(late.length).toBeGreaterThan(2);
  expect(soon.length).toBeGreaterThan(late.length);
  const subtasks = seeded.filter(({ parent_task_id }) => parent_task_id !== null);
  expect(subtasks.length).toBeGreaterThan(15);
  for (const one of seeded) expect(one.created_at.valueOf()).toBeLessThan(Date.now());

  expect(await service.seed()).toEqual([]);
  expect(await tasks.count()).toBe(seeded.length);
});

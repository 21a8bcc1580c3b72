import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedActions } from '#engine/testing';
import { startTestService, type TestService } from '../../../test/test-service.js';
import { Task } from './task.model.js';

const PATH = '/task';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new task needs at least. */
function newRow() {
  return { title: 'some title' };
}

/** Inserts one task, past all rules. */
function insertRow() {
  return service.insert(Task, newRow());
}

describe('task', () => {
  it('is created, changed and deleted', async () => {
    const user = await service.as('Admin');
    const row = await user.create(PATH, newRow());
    expect(row).toMatchObject({ status: 'todo', priority: 'medium' });
    const change = {
      title: 'another title',
      description: 'another description',
      status: 'in_progress',
      priority: 'low',
      due_date: '2026-03-04',
      planned_work_hours: 2,
      actual_work_hours: 2,
    };
    expect((await user.patch(`${PATH}/${row.id}`, change)).body).toMatchObject(change);
    expect((await user.delete(`${PATH}/${row.id}`)).status).toBe(204);
  });

  it('is refused without what it requires', async () => {
    const user = await service.as('Admin');
    const { errors } = await user.post(PATH, {});
    expect(Object.keys(errors)).toEqual(['title']);
  });
});

describe('access to tasks', () => {
  it('needs a token', async () => {
    expect((await service.anonymous.get(PATH)).status).toBe(401);
  });

  for (const [role, actions] of [
    ['Admin', 'list show create edit delete'],
    ['Manager', 'list show create edit'],
    ['Viewer', 'list show'],
  ] as const) {
    it(`allows ${role} to ${actions || 'do nothing'}`, async () => {
      const user = await service.as(role);
      const row = await insertRow();
      expect(await allowedActions(user, PATH, row.id, newRow())).toBe(actions);
    });
  }
});

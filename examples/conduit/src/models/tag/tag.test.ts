import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedActions, fresh } from '#engine/testing';
import { startTestService, type TestService } from '../../../test/test-service.js';
import { Tag } from './tag.model.js';

const PATH = '/tag';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new tag needs at least. */
function newRow() {
  return { name: fresh.text({ max: 60 }) };
}

/** Inserts one tag, past all rules. */
function insertRow() {
  return service.insert(Tag, newRow());
}

describe('tag', () => {
  it('is created, changed and deleted', async () => {
    const user = await service.as('Admin');
    const row = await user.create(PATH, newRow());
    const change = { name: fresh.text({ max: 60 }) };
    expect((await user.patch(`${PATH}/${row.id}`, change)).body).toMatchObject(change);
    expect((await user.delete(`${PATH}/${row.id}`)).status).toBe(204);
  });

  it('is refused without what it requires', async () => {
    const user = await service.as('Admin');
    const { errors } = await user.post(PATH, {});
    expect(Object.keys(errors)).toEqual(['name']);
  });

  it('is refused with the name of another one', async () => {
    const user = await service.as('Admin');
    const first = await user.create(PATH, newRow());
    const answer = await user.post(PATH, { ...newRow(), name: first.name });
    expect(answer.status).toBe(409);
  });
});

describe('access to tags', () => {
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

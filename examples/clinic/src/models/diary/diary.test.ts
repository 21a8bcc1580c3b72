import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedActions } from '#engine/testing';
import { startTestService, type TestService, type TestUser } from '../../../test/test-service.js';
import { Diary } from './diary.model.js';

const PATH = '/diaries';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new diary needs at least. */
function newRow() {
  return {};
}

/** Inserts one diary of the user's own, past all rules. */
function insertRow(user: TestUser, values: object = {}) {
  return service.insert(Diary, { ...newRow(), author_id: user.id, ...values });
}

describe('diary', () => {
  it('is created, changed and deleted', async () => {
    const user = await service.as('Admin');
    const row = await user.create(PATH, newRow());
    const change = { day: '2026-03-04', text: 'another text' };
    expect((await user.patch(`${PATH}/${row.id}`, change)).body).toMatchObject(change);
    expect((await user.delete(`${PATH}/${row.id}`)).status).toBe(204);
  });
});

describe('access to diaries', () => {
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
      const row = await insertRow(user);
      expect(await allowedActions(user, PATH, row.id, newRow())).toBe(actions);
    });
  }

  it('is for the owner of the row alone', async () => {
    const user = await service.as('Admin', 'somebody');
    const stranger = await service.as('Admin', 'a stranger');
    const row = await insertRow(user, { author_id: user.id });
    expect((await stranger.get(`${PATH}/${row.id}`)).status).toBe(404);
    expect((await stranger.get(`${PATH}?id=${row.id}`)).body).toEqual([]);
    expect((await user.get(`${PATH}/${row.id}`)).status).toBe(200);
  });

  for (const [role, field, value] of [['Manager', 'author_id', 987654321]] as const) {
    it(`ignores what ${role} writes to ${field}`, async () => {
      const user = await service.as(role);
      const row = await insertRow(user);
      const answer = await user.patch(`${PATH}/${row.id}`, { [field]: value });
      expect(answer.status).toBe(200);
      expect((await service.read(Diary, row.id))[field]).toEqual(row[field]);
    });
  }
});

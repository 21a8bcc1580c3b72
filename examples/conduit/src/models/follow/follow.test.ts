import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedActions, fresh } from '#engine/testing';
import { startTestService, type TestService, type TestUser } from '../../../test/test-service.js';
import { Follow } from './follow.model.js';

const PATH = '/follow';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new follow needs at least. */
async function newRow(user: TestUser) {
  return { follower_id: user.id, followed_id: (await service.as('Admin', fresh.text())).id };
}

/** Inserts one follow, past all rules. */
async function insertRow(user: TestUser) {
  return service.insert(Follow, await newRow(user));
}

describe('follow', () => {
  it('is created, changed and deleted', async () => {
    const user = await service.as('Admin');
    const row = await user.create(PATH, await newRow(user));
    expect((await user.delete(`${PATH}/${row.id}`)).status).toBe(204);
  });

  it('is refused without what it requires', async () => {
    const user = await service.as('Admin');
    const { errors } = await user.post(PATH, {});
    expect(Object.keys(errors)).toEqual(['follower_id', 'followed_id']);
  });

  it('is refused with the follower_id and followed_id of another one', async () => {
    const user = await service.as('Admin');
    const first = await user.create(PATH, await newRow(user));
    const answer = await user.post(PATH, {
      ...(await newRow(user)),
      follower_id: first.follower_id,
      followed_id: first.followed_id,
    });
    expect(answer.status).toBe(409);
  });
});

describe('access to follows', () => {
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
      expect(await allowedActions(user, PATH, row.id, await newRow(user))).toBe(actions);
    });
  }
});

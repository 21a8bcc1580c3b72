import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedActions } from '#engine/testing';
import { startTestService, type TestService, type TestUser } from '../../../test/test-service.js';
import { Article } from '../article/article.model.js';
import { Favorite } from './favorite.model.js';

const PATH = '/favorite';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new favorite needs at least; the rows that it must point to are made, too. */
async function newRow(user: TestUser) {
  const article = await service.insert(Article, {
    title: 'some title',
    description: 'some description',
    body: 'some body',
    author_id: user.id,
  });
  return { user_id: user.id, article_id: article.id };
}

/** Inserts one favorite, past all rules. */
async function insertRow(user: TestUser) {
  return service.insert(Favorite, await newRow(user));
}

describe('favorite', () => {
  it('is created, changed and deleted', async () => {
    const user = await service.as('Admin');
    const row = await user.create(PATH, await newRow(user));
    expect((await user.delete(`${PATH}/${row.id}`)).status).toBe(204);
  });

  it('is refused without what it requires', async () => {
    const user = await service.as('Admin');
    const { errors } = await user.post(PATH, {});
    expect(Object.keys(errors)).toEqual(['user_id', 'article_id']);
  });

  it('is refused with the user_id and article_id of another one', async () => {
    const user = await service.as('Admin');
    const first = await user.create(PATH, await newRow(user));
    const answer = await user.post(PATH, {
      ...(await newRow(user)),
      user_id: first.user_id,
      article_id: first.article_id,
    });
    expect(answer.status).toBe(409);
  });
});

describe('access to favorites', () => {
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

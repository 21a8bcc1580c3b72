import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedActions } from '#engine/testing';
import { startTestService, type TestService, type TestUser } from '../../../test/test-service.js';
import { Article } from '../article/article.model.js';
import { Comment } from './comment.model.js';

const PATH = '/comment';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new comment needs at least; the rows that it must point to are made, too. */
async function newRow(user: TestUser) {
  const article = await service.insert(Article, {
    title: 'some title',
    description: 'some description',
    body: 'some body',
    author_id: user.id,
  });
  return { body: 'some body', article_id: article.id, author_id: user.id };
}

/** Inserts one comment, past all rules. */
async function insertRow(user: TestUser) {
  return service.insert(Comment, await newRow(user));
}

describe('comment', () => {
  it('is created, changed and deleted', async () => {
    const user = await service.as('Admin');
    const row = await user.create(PATH, await newRow(user));
    const change = { body: 'another body' };
    expect((await user.patch(`${PATH}/${row.id}`, change)).body).toMatchObject(change);
    expect((await user.delete(`${PATH}/${row.id}`)).status).toBe(204);
  });

  it('is refused without what it requires', async () => {
    const user = await service.as('Admin');
    const { errors } = await user.post(PATH, {});
    expect(Object.keys(errors)).toEqual(['body', 'article_id', 'author_id']);
  });
});

describe('access to comments', () => {
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

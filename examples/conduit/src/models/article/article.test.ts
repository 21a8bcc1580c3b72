import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedActions } from '#engine/testing';
import { startTestService, type TestService, type TestUser } from '../../../test/test-service.js';
import { Article } from './article.model.js';

const PATH = '/article';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new article needs at least. */
function newRow(user: TestUser) {
  return {
    title: 'some title',
    description: 'some description',
    body: 'some body',
    author_id: user.id,
  };
}

/** Inserts one article, past all rules. */
function insertRow(user: TestUser) {
  return service.insert(Article, newRow(user));
}

describe('article', () => {
  it('is created, changed and deleted', async () => {
    const user = await service.as('Admin');
    const row = await user.create(PATH, newRow(user));
    const change = {
      title: 'another title',
      description: 'another description',
      body: 'another body',
    };
    expect((await user.patch(`${PATH}/${row.id}`, change)).body).toMatchObject(change);
    expect((await user.delete(`${PATH}/${row.id}`)).status).toBe(204);
  });

  it('is refused without what it requires', async () => {
    const user = await service.as('Admin');
    const { errors } = await user.post(PATH, {});
    expect(Object.keys(errors)).toEqual(['title', 'description', 'body', 'author_id']);
  });
});

describe('access to articles', () => {
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
      expect(await allowedActions(user, PATH, row.id, newRow(user))).toBe(actions);
    });
  }

  for (const [role, field, value] of [
    ['Admin', 'slug', 'another slug'],
    ['Manager', 'slug', 'another slug'],
  ] as const) {
    it(`ignores what ${role} writes to ${field}`, async () => {
      const user = await service.as(role);
      const row = await insertRow(user);
      const answer = await user.patch(`${PATH}/${row.id}`, { [field]: value });
      expect(answer.status).toBe(200);
      expect((await service.read(Article, row.id))[field]).toEqual(row[field]);
    });
  }
});

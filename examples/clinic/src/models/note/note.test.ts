import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedActions, fresh } from '#engine/testing';
import { startTestService, type TestService, type TestUser } from '../../../test/test-service.js';
import { Note } from './note.model.js';

const PATH = '/note';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new note needs at least. */
function newRow() {
  return { title: 'some title' };
}

/** Inserts one note of the user's own, past all rules. */
function insertRow(user: TestUser, values: object = {}) {
  return service.insert(Note, {
    ...newRow(),
    created_by_id: user.id,
    tenant_id: user.tenantId,
    ...values,
  });
}

describe('note', () => {
  it('is created, changed and deleted', async () => {
    const user = await service.as('Admin');
    const row = await user.create(PATH, newRow());
    const change = {
      title: 'another title',
      body: 'another body',
      slug: fresh.text({ max: 60 }),
      secret: 'another secret',
    };
    expect((await user.patch(`${PATH}/${row.id}`, change)).body).toMatchObject(change);
    expect((await user.delete(`${PATH}/${row.id}`)).status).toBe(204);
  });

  it('is refused without what it requires', async () => {
    const user = await service.as('Admin');
    const { errors } = await user.post(PATH, {});
    expect(Object.keys(errors)).toEqual(['title']);
  });

  it('is refused with the slug of another one', async () => {
    const user = await service.as('Admin');
    const first = await user.create(PATH, { ...newRow(), slug: fresh.text({ max: 60 }) });
    const answer = await user.post(PATH, { ...newRow(), slug: first.slug });
    expect(answer.status).toBe(409);
  });
});

describe('access to notes', () => {
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
    const nobody = await service.as('Admin', 'nobody');
    const row = await insertRow(nobody, { created_by_id: user.id });
    expect((await stranger.get(`${PATH}/${row.id}`)).status).toBe(404);
    expect((await stranger.get(`${PATH}?id=${row.id}`)).body).toEqual([]);
    expect((await user.get(`${PATH}/${row.id}`)).status).toBe(200);
  });

  it('is for the tenant of the row alone', async () => {
    const user = await service.as('Admin', 'somebody');
    const stranger = await service.as('Admin', 'a stranger');
    const nobody = await service.as('Admin', 'nobody');
    const row = await insertRow(nobody, { tenant_id: user.tenantId });
    expect((await stranger.get(`${PATH}/${row.id}`)).status).toBe(404);
    expect((await stranger.get(`${PATH}?id=${row.id}`)).body).toEqual([]);
    expect((await user.get(`${PATH}/${row.id}`)).status).toBe(200);
  });

  for (const [role, hidden] of [
    ['Admin', []],
    ['Manager', ['secret']],
    ['Viewer', ['secret']],
  ] as const) {
    it(`hides from ${role}: ${hidden.join(', ') || 'nothing'}`, async () => {
      const user = await service.as(role);
      const row = await insertRow(user);
      const { body } = await user.get(`${PATH}/${row.id}`);
      expect(Object.keys(row).filter((field) => !(field in Object(body)))).toEqual(hidden);
    });
  }
});

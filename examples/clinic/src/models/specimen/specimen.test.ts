import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedActions, fresh } from '#engine/testing';
import { startTestService, type TestService } from '../../../test/test-service.js';
import { Specimen } from './specimen.model.js';

const PATH = '/specimen';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new specimen needs at least. */
function newRow() {
  return {};
}

/** Inserts one specimen, past all rules. */
function insertRow() {
  return service.insert(Specimen, newRow());
}

describe('specimen', () => {
  it('is created, changed and deleted', async () => {
    const user = await service.as('Admin');
    const row = await user.create(PATH, newRow());
    expect(row).toMatchObject({ empty: '', fee: 1.5, ready: true });
    const change = {
      short: 'anoth',
      long: 'another long',
      body: 'another body',
      empty: 'another empty',
      nothing: 'another nothing',
      contact: 'b@example.com',
      link: 'https://example.com/b',
      amount: 2,
      big: '2',
      ratio: 2,
      price: 2,
      fee: 2,
      active: false,
      ready: false,
      taken_on: '2026-03-04',
      taken_time: '17:30:00',
      taken_at: '2026-03-04T17:30:00.000Z',
      external: fresh.uuid(),
      shade: '#43a047',
      data: { note: 'two' },
      kind: 'urine',
      grade: 'b',
      hint: 'y',
      order: 2,
      group: 'another group',
      level: 2,
      level_gte: 2,
      color: 'another color',
      color_like: 'another color like',
    };
    expect((await user.patch(`${PATH}/${row.id}`, change)).body).toMatchObject(change);
    expect((await user.delete(`${PATH}/${row.id}`)).status).toBe(204);
  });

  it('is refused with the external of another one', async () => {
    const user = await service.as('Admin');
    const first = await user.create(PATH, { ...newRow(), external: fresh.uuid() });
    const answer = await user.post(PATH, { ...newRow(), external: first.external });
    expect(answer.status).toBe(409);
  });
});

describe('access to specimens', () => {
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

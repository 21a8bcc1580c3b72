import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedActions, fresh } from '#engine/testing';
import { startTestService, type TestService } from '../../../test/test-service.js';
import { Device } from './device.model.js';

const PATH = '/devices';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new device needs at least. */
function newRow() {
  return { name: 'some name', asset_code: 'some asset code' };
}

/** Inserts one device, past all rules. */
function insertRow() {
  return service.insert(Device, newRow());
}

describe('device', () => {
  it('is created, changed and deleted', async () => {
    const user = await service.as('Admin');
    const row = await user.create(PATH, newRow());
    const change = {
      name: 'another name',
      serial: fresh.text(),
      asset_code: 'another asset code',
      cost: 2,
      bought_on: '2026-03-04',
    };
    expect((await user.patch(`${PATH}/${row.id}`, change)).body).toMatchObject(change);
    expect((await user.delete(`${PATH}/${row.id}`)).status).toBe(204);
  });

  it('is refused without what it requires', async () => {
    const user = await service.as('Admin');
    const { errors } = await user.post(PATH, {});
    expect(Object.keys(errors)).toEqual(['name', 'asset_code']);
  });

  it('is refused with the serial of another one', async () => {
    const user = await service.as('Admin');
    const first = await user.create(PATH, { ...newRow(), serial: fresh.text() });
    const answer = await user.post(PATH, { ...newRow(), serial: first.serial });
    expect(answer.status).toBe(409);
  });
});

describe('access to devices', () => {
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

  for (const [role, hidden] of [
    ['Admin', []],
    ['Manager', ['serial', 'cost']],
    ['Viewer', ['serial', 'cost']],
  ] as const) {
    it(`hides from ${role}: ${hidden.join(', ') || 'nothing'}`, async () => {
      const user = await service.as(role);
      const row = await insertRow();
      const { body } = await user.get(`${PATH}/${row.id}`);
      expect(Object.keys(row).filter((field) => !(field in Object(body)))).toEqual(hidden);
    });
  }

  for (const [role, field, value] of [
    ['Manager', 'serial', 'another serial'],
    ['Manager', 'asset_code', 'another asset code'],
    ['Manager', 'cost', 2],
  ] as const) {
    it(`ignores what ${role} writes to ${field}`, async () => {
      const user = await service.as(role);
      const row = await insertRow();
      const answer = await user.patch(`${PATH}/${row.id}`, { [field]: value });
      expect(answer.status).toBe(200);
      expect((await service.read(Device, row.id))[field]).toEqual(row[field]);
    });
  }
});

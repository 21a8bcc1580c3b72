import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fresh } from '#engine/testing';
import { startTestService, type TestService, type TestUser } from '../../../test/test-service.js';
import { Specimen } from './specimen.model.js';

const PATH = '/specimen';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new specimen needs at least. */
async function newRow(_user: TestUser) {
  return {};
}

/** Inserts one specimen of the user's own, past all rules. */
async function insertRow(user: TestUser, values: object = {}) {
  return service.insert(Specimen, { ...(await newRow(user)), ...values });
}

describe('specimen', () => {
  it('is created, read, listed and deleted', async () => {
    const user = await service.as('Admin');
    const more = {
      short: 'some',
      long: 'some long',
      body: 'some body',
      empty: 'some empty',
      nothing: 'some nothing',
      contact: 'a@example.com',
      link: 'https://example.com/a',
      amount: 1,
      big: '1',
      ratio: 1,
      price: 1,
      fee: 1,
      active: true,
      ready: true,
      taken_on: '2026-01-02',
      taken_time: '08:15:00',
      taken_at: '2026-01-02T08:15:00.000Z',
      external: fresh.uuid(),
      data: { note: 'one' },
      kind: 'blood',
      grade: 'a',
      hint: 'x',
      order: 1,
      group: 'some group',
      level: 1,
      level_gte: 1,
      color: 'some color',
      color_like: 'some color like',
    };
    const values = { ...(await newRow(user)), ...more };
    const row = await user.create(PATH, values);
    expect(row).toMatchObject(values);
    const path = `${PATH}/${row.id}`;
    expect((await user.get(path)).body).toEqual(row);
    const page = await user.get(`${PATH}?id=${row.id}`);
    expect(page.body).toEqual([row]);
    expect(page.headers.get('x-total-count')).toBe('1');
    expect((await user.delete(path)).status).toBe(204);
    expect((await user.get(path)).status).toBe(404);
  });

  it('is changed by PATCH in the fields that it names alone', async () => {
    const user = await service.as('Admin');
    const row = await user.create(PATH, await newRow(user));
    const change = { short: 'anoth' };
    const answer = await user.patch(`${PATH}/${row.id}`, change);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...row,
      ...change,
      _label: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it('takes its defaults', async () => {
    const user = await service.as('Admin');
    const row = await user.create(PATH, await newRow(user));
    expect(row).toMatchObject({ empty: '', fee: 1.5, ready: true });
  });

  for (const [field, value] of [
    ['short', 7],
    ['short', 'x'.repeat(6)],
    ['long', 7],
    ['long', 'x'.repeat(1)],
    ['long', 'x'.repeat(256)],
    ['body', 7],
    ['body', 'x'.repeat(100001)],
    ['empty', 7],
    ['empty', 'x'.repeat(256)],
    ['nothing', 7],
    ['nothing', 'x'.repeat(256)],
    ['contact', 'nothing of that kind'],
    ['link', 'nothing of that kind'],
    ['amount', 'neither'],
    ['amount', -11],
    ['amount', 1001],
    ['big', 'neither'],
    ['ratio', 'neither'],
    ['price', 'neither'],
    ['fee', 'neither'],
    ['active', 'yes'],
    ['ready', 'yes'],
    ['taken_on', 'neither'],
    ['taken_time', 'neither'],
    ['taken_at', 'neither'],
    ['external', 'neither'],
    ['kind', 'none of them'],
    ['grade', 'none of them'],
    ['hint', 7],
    ['hint', 'x'.repeat(256)],
    ['order', 'neither'],
    ['group', 7],
    ['group', 'x'.repeat(256)],
    ['level', 'neither'],
    ['level_gte', 'neither'],
    ['color', 7],
    ['color', 'x'.repeat(256)],
    ['color_like', 7],
    ['color_like', 'x'.repeat(256)],
  ] as const) {
    it(`refuses ${JSON.stringify(value).slice(0, 40)} as ${field}`, async () => {
      const user = await service.as('Admin');
      const answer = await user.post(PATH, { ...(await newRow(user)), [field]: value });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.errors)).toEqual([field]);
    });
  }

  for (const fields of [['external']]) {
    it(`refuses a second one with the same ${fields.join(' and ')}`, async () => {
      const user = await service.as('Admin');
      const values = () => ({ external: fresh.uuid() });
      const first = await user.create(PATH, { ...(await newRow(user)), ...values() });
      const same = Object.fromEntries(fields.map((field) => [field, first[field]]));
      const answer = await user.post(PATH, { ...(await newRow(user)), ...values(), ...same });
      expect(answer.status).toBe(409);
    });
  }
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
      const { id } = await insertRow(user);
      const answers = {
        list: await user.get(PATH),
        show: await user.get(`${PATH}/${id}`),
        create: await user.post(PATH, await newRow(user)),
        edit: await user.patch(`${PATH}/${id}`, {}),
        delete: await user.delete(`${PATH}/${id}`),
      };
      const allowed = Object.entries(answers).filter(([, answer]) => answer.status !== 403);
      expect(allowed.map(([action]) => action).join(' ')).toBe(actions);
    });
  }
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiKeys } from '../../../../templates/features/api-keys/engine/api-keys/api-keys-feature.js';
import { createStoredKeys } from '../../../../templates/features/api-keys/engine/api-keys/stored-keys.js';
import { views } from '../../../../templates/features/views/engine/views/views-feature.js';
import { StepMigration } from '../../../../templates/service/engine/database/steps/step-migration.js';
import type { Project } from '../../../../templates/service/engine/service/project.js';
import { migrations } from '../../../../templates/service/src/database/migrations/migrations.gen.js';
import { project as service } from '../../../../templates/service/src/project.js';
import { BESIDE_A_PACKAGE } from '../../../support/compose-service.js';
import { featureSteps } from '../../../support/feature-steps.js';
import { openUsers } from '../../../support/open-users.js';

class CreateViews20260101000000 extends StepMigration {
  readonly name = 'CreateViews20260101000000';
  readonly steps = featureSteps(['views', 'api-keys']);
}

const project = {
  ...service,
  folder: BESIDE_A_PACKAGE,
  features: [views, apiKeys],
  migrations: [...migrations, CreateViews20260101000000],
} as unknown as Project;

const LATE = {
  model: 'user',
  name: 'Late',
  filter: { status: ['open', 'paid'], due_on__within: 'overdue', total__gte: 0, done: false },
  sort: { field: 'due_on', order: 'ASC' },
  columns: ['number', 'total'],
  parameters: { layout: 'board' },
};

/** The views that users save, on one kind of database. */
export function describeViews(createDatabase: () => Promise<string>): void {
  let opened: Awaited<ReturnType<typeof openUsers>>;
  type User = Awaited<ReturnType<typeof opened.userOf>>;
  let ann: User;
  let bob: User;
  let count = 0;

  beforeAll(async () => {
    const features = new Map<object, object>([
      [views, {}],
      [apiKeys, { maxAge: 86_400 }],
    ]);
    opened = await openUsers(project, await createDatabase(), { features, role: 'Clerk' });
  });
  beforeEach(async () => {
    ann = await opened.userOf(`ann${(count += 1)}`, 'Viewer');
    bob = await opened.userOf(`bob${count}`, 'Admin');
  });
  afterAll(() => opened.close());

  const save = async (user: User, body: object = {}) => {
    const answer = await user.ask('POST', '/_views', { ...LATE, ...body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body as typeof LATE & { id: number };
  };
  const all = async ({ ask }: User) => (await ask('GET', '/_views')).body as unknown[];
  const fields = (answer: { body: { problems?: { field: string }[] } }) =>
    answer.body.problems?.map(({ field }) => field);

  it('a view is kept as it was saved', async () => {
    const made = await save(ann);
    expect(made).toEqual({ id: made.id, ...LATE });
    const short = { model: 'user', name: ' All of them ' };
    const { body } = await ann.ask('POST', '/_views', short);
    const nothing = { filter: {}, sort: null, columns: null, parameters: {} };
    expect(body).toEqual({ id: body.id, model: 'user', name: 'All of them', ...nothing });
    const answer = await ann.ask('GET', '/_views');
    expect(answer.body).toEqual([made, body]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('a view is changed in part, and stays in its list', async () => {
    const { id } = await save(ann);
    const change = { name: 'Later', sort: null };
    const changed = await ann.ask('PATCH', `/_views/${id}`, change);
    expect([changed.status, changed.body]).toEqual([200, { id, ...LATE, ...change }]);
    expect(await all(ann)).toEqual([{ id, ...LATE, ...change }]);
    const moved = await ann.ask('PATCH', `/_views/${id}`, { model: 'role' });
    expect([moved.status, fields(moved)]).toEqual([422, ['model']]);
    expect((await ann.ask('DELETE', `/_views/${id}`)).status).toBe(204);
    expect(await all(ann)).toEqual([]);
  });

  it('nobody else reads, changes or deletes it, whatever their role', async () => {
    const { id } = await save(ann);
    expect(await all(bob)).toEqual([]);
    const statuses = [];
    for (const [method, body] of [['PATCH', { name: 'Mine' }], ['DELETE']] as const)
      statuses.push((await bob.ask(method, `/_views/${id}`, body)).status);
    statuses.push((await bob.ask('PATCH', '/_views/x', {})).status);
    expect(statuses).toEqual([404, 404, 404]);
    expect(await all(ann)).toEqual([{ id, ...LATE }]);
    expect((await fetch(`${opened.origin}/_views`)).status).toBe(401);
  });

  it('a program with the key of a user has no views', async () => {
    const { database } = opened.parts;
    const { key } = await database.write((session) =>
      createStoredKeys(database).add(
        session,
        {
          ...{ name: 'nightly', userId: ann.id, roles: null, models: null, readOnly: false },
          expiresAt: Date.now() + 60_000,
        },
        Date.now(),
      ),
    );
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${opened.origin}/_views`, { headers })).status).toBe(403);
  });

  it('it goes with its user', async () => {
    await save(ann);
    await opened.dataSource.query(`DELETE FROM auth_user WHERE id = ${ann.id}`);
    const left = `SELECT id FROM saved_view WHERE user_id = ${ann.id}`;
    expect(await opened.dataSource.query(left)).toEqual([]);
  });

  it('two of a list have different names, also of those that are saved at once', async () => {
    await save(ann);
    await save(ann, { model: 'role' });
    await save(bob);
    expect((await ann.ask('POST', '/_views', LATE)).status).toBe(409);
    const { id } = await save(ann, { name: 'Other' });
    expect((await ann.ask('PATCH', `/_views/${id}`, { name: 'Late' })).status).toBe(409);
    const twice = await Promise.all(
      [1, 2, 3].map(() => ann.ask('POST', '/_views', { ...LATE, name: 'New' })),
    );
    expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  it('nobody has more than two hundred', async () => {
    const row = (at: number) => `(${ann.id}, 'user', 'view ${at}', '{}')`;
    const rows = Array.from({ length: 199 }, (_, at) => row(at));
    await opened.dataSource.query(
      `INSERT INTO saved_view (user_id, model, name, content) VALUES ${rows.join(', ')}`,
    );
    await save(ann);
    expect((await ann.ask('POST', '/_views', { ...LATE, name: 'Last' })).status).toBe(409);
  });

  describe('what is no view is refused by its field', () => {
    it.each([
      ['name', { name: '  ' }],
      ['name', { name: 'x'.repeat(61) }],
      ['name', { name: 'two\nlines' }],
      ['name', { name: 'two\u2028lines' }],
      ['name', { name: 'half \ud83d' }],
      ['filter', { filter: { status: ['\ud83d'] } }],
      ['model', { model: 'nothing' }],
      ['filter', { filter: 'status=open' }],
      ['filter', { filter: { 'a b': 1 } }],
      ['filter', { filter: { status: { $ne: 'open' } } }],
      ['filter', { filter: { status: null } }],
      ['filter', { filter: { q: 'x'.repeat(501) } }],
      ['filter', { filter: { status: Array.from({ length: 101 }, String) } }],
      [
        'filter',
        { filter: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`a${at}`, 1])) },
      ],
      ['filter', { filter: { a: Array.from({ length: 20 }, () => 'x'.repeat(450)) } }],
      ['sort', { sort: { field: 'a', order: 'up' } }],
      ['sort', { sort: { field: 'a', order: 'ASC', nulls: 'last' } }],
      ['columns', { columns: 'number' }],
      ['columns', { columns: ['a b'] }],
      ['parameters', { parameters: { layout: 1 } }],
      ['parameters', { parameters: { filter: '{}' } }],
      ['user_id', { user_id: 1 }],
      ['id', { id: 1 }],
    ])('%s: %j', async (field, body) => {
      const answer = await ann.ask('POST', '/_views', { ...LATE, ...body });
      expect([answer.status, fields(answer)]).toEqual([422, [field]]);
      expect(await all(ann)).toEqual([]);
    });
  });
}

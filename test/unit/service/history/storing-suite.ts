import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { runSeeds } from '../../../../templates/service/engine/service/commands.js';
import { defineSeed } from '../../../../templates/service/engine/service/project.js';
import { runAttempt } from '../../../../templates/features/jobs/engine/jobs/attempt.js';
import { defineJob } from '../../../../templates/features/jobs/engine/jobs/define-job.js';
import { removeOld } from '../../../../templates/features/history/engine/history/keep.js';
import { runnerOf } from '../../../../templates/features/import/engine/import/runners.js';
import { Line, Product, Remark, Tag, openSales, type StoredChange } from './sales.js';

/** What the history keeps of writes, on one kind of database. */
export function describeStoring(createDatabase: () => Promise<string>): void {
  let service: Awaited<ReturnType<typeof openSales>>;
  let ann: Awaited<ReturnType<typeof service.userOf>>;
  beforeAll(async () => {
    service = await openSales(await createDatabase());
    ann = await service.userOf('ann', 'Admin', 'north');
  });
  beforeEach(() => service.stored());
  afterAll(() => service.close());

  const done = async (method: string, path: string, body?: unknown) => {
    const answer = await ann.ask(method, path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  };
  const make = async (path: string, body: unknown) => (await done('POST', path, body)).id as number;
  // Every sale of hers is of her tenant.
  const told = ({ model, key, action, changes }: StoredChange) => [
    ...[model, key, action],
    Object.fromEntries(Object.entries(changes).filter(([name]) => name !== 'tenant_id')),
  ];
  const storedNow = async () => (await service.stored()).map(told);

  it('a create, a change and a delete have their values, their user and their way in', async () => {
    const id = await make('/sale', { number: 'A', paid_at: '2026-03-01T10:00:00.000Z' });
    await done('PATCH', `/sale/${id}`, { number: 'B', margin: 5 });
    await done('DELETE', `/sale/${id}`);
    const entries = await service.stored();
    const paid_at = '2026-03-01T10:00:00.000Z';
    expect(entries.map(told)).toEqual([
      ['sale', `${id}`, 'create', { number: [null, 'A'], paid_at: [null, paid_at] }],
      ['sale', `${id}`, 'update', { number: ['A', 'B'], margin: [null, 5] }],
      [
        ...['sale', `${id}`, 'delete'],
        {
          ...{ number: ['B', null], margin: [5, null], paid_at: [paid_at, null] },
          updated_at: [expect.any(String), null],
        },
      ],
    ]);
    expect(new Set(entries.map(({ actor, door }) => `${actor} ${door}`))).toEqual(
      new Set(['ann session']),
    );
  });

  it('a write that changes nothing, and a model without a history, leave nothing', async () => {
    const id = await make('/sale', { number: 'A' });
    await service.stored();
    await done('PATCH', `/sale/${id}`, { number: 'A' });
    await done('PATCH', `/sale/${id}`, {});
    await make('/remark', { text: 'x' });
    await service.engine.system(Remark).create({ text: 'y' });
    expect(await service.stored()).toEqual([]);
  });

  it('hidden columns are kept nowhere', async () => {
    const { id } = await service.engine.system(Product).create({ name: 'x', pin: 'secret' });
    await service.engine.system(Product).update(id, { pin: 'other' });
    await done('DELETE', `/product/${id}`);
    const entries = await service.stored();
    expect(entries.map(({ action, door, actor }) => [action, door, actor])).toEqual([
      ['create', 'service', null],
      ['delete', 'session', 'ann'],
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/secret|other|pin/);
  });

  it('lists and batches are in it, an entry for each record', async () => {
    const made = await done('POST', '/tag', [{ name: 'one' }, { name: 'two' }]);
    const [one, two] = (made as { id: number }[]).map(({ id }) => id);
    await done('PATCH', '/tag', [
      { id: one, name: 'uno' },
      { id: two, name: 'two' },
    ]);
    expect(await storedNow()).toEqual([
      ['tag', `${one}`, 'create', { name: [null, 'one'] }],
      ['tag', `${two}`, 'create', { name: [null, 'two'] }],
      ['tag', `${one}`, 'update', { name: ['one', 'uno'] }],
    ]);
    await done('POST', '/tag?_on=name', [{ name: 'uno' }, { name: 'three' }]);
    expect(await storedNow()).toEqual([
      ['tag', expect.any(String), 'create', { name: [null, 'three'] }],
    ]);
    await done('POST', '/_batch', [
      { method: 'POST', path: '/tag', body: { name: 'four' } },
      { method: 'PATCH', path: '/tag', id: { $ref: 0 }, body: { name: 'five' } },
      { method: 'DELETE', path: '/tag', id: two },
    ]);
    expect((await storedNow()).map(([, , action, changes]) => [action, changes])).toEqual([
      ['create', { name: [null, 'four'] }],
      ['update', { name: ['four', 'five'] }],
      ['delete', { name: ['two', null] }],
    ]);
  });

  it('a list of 1,000 records has an entry for each of them, in their order', async () => {
    const values = Array.from({ length: 1000 }, (_, at) => ({ name: `of many ${at}` }));
    const tags = service.engine.system(Tag);
    const records = await tags.createMany(values);
    const entries = await service.stored();
    expect(entries.map(({ key }) => key)).toEqual(records.map(({ id }) => `${id}`));
    expect(entries[999]!.changes).toEqual({ name: [null, 'of many 999'] });
    await tags.updateMany(records.map(({ id }) => ({ id, values: { name: `changed ${id}` } })));
    const changed = await service.stored();
    expect(changed).toHaveLength(1000);
    expect(changed[7]!.changes).toEqual({ name: ['of many 7', `changed ${records[7]!.id}`] });
  });

  it('what is rolled back leaves nothing', async () => {
    await make('/tag', { name: 'taken' });
    await service.stored();
    const answer = await ann.ask('POST', '/tag', [{ name: 'fresh' }, { name: 'taken' }]);
    expect(answer.status).toBe(409);
    const failed = service.parts.database.write(async () => {
      await service.engine.system(Tag).create({ name: 'undone' });
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await service.stored()).toEqual([]);
  });

  it('lines are records of their own, and many-to-many fields have the keys before and after', async () => {
    const [red, blue] = [await make('/tag', { name: 'red' }), await make('/tag', { name: 'blue' })];
    await service.stored();
    const sale = await make('/sale', { number: 'A', tags: [red], lines: [{ text: 'x' }] });
    const { lines } = await done('GET', `/sale/${sale}?_expand=lines`);
    const line = lines[0].id as number;
    expect(await storedNow()).toEqual([
      ['sale', `${sale}`, 'create', { number: [null, 'A'], tags: [null, [red]] }],
      [
        'line',
        `${line}`,
        'create',
        { sale_id: [null, sale], text: [null, 'x'], quantity: [null, 1] },
      ],
    ]);
    await done('PATCH', `/sale/${sale}`, {
      tags: [blue],
      lines: [{ id: line, quantity: 3 }, { text: 'y' }],
    });
    expect(await storedNow()).toEqual([
      ['sale', `${sale}`, 'update', { tags: [[red], [blue]] }],
      ['line', `${line}`, 'update', { quantity: [1, 3] }],
      ['line', expect.any(String), 'create', expect.objectContaining({ text: [null, 'y'] })],
    ]);
    await done('PATCH', `/sale/${sale}`, { lines: [{ id: line, _delete: true }] });
    expect(await storedNow()).toMatchObject([['line', `${line}`, 'delete', { text: ['x', null] }]]);
  });

  it('what goes with another record, loses a reference or a link is in it, by whom that is', async () => {
    const tag = await make('/tag', { name: 'gone' });
    const product = await make('/product', { name: 'kept' });
    const values = { text: 'x', tag_id: tag, product_id: product };
    const sale = await make('/sale', { number: 'A', tags: [tag], lines: [values] });
    const { lines } = await done('GET', `/sale/${sale}?_expand=lines`);
    const line = lines[0].id as number;
    await service.stored();
    await done('DELETE', `/tag/${tag}`);
    const entries = await service.stored();
    expect(entries.map(told)).toEqual([
      ['line', `${line}`, 'update', { tag_id: [tag, null] }],
      ['tag', `${tag}`, 'delete', { name: ['gone', null] }],
      ['sale', `${sale}`, 'update', { tags: [[tag], []] }],
    ]);
    expect(entries.map(({ actor }) => actor)).toEqual(['ann', 'ann', 'ann']);
    await done('DELETE', `/product/${product}`);
    expect(await storedNow()).toEqual([
      ['product', `${product}`, 'delete', { name: ['kept', null] }],
    ]);
    await done('DELETE', `/sale/${sale}`);
    expect((await storedNow()).map(([model, key, action]) => [model, key, action])).toEqual([
      ['line', `${line}`, 'delete'],
      ['sale', `${sale}`, 'delete'],
    ]);
    expect(await service.dataSource.getRepository(Line).countBy({ id: line })).toBe(0);
  });

  it('an import has its number, and what hooks write for a request is for its user', async () => {
    const { id } = await done('POST', '/_imports?model=tag&name=a.csv', 'name\nimported\nagain\n');
    expect((await ann.ask('POST', `/_imports/${id}/run`)).status).toBe(202);
    await runnerOf(service.parts.database).settled();
    const imported = await service.stored();
    expect(imported.map(({ changes, actor, door }) => [changes, actor, door])).toEqual([
      [{ name: [null, 'imported'] }, 'ann', `import ${id}`],
      [{ name: [null, 'again'] }, 'ann', `import ${id}`],
    ]);
    const sale = await make('/sale', { number: 'tagged' });
    const entries = await service.stored();
    expect(entries.map(({ model, changes, actor }) => [model, changes, actor])).toMatchObject([
      ['sale', { number: [null, 'tagged'] }, 'ann'],
      ['tag', { name: [null, `of ${sale}`] }, 'ann'],
    ]);
  });

  it('a key has its name and its user, a job its name and number, and a seed its name', async () => {
    const headers = await service.keyOf(ann.id, 'ci');
    expect((await ann.ask('POST', '/tag', { name: 'by a key' }, headers)).status).toBe(201);
    const job = defineJob('tidy', z.object({}), ({ system }) =>
      system(Tag).create({ name: 'by a job' }),
    );
    const claimed = { id: 7, name: 'tidy', payload: '{}', attempt: 1, maxAttempts: 1, claim: '' };
    const { signal } = new AbortController();
    expect(await runAttempt(job, claimed, signal, service.parts, 1000)).toEqual({ kind: 'done' });
    const seed = defineSeed('demo', async ({ system }) => {
      await system(Tag).create({ name: 'by a seed' });
    });
    const workbench = { ...service.parts, as: service.engine.as } as never;
    expect(await runSeeds(workbench, [seed], () => undefined)).toEqual(['demo']);
    await service.engine.system(Tag).create({ name: 'by a command' });
    const entries = await service.stored();
    expect(entries.map(({ changes, actor, door }) => [changes['name'], actor, door])).toEqual([
      [[null, 'by a key'], 'ann', 'key ci'],
      [[null, 'by a job'], null, 'job tidy 7'],
      [[null, 'by a seed'], null, 'seed demo'],
      [[null, 'by a command'], null, 'service'],
    ]);
  });

  it('changes of users are in it, and never their passwords', async () => {
    const { id } = await service.userOf('ben', 'Viewer');
    const password = 'a long enough secret';
    await done('PATCH', `/user/${id}`, { first_name: 'Ben', password, roles: ['Seller'] });
    await done('PATCH', `/user/${id}`, { password: `${password} again` });
    await done('DELETE', `/user/${id}`);
    const entries = await service.stored();
    expect(entries.map(({ model, action, actor }) => [model, action, actor])).toEqual([
      ['auth_user', 'update', 'ann'],
      ['auth_user', 'delete', 'ann'],
    ]);
    expect(entries[0]!.changes).toEqual({
      first_name: [null, 'Ben'],
      roles: [['Viewer'], ['Seller']],
    });
    expect(JSON.stringify(entries)).not.toMatch(/secret|password|token|hash|_key/);
  });

  it('what is older than its model keeps is removed', async () => {
    const { dataSource, parts, engine } = service;
    const { dialect } = parts.database;
    const sale = await make('/sale', { number: 'A', lines: [{ text: 'x' }] });
    await make('/tag', { name: 'new' });
    const moment = new Date(Date.now() - 100 * 86_400_000).toISOString();
    const at = dialect.encode(moment, { type: 'datetime', transformer: null });
    await dataSource.query(`UPDATE record_change SET at = '${String(at)}' WHERE model <> 'tag'`);
    await removeOld(parts.database, engine.models, 730 * 86_400_000);
    expect(await storedNow()).toMatchObject([
      ['sale', `${sale}`, 'create', {}],
      ['tag', expect.any(String), 'create', {}],
    ]);
  });
}

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Sale, Tag, openSales } from './sales.js';

interface Entry {
  readonly model: string;
  readonly id: number;
  readonly action: string;
  readonly by: { readonly username: string } | null;
  readonly door: string;
  readonly changes: Readonly<Record<string, readonly unknown[]>>;
}

/** What readers see of the history, on one kind of database. */
export function describeReading(createDatabase: () => Promise<string>): void {
  let service: Awaited<ReturnType<typeof openSales>>;
  type Somebody = Awaited<ReturnType<typeof service.userOf>>;
  let [admin, north, south, viewer] = [] as unknown as [Somebody, Somebody, Somebody, Somebody];
  beforeAll(async () => {
    service = await openSales(await createDatabase());
    admin = await service.userOf('ann', 'Admin', 'head');
    north = await service.userOf('nora', 'Seller', 'north');
    south = await service.userOf('sam', 'Seller', 'south');
    viewer = await service.userOf('vera', 'Viewer', 'north-view');
  });
  beforeEach(() => service.stored());
  afterAll(() => service.close());

  const made = async (who: Somebody, path: string, body: unknown) => {
    const answer = await who.ask('POST', path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.id as number;
  };
  const done = async (who: Somebody, method: string, path: string, body?: unknown) => {
    const answer = await who.ask(method, path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  };
  const read = async (who: Somebody, query = ''): Promise<readonly Entry[]> => {
    const answer = await who.ask('GET', `/_history${query}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body as Entry[];
  };
  const brief = async (who: Somebody, query = '') =>
    (await read(who, query)).map(({ model, id, action }) => `${action} ${model} ${id}`);

  it('the changes of a record come newest first, with those of its lines', async () => {
    const id = await made(north, '/sale', { number: 'A', lines: [{ text: 'x' }] });
    const other = await made(north, '/sale', { number: 'B' });
    const { body } = await north.ask('GET', `/sale/${id}?_expand=lines`);
    const line = body.lines[0].id as number;
    await done(north, 'PATCH', `/sale/${id}`, { lines: [{ id: line, _delete: true }] });
    await done(north, 'PATCH', `/sale/${id}`, { number: 'C' });
    const entries = await read(north, `?model=sale&id=${id}`);
    expect(entries.map(({ model, action }) => `${action} ${model}`)).toEqual([
      ...['update sale', 'delete line', 'create line', 'create sale'],
    ]);
    expect(entries[0]).toEqual({
      ...{ model: 'sale', id, action: 'update', door: 'session' },
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      by: { id: north.id, username: 'nora' },
      changes: { number: ['A', 'C'] },
    });
    expect(await brief(north, `?model=sale&id=${other}`)).toEqual([`create sale ${other}`]);
  });

  it('records of others, and their changes, are as if they were not there', async () => {
    const id = await made(north, '/sale', { number: 'A', lines: [{ text: 'x' }] });
    expect(await brief(south)).toEqual([]);
    expect(await brief(south, `?model=sale&id=${id}`)).toEqual([]);
    expect(await brief(south, '?model=line')).toEqual([]);
    expect(await brief(admin, '?model=sale')).toEqual([`create sale ${id}`]);
    await done(north, 'DELETE', `/sale/${id}`);
    expect(await brief(south)).toEqual([]);
    expect(await brief(north, '?model=sale')).toEqual([`delete sale ${id}`, `create sale ${id}`]);
    expect(await brief(admin, `?model=sale&id=${id}`)).toHaveLength(4);
  });

  it('who comes to see a record by its tenant sees its history; who no longer does, does not', async () => {
    const id = await made(admin, '/sale', { number: 'A', tenant_id: north.tenants[0] });
    await done(admin, 'PATCH', `/sale/${id}`, { tenant_id: south.tenants[0] });
    expect(await brief(north, '?model=sale')).toEqual([]);
    expect(await brief(south, '?model=sale')).toEqual([`update sale ${id}`, `create sale ${id}`]);
    await done(admin, 'DELETE', `/sale/${id}`);
    expect(await brief(north, '?model=sale')).toEqual([]);
    expect(await brief(south, '?model=sale')).toHaveLength(3);
  });

  it('a new record under the key of a deleted one does not open the history of that', async () => {
    const { dataSource } = service;
    const id = await made(north, '/sale', { number: 'theirs' });
    await done(north, 'DELETE', `/sale/${id}`);
    await dataSource.query(
      `INSERT INTO sale (id, number, tenant_id) VALUES (${id}, 'new', ${south.tenants[0]})`,
    );
    await done(south, 'PATCH', `/sale/${id}`, { number: 'mine' });
    expect(await brief(south, `?model=sale&id=${id}`)).toEqual([`update sale ${id}`]);
    expect(await brief(north, `?model=sale&id=${id}`)).toEqual([
      `delete sale ${id}`,
      `create sale ${id}`,
    ]);
    await dataSource.query(`DELETE FROM sale WHERE id = ${id}`);
  });

  it('a field that the reader may not read is absent, and so is a change of it alone', async () => {
    const values = { number: 'A', margin: 5, tenant_id: north.tenants[0] };
    const id = await made(admin, '/sale', values);
    await done(admin, 'PATCH', `/sale/${id}`, { margin: 6 });
    await done(admin, 'PATCH', `/sale/${id}`, { margin: 7, number: 'B' });
    const [last, ...others] = await read(north, `?model=sale&id=${id}`);
    expect(last!.changes).toEqual({ number: ['A', 'B'] });
    expect(others.map(({ action }) => action)).toEqual(['create']);
    expect(JSON.stringify(others)).not.toContain('margin');
    expect(await read(admin, `?model=sale&id=${id}`)).toHaveLength(3);
    await done(admin, 'DELETE', `/sale/${id}`);
    expect(JSON.stringify(await read(north, `?model=sale&id=${id}`))).not.toContain('margin');
  });

  it('who may not see a user is not told who it was, nor by which key', async () => {
    const id = await made(admin, '/sale', { number: 'A', tenant_id: north.tenants[0] });
    const [entry] = await read(north, `?model=sale&id=${id}`);
    expect(entry).toMatchObject({ by: null, door: 'session' });
    expect(await brief(north, '?by=ann')).toEqual([]);
    expect(await brief(north, '?by=nobody')).toEqual([]);
    expect(await brief(admin, '?by=ann')).toEqual([`create sale ${id}`]);
    expect(await brief(admin, '?by=nora')).toEqual([]);
    await service.engine
      .as(
        { id: admin.id, username: 'ann', roles: ['Admin'], tenants: [] },
        {
          origin: () => ({ user: { id: admin.id, username: 'ann' }, door: 'key of the bank' }),
        },
      )(Sale)
      .update(id, { number: 'B' });
    expect((await read(north))[0]).toMatchObject({ by: null, door: 'key' });
    expect((await read(admin))[0]).toMatchObject({
      by: { username: 'ann' },
      door: 'key of the bank',
    });
  });

  it('pages follow each other, whatever rules hide between them', async () => {
    const sales = Array.from({ length: 6 }, (_, at) => ({
      number: `${at}`,
      tenant_id: (at % 2 === 0 ? north : south).tenants[0],
    }));
    await service.engine.system(Sale).createMany(sales);
    const hidden = Array.from({ length: 250 }, () => ({
      number: 'x',
      tenant_id: south.tenants[0],
    }));
    await service.engine.system(Sale).createMany(hidden);
    await made(north, '/sale', { number: 'last' });
    const seen: unknown[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null && pages < 9; pages += 1) {
      const after: string = cursor && `&_after=${cursor}`;
      const answer = await north.ask('GET', `/_history?model=sale&_end=2${after}`);
      seen.push(...(answer.body as Entry[]).map(({ changes }) => changes['number']![1]));
      cursor = answer.headers.get('x-next-cursor');
    }
    expect(seen).toEqual(['last', '4', '2', '0']);
    expect(cursor).toBeNull();
  });

  it('a model that one may not read, and wrong questions, are refused', async () => {
    const problem = async (query: string, who = north) => {
      const { status, body } = await who.ask('GET', `/_history${query}`);
      return [status, ...((body.problems ?? []) as { code: string }[]).map(({ code }) => code)];
    };
    expect(await problem('?model=nothing')).toEqual([404, 'no-history']);
    expect(await problem('?model=remark')).toEqual([404, 'no-history']);
    expect(await problem('?id=1')).toEqual([400, 'no-model']);
    expect(await problem('?model=sale&id=x')).toEqual([400, 'type']);
    expect(await problem('?_end=101')).toEqual([400, 'page-size']);
    expect(await problem('?_after=x')).toEqual([400, 'no-cursor']);
    expect(await problem('?_after=AAAAAAAAAAAAAAAAAAAAAA')).toEqual([400, 'no-cursor']);
    expect(await problem('?number=A')).toEqual([400, 'unknown']);
    expect(await problem('?model=sale&model=line')).toEqual([400, 'repeated']);
    expect(await problem('?model=sale', viewer)).toEqual([200]);
  });

  it('of many-to-many fields a reader is told of the records that they see', async () => {
    const { id: tag } = await service.engine.system(Tag).create({ name: 'seen' });
    const id = await made(north, '/sale', { number: 'A', tags: [tag] });
    const [entry] = await read(north, `?model=sale&id=${id}`);
    expect(entry!.changes['tags']).toEqual([null, [tag]]);
  });
}

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sweepTrash } from '../../../../templates/features/trash/engine/trash/sweep.js';
import { openShop, told } from './shop.js';

/** The trash on one kind of database. */
export function describeTrash(createDatabase: () => Promise<string>): void {
  let service: Awaited<ReturnType<typeof openShop>>;
  let ann: Awaited<ReturnType<typeof service.userOf>>;
  let bob: typeof ann;
  let viewer: typeof ann;
  beforeAll(async () => {
    service = await openShop(await createDatabase());
    ann = await service.userOf('ann', 'Seller', 'north');
    bob = await service.userOf('bob', 'Seller', 'south');
    viewer = await service.userOf('vera', 'Viewer', 'north2');
  });
  beforeEach(() => void (told.length = 0));
  afterAll(() => service.close());

  const done = async (method: string, path: string, body?: unknown, who = ann) => {
    const answer = await who.ask(method, path, body);
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
  const make = async (path: string, body: unknown, who = ann) =>
    (await done('POST', path, body, who)).id as number;
  const statusOf = async (method: string, path: string, body?: unknown, who = ann) =>
    (await who.ask(method, path, body)).status;
  const idsIn = async (path: string, who = ann) =>
    ((await done('GET', path, undefined, who)) as { id: number }[]).map(({ id }) => id);
  const entries = async () =>
    Number((await service.dataSource.query('SELECT count(*) AS n FROM trash_entry'))[0].n);

  it('a deleted record is absent, and in the trash for who may delete it', async () => {
    const id = await make('/order', { number: 'A' });
    await done('DELETE', `/order/${id}`);
    expect(await statusOf('GET', `/order/${id}`)).toBe(404);
    expect(await statusOf('PATCH', `/order/${id}`, { number: 'B' })).toBe(404);
    expect(await statusOf('DELETE', `/order/${id}`)).toBe(404);
    expect(await idsIn('/order?number=A')).toEqual([]);
    expect(await idsIn('/order?_deleted=only&number=A')).toEqual([id]);
    expect(await idsIn('/order?%5F%64eleted=only&number=A')).toEqual([id]);
    const record = await done('GET', `/order/${id}?_deleted=only`);
    expect(record).toMatchObject({
      number: 'A',
      _deleted: { by: { username: 'ann' }, with: null },
    });
    expect(record.deleted_at).toMatch(/Z$/);
    expect(await idsIn('/order?_deleted=only', bob)).toEqual([]);
    expect(await statusOf('GET', `/order/${id}?_deleted=only`, undefined, bob)).toBe(404);
    expect(await statusOf('POST', `/order/${id}/_restore`, undefined, bob)).toBe(404);
    expect(await statusOf('GET', '/order?_deleted=only', undefined, viewer)).toBe(403);
    expect(await statusOf('POST', `/order/${id}/_restore`, undefined, viewer)).toBe(403);
    const page = await ann.ask('GET', '/order?_deleted=only&_end=0&number=A');
    expect(page.headers.get('x-total-count')).toBe('1');
  });

  it('a frozen record gets no link again, and loses no line for good', async () => {
    const label = await make('/label', { name: 'frozen' });
    const id = await make('/order', { number: 'to be paid', labels: [label] });
    const line = await make('/order_line', { order_id: id, text: 'first' });
    await done('DELETE', `/label/${label}`);
    await done('DELETE', `/order_line/${line}`);
    await done('PATCH', `/order/${id}`, { number: 'PAID' });
    const paid = await done('GET', `/order/${id}`);
    expect(await statusOf('POST', `/label/${label}/_restore`)).toBe(409);
    expect(await statusOf('POST', `/order_line/${line}/_restore`)).toBe(409);
    expect(await statusOf('DELETE', `/order_line/${line}?_deleted=only`)).toBe(409);
    expect(await done('GET', `/order/${id}`)).toEqual(paid);
  });

  it('other values, methods and models have no trash', async () => {
    expect(await statusOf('GET', '/order?_deleted=all')).toBe(400);
    expect(await statusOf('GET', '/remark?_deleted=only')).toBe(400);
    expect(await statusOf('POST', '/order?_deleted=only', { number: 'X' })).toBe(400);
    const id = await make('/order', { number: 'method' });
    await done('DELETE', `/order/${id}`);
    expect(await statusOf('PATCH', `/order/${id}?_deleted=only`, { number: 'X' })).toBe(400);
    expect(await statusOf('GET', `/order/${id}/_restore`)).toBe(405);
    expect(await statusOf('POST', `/remark/1/_restore`)).toBe(404);
  });

  it('its lines go with it and come back with it; a line deleted before stays', async () => {
    const id = await make('/order', {
      number: 'L',
      lines: [{ text: 'one' }, { text: 'two' }, { text: 'three' }],
    });
    const [, two] = await idsIn(`/order_line?order_id=${id}`);
    await done('DELETE', `/order_line/${two}`);
    await done('DELETE', `/order/${id}`);
    expect(await idsIn(`/order_line?order_id=${id}`)).toEqual([]);
    // Its rule is that of the order, which is not there.
    expect(await statusOf('POST', `/order_line/${two}/_restore`)).toBe(404);
    const restored = await done('POST', `/order/${id}/_restore`);
    expect(restored).toMatchObject({ id, number: 'L', deleted_at: null });
    const { lines } = await done('GET', `/order/${id}?_expand=lines`);
    expect(lines.map(({ text }: { text: string }) => text)).toEqual(['one', 'three']);
    await done('POST', `/order_line/${two}/_restore`);
    expect(await idsIn(`/order_line?order_id=${id}`)).toHaveLength(3);
    expect(told).toEqual(['create L', 'delete L', 'update L']);
  });

  it('the values of what is in the trash are free; what has taken them is named', async () => {
    const id = await make('/order', { number: 'U' });
    await done('DELETE', `/order/${id}`);
    const other = await make('/order', { number: 'U' });
    const refused = await ann.ask('POST', `/order/${id}/_restore`);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'restore-taken',
      other: { model: 'order', id: other },
    });
    expect(await statusOf('POST', '/order', { number: 'U' })).toBe(409);
    await done('PATCH', `/order/${other}`, { number: 'U2' });
    await done('POST', `/order/${id}/_restore`);
  });

  it('an upsert takes what lives for what is there', async () => {
    const name = 'upserted';
    const id = await make('/label', { name });
    await done('DELETE', `/label/${id}`);
    const next = await done('POST', '/label?_on=name', { name });
    expect(next.id).not.toBe(id);
    expect((await done('POST', '/label?_on=name', { name })).id).toBe(next.id);
  });

  it('required records stay while what requires them lives, and come back first', async () => {
    const buyer_id = await make('/buyer', { name: 'Buyer' });
    const id = await make('/order', { number: 'R', buyer_id });
    expect(await statusOf('DELETE', `/buyer/${buyer_id}`)).toBe(409);
    await done('DELETE', `/order/${id}`);
    await done('DELETE', `/buyer/${buyer_id}`);
    const refused = await ann.ask('POST', `/order/${id}/_restore`);
    expect([refused.status, refused.body.code]).toEqual([409, 'restore-parent']);
    expect(refused.body.problems[0].field ?? refused.body.problems).toBe('buyer_id');
    expect(await statusOf('DELETE', `/buyer/${buyer_id}?_deleted=only`)).toBe(409);
    await done('POST', `/buyer/${buyer_id}/_restore`);
    await done('POST', `/order/${id}/_restore`);
    const line = await make('/order_line', { order_id: id, text: 'last' });
    await done('DELETE', `/order_line/${line}`);
    await done('DELETE', `/order/${id}`);
    const admin = await service.userOf('ada', 'Admin', 'north3');
    expect((await admin.ask('POST', `/order_line/${line}/_restore`)).body.message).toContain(
      'belongs to an order that is not there',
    );
  });

  it('lists of linked records and references lead to what lives', async () => {
    const label = await make('/label', { name: 'linked' });
    const id = await make('/order', { number: 'M', labels: [label], main_label_id: label });
    await done('DELETE', `/label/${label}`);
    const record = await done('GET', `/order/${id}?_expand=main_label`);
    expect(record).toMatchObject({ labels: [], main_label: null });
    expect(await statusOf('POST', '/order', { number: 'M2', main_label_id: label })).toBe(422);
    await done('POST', `/label/${label}/_restore`);
    expect(await done('GET', `/order/${id}`)).toMatchObject({ labels: [label] });
    await done('DELETE', `/label/${label}`);
    await done('DELETE', `/label/${label}?_deleted=only`);
    expect(await done('GET', `/order/${id}`)).toMatchObject({ labels: [], main_label_id: null });
  });

  it('a period that was taken meanwhile stays in the trash', async () => {
    const id = await make('/stay', { room: 1, starts: 1, ends: 5 });
    await done('DELETE', `/stay/${id}`);
    const other = await make('/stay', { room: 1, starts: 3, ends: 4 });
    const refused = await ann.ask('POST', `/stay/${id}/_restore`);
    expect([refused.status, refused.body.code, refused.body.other]).toEqual([
      ...[409, 'overlap'],
      { id: other, label: `Stay #${other}` },
    ]);
    await done('DELETE', `/stay/${other}`);
    await done('POST', `/stay/${id}/_restore`);
  });

  it('the history tells of the delete, the restore and the end', async () => {
    const id = await make('/order', { number: 'H', lines: [{ text: 'one' }] });
    await done('DELETE', `/order/${id}`);
    await done('POST', `/order/${id}/_restore`);
    await done('DELETE', `/order/${id}`);
    await done('DELETE', `/order/${id}?_deleted=only`);
    const changes = await done('GET', `/_history?model=order&id=${id}`);
    const actions = ['create', 'delete', 'restore', 'delete', 'purge'];
    const actionsIn = (all: readonly { action: string }[]) => all.map(({ action }) => action);
    expect(actionsIn(changes).toReversed()).toEqual(actions);
    const ofLines = await service.dataSource.query(
      `SELECT action FROM record_change WHERE model = 'order_line' AND parent = '${id}' ORDER BY id`,
    );
    expect(actionsIn(ofLines)).toEqual(actions);
  });

  it('what was restored shows its history to who sees it', async () => {
    const id = await make('/order', { number: 'S' });
    await done('DELETE', `/order/${id}`);
    await done('POST', `/order/${id}/_restore`);
    const changes = await done('GET', `/_history?model=order&id=${id}`);
    expect(changes).toHaveLength(3);
    expect(await done('GET', `/_history?model=order&id=${id}`, undefined, bob)).toEqual([]);
  });

  it('nobody puts a record where they may put none', async () => {
    const id = await make('/order', { number: 'T' });
    await done('DELETE', `/order/${id}`);
    await service.dataSource.query(
      `UPDATE "order" SET tenant_id = ${bob.tenants[0]} WHERE id = ${id}`,
    );
    expect(await statusOf('POST', `/order/${id}/_restore`)).toBe(404);
    expect(await statusOf('POST', `/order/${id}/_restore`, undefined, bob)).toBe(200);
  });

  it('what is old goes for good, with what went with it', async () => {
    const id = await make('/order', { number: 'O', lines: [{ text: 'one' }] });
    const fresh = await make('/order', { number: 'F' });
    const [line] = await idsIn(`/order_line?order_id=${id}`);
    await done('DELETE', `/order/${id}`);
    await done('DELETE', `/order/${fresh}`);
    const before = await entries();
    const past = `'2020-01-01 00:00:00.000'`;
    for (const [table, key] of [
      ['order', id],
      ['order_line', line],
    ] as const)
      await service.dataSource.query(
        `UPDATE "${table}" SET deleted_at = ${past} WHERE id = ${key}`,
      );
    await sweepTrash(service.parts as never, 30 * 86_400_000);
    expect(await statusOf('GET', `/order/${id}?_deleted=only`)).toBe(404);
    expect(await statusOf('GET', `/order_line/${line}?_deleted=only`)).toBe(404);
    expect(await statusOf('GET', `/order/${fresh}?_deleted=only`)).toBe(200);
    expect(before - (await entries())).toBe(2);
  });

  it('a version is that of the record in the trash', async () => {
    const id = await make('/order', { number: 'V' });
    const living = (await ann.ask('GET', `/order/${id}`)).headers.get('etag')!;
    await done('DELETE', `/order/${id}`);
    const tag = (await ann.ask('GET', `/order/${id}?_deleted=only`)).headers.get('etag')!;
    const restore = (version: string) =>
      ann.ask('POST', `/order/${id}/_restore`, undefined, { 'if-match': version });
    expect((await restore(living)).status).toBe(412);
    expect((await restore(tag)).status).toBe(200);
    await done('DELETE', `/order/${id}`);
    const purge = (version: string) =>
      ann.ask('DELETE', `/order/${id}?_deleted=only`, undefined, { 'if-match': version });
    expect((await purge(tag)).status).toBe(412);
    const next = (await ann.ask('GET', `/order/${id}?_deleted=only`)).headers.get('etag')!;
    expect((await purge(next)).status).toBe(204);
  });

  it('of two who restore at once, one does', async () => {
    const id = await make('/order', { number: 'C', lines: [{ text: 'one' }, { text: 'two' }] });
    await done('DELETE', `/order/${id}`);
    const restore = () => statusOf('POST', `/order/${id}/_restore`);
    const statuses = await Promise.all([restore(), restore(), restore()]);
    expect(statuses.toSorted()).toEqual([200, 404, 404]);
    expect(await idsIn(`/order_line?order_id=${id}`)).toHaveLength(2);
  });
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  dropOld,
  pastFiles,
} from '../../../../templates/features/past-files/engine/past-files/past-files-feature.js';
import { openShop, PAGE, type Shop } from '../files/shop.js';

type User = Awaited<ReturnType<Shop['userOf']>>;

/** Files that rows have had before; `url` gives a fresh database. */
export const describePastFiles = (url: () => Promise<string>) => {
  let shop: Shop;
  let ann: User;
  let bob: User;
  let boss: User;
  beforeAll(async () => {
    shop = await openShop(await url(), { more: [pastFiles] });
    ann = await shop.userOf('ann', 'Seller', 'north');
    bob = await shop.userOf('bob', 'Seller', 'south');
    boss = await shop.userOf('boss', 'Admin');
  }, 60_000);
  afterAll(() => shop.close());

  const stateOf = async ({ id }: { readonly id: string }) => (await shop.states())[id];
  const manual = (user: User, text: string) =>
    shop.uploaded(user, 'product.manual', { ...PAGE, bytes: text });
  const make = async (user: User, values: object) => {
    const given = { name: 'a', tenant_id: user.tenants[0], ...values };
    const { status, body } = await user.ask('POST', '/product', given);
    expect(status, JSON.stringify(body)).toBe(201);
    return body.id as number;
  };
  const open = (user: User, path: string) =>
    shop.open(`/_files${path}`, { authorization: `Bearer ${user.token}` });
  /** A product of Ann's that has a second manual in place of the first. */
  const replaced = async () => {
    const [first, second] = [await manual(ann, 'the first'), await manual(ann, 'the second')];
    const id = await make(ann, { manual: first });
    await ann.ask('PATCH', `/product/${id}`, { manual: second });
    return { id, first, second, path: `/product/${id}/manual/${first.id}` };
  };

  test('a file that was replaced stays, is opened as the field is, and comes back', async () => {
    const { id, first, second, path } = await replaced();
    expect([await stateOf(first), await stateOf(second)]).toEqual(['kept', 'kept']);
    expect(await open(ann, path)).toMatchObject({ status: 200, text: 'the first' });
    expect((await open(bob, path)).status).toBe(404);

    const back = await ann.ask('PATCH', `/product/${id}`, { manual: { id: first.id } });
    expect([back.status, back.body.manual]).toEqual([200, first]);
    expect((await open(ann, path)).text).toBe('the first');
    expect((await open(ann, `/product/${id}/manual/${second.id}`)).text).toBe('the second');
    await shop.sweep(0);
    expect(await shop.contents()).toEqual(expect.arrayContaining([first.id, second.id]));

    // And again, as often as somebody likes.
    const again = await ann.ask('PATCH', `/product/${id}`, { manual: second });
    expect(again.body.manual).toEqual(second);
  });

  test('one that was taken away comes back, also in a list of changes and in a whole record', async () => {
    const file = await manual(ann, 'taken away');
    const id = await make(ann, { manual: file });
    await ann.ask('PATCH', `/product/${id}`, { manual: null });
    const [one] = (await ann.ask('PATCH', '/product', [{ id, manual: file }])).body;
    expect(one.manual).toEqual(file);
    await ann.ask('PATCH', `/product/${id}`, { manual: null });
    const whole = { name: 'b', tenant_id: ann.tenants[0], manual: file };
    expect((await ann.ask('PUT', `/product/${id}`, whole)).body.manual).toEqual(file);
  });

  test('no other record takes it, no other field, and nobody who may not write the record', async () => {
    const { id, first } = await replaced();
    const other = await make(ann, {});
    const taken = await ann.ask('PATCH', `/product/${other}`, { manual: first });
    expect([taken.status, taken.body.problems[0].code]).toEqual([422, 'no-file']);
    const made = await ann.ask('POST', '/product', {
      ...{ name: 'a', tenant_id: ann.tenants[0], manual: first },
    });
    expect([made.status, made.body.problems[0].code]).toEqual([422, 'no-file']);
    expect((await ann.ask('PATCH', `/product/${id}`, { photo: first })).status).toBe(422);
    expect((await bob.ask('PATCH', `/product/${id}`, { manual: first })).status).toBe(404);
    expect((await open(ann, `/product/${other}/manual/${first.id}`)).status).toBe(404);
    expect((await open(ann, `/product/${id}/photo/${first.id}`)).status).toBe(404);
    expect((await open(ann, `/product/${id}/manual/none`)).status).toBe(404);
    expect(await stateOf(first)).toBe('kept');
  });

  test('a refused write takes nothing back', async () => {
    const { id, first, path } = await replaced();
    const refused = await ann.ask('PATCH', `/product/${id}`, { manual: first, name: null });
    expect(refused.status).toBe(422);
    const many = await ann.ask('PATCH', '/product', [
      { id, manual: first },
      { id: await make(ann, {}), name: null },
    ]);
    expect(many.status).toBe(422);
    expect((await open(ann, path)).status).toBe(200);
    expect((await ann.ask('PATCH', `/product/${id}`, { manual: first })).status).toBe(200);
  });

  test('a field that somebody may not read gives them nothing, whatever they know', async () => {
    const send = () => shop.uploaded(boss, 'product.contract', PAGE);
    const [first, second] = [await send(), await send()];
    const id = await make(ann, {});
    await boss.ask('PATCH', `/product/${id}`, { contract: first });
    await boss.ask('PATCH', `/product/${id}`, { contract: second });
    expect((await open(ann, `/product/${id}/contract/${first.id}`)).status).toBe(404);
    await ann.ask('PATCH', `/product/${id}`, { contract: first });
    expect((await boss.ask('GET', `/product/${id}`)).body.contract).toEqual(second);
    expect(await stateOf(first)).toBe('kept');
    expect((await open(boss, `/product/${id}/contract/${first.id}`)).status).toBe(200);
  });

  test('all files of a record go with it', async () => {
    const { id, first, second, path } = await replaced();
    expect((await ann.ask('DELETE', `/product/${id}`)).status).toBe(204);
    expect([await stateOf(first), await stateOf(second)]).toEqual(['dropped', 'dropped']);
    expect((await open(ann, path)).status).toBe(404);
    await shop.sweep(0);
    expect(await shop.contents()).not.toContain(first.id);
  });

  test('a file goes when the time of the history is over, and no sooner', async () => {
    const { first, second, path } = await replaced();
    const { database, engine } = shop.parts;
    await dropOld(database, engine.models, 86_400_000);
    expect(await stateOf(first)).toBe('kept');
    await dropOld(database, engine.models, 86_400_000, Date.now() + 2 * 86_400_000);
    expect([await stateOf(first), await stateOf(second)]).toEqual(['dropped', 'kept']);
    expect((await open(ann, path)).status).toBe(404);
    await shop.sweep(86_400_000);
    expect(await shop.contents()).not.toContain(first.id);
  });

  test('of two who want it at once, each has it, as it is the same record', async () => {
    const { id, first } = await replaced();
    const answers = await Promise.all(
      [ann, boss].map((user) => user.ask('PATCH', `/product/${id}`, { manual: first })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await ann.ask('GET', `/product/${id}`)).body.manual).toEqual(first);
  });

  test('models without a history keep nothing', async () => {
    const [one, two] = [
      await shop.uploaded(boss, 'note.page'),
      await shop.uploaded(boss, 'note.page'),
    ];
    const { body } = await boss.ask('POST', '/note', { page: one });
    await boss.ask('PATCH', `/note/${body.id}`, { page: two });
    expect(await stateOf(one)).toBe('dropped');
    expect((await boss.ask('PATCH', `/note/${body.id}`, { page: one })).status).toBe(422);
  });
};

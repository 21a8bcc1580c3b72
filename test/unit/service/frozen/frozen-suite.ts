import { expect, onTestFinished, test } from 'vitest';
import { findDrift } from '../../../../templates/service/engine/database/find-drift.js';
import type { ModelHooks } from '../../../../templates/service/engine/model/hooks.js';
import type { CurrentUser } from '../../../../templates/service/engine/model/access-rules.js';
import { asRecord } from '../../../../templates/features/engine-tests/engine/test/fixtures/as-record.js';
import {
  admin,
  problemOf,
  statusOf,
  user,
} from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';
import { Bill, Customer, Entry, Folder, Note, Tag, openBills } from './bills.js';

const editor = user(7, ['Editor']);
const manager = user(8, ['Manager']);

/** A frozen record does not change, nor do its lines, whichever way leads to them. */
export const describeFrozen = (url: () => Promise<string>) => {
  let made = 0;

  async function open(hooks?: ModelHooks) {
    const { database, engine } = await openBills(await url(), hooks);
    onTestFinished(() => database.close());
    expect(await findDrift(database)).toEqual([]);
    const as = (who: CurrentUser = editor) => engine.operations(who);
    /** A bill as code stores it, with an entry. */
    async function stored(
      values: object = {},
    ): Promise<{ readonly id: number; readonly entry: number }> {
      const bill = { number: `B${++made}`, status: 'paid', ...values };
      const { id } = await engine.system(Bill).create(bill as Partial<Bill>);
      const entry = await engine.system(Entry).create({ bill_id: id, text: 'a' });
      return { id, entry: entry.id };
    }
    return { engine, as, stored, bills: as()(Bill), entries: as()(Entry) };
  }

  test('a frozen record is neither changed nor deleted', async () => {
    const { bills, stored } = await open();
    const { id } = await stored();
    const refused = await problemOf(bills.update(id, { number: 'x' }));
    expect(refused).toMatchObject({
      status: 409,
      message: 'This bill can no longer be changed or deleted: status is paid or void.',
      members: { code: 'frozen', params: { field: 'status', value: 'paid' } },
    });
    expect(await statusOf(bills.update(id, { status: 'open' }))).toBe(409);
    expect(await statusOf(bills.replace(id, { number: 'x' }))).toBe(409);
    expect(await statusOf(bills.remove(id))).toBe(409);
    expect(await statusOf(bills.update(id, {}))).toBe(0);
  });

  test('what is not frozen changes, also into what is', async () => {
    const { bills, stored } = await open();
    const { id } = await stored({ status: 'open' });
    expect(await statusOf(bills.update(id, { number: 'first' }))).toBe(0);
    expect(await statusOf(bills.update(id, { status: 'void', number: 'last' }))).toBe(0);
    expect(await statusOf(bills.update(id, { status: 'open' }))).toBe(409);
    expect(await statusOf(bills.create({ number: 'new', status: 'paid' }))).toBe(0);
  });

  test('roles that are excepted change it, and so does code', async () => {
    const { as, stored, engine } = await open();
    const { id, entry } = await stored();
    expect(await statusOf(as(admin)(Bill).update(id, { number: 'a' }))).toBe(0);
    expect(await statusOf(as(admin)(Entry).update(entry, { text: 'b' }))).toBe(0);
    await engine.system(Entry).update(entry, { text: 'c' });
    await engine.system(Bill).update(id, { number: 'b' });
    expect(await statusOf(as(admin)(Bill).remove(id))).toBe(0);
    const other = await stored();
    await engine.system(Bill).remove(other.id);
  });

  test('the condition is named only to whoever may read it', async () => {
    const { as, stored } = await open();
    const { id, entry } = await stored();
    for (const who of [manager, user(9, ['Typist'])]) {
      const refused = await problemOf(as(who)(Bill).update(id, { number: 'x' }));
      expect(refused?.message).toBe('This bill can no longer be changed or deleted.');
      expect(refused?.members).toEqual({ code: 'frozen', params: {} });
    }
    const line = await problemOf(as(manager)(Entry).update(entry, { text: 'x' }));
    expect(line?.message).toBe('This entry of the bill can no longer be changed or deleted.');
    const told = await problemOf(as()(Entry).update(entry, { text: 'x' }));
    expect(told?.members).toEqual({ code: 'frozen', params: { field: 'status', value: 'paid' } });
  });

  test('lines of a frozen record are not made, changed, moved or deleted', async () => {
    const { entries, bills, stored } = await open();
    const paid = await stored();
    const other = await stored({ status: 'open' });
    expect(await statusOf(entries.create({ bill_id: paid.id, text: 'x' }))).toBe(409);
    expect(await statusOf(entries.update(paid.entry, { text: 'x' }))).toBe(409);
    expect(await statusOf(entries.update(paid.entry, { bill_id: other.id }))).toBe(409);
    expect(await statusOf(entries.update(other.entry, { bill_id: paid.id }))).toBe(409);
    expect(await statusOf(entries.remove(paid.entry))).toBe(409);
    const many = [other.id, paid.id].map((bill_id) => ({ bill_id, text: 'x' }));
    expect(await problemOf(entries.createMany(many))).toMatchObject({ status: 409 });
    for (const sent of [[{ text: 'x' }], [{ id: paid.entry, _delete: true }], []])
      expect(await statusOf(bills.update(paid.id, { entries: sent }))).toBe(409);
    expect(await statusOf(entries.update(other.entry, { text: 'x' }))).toBe(0);
  });

  test('a record is frozen together with its lines', async () => {
    const { bills, stored } = await open();
    const { id, entry } = await stored({ status: 'open' });
    const entries = [{ id: entry, text: 'last' }, { text: 'new' }];
    expect(await statusOf(bills.update(id, { status: 'paid', entries }))).toBe(0);
    const created = { number: 'with', status: 'paid', entries: [{ text: 'a' }] };
    expect(await statusOf(bills.create(created))).toBe(0);
    expect(await statusOf(bills.update(id, { entries }))).toBe(409);
  });

  test('no cascade deletes it, and nothing that it refers to is taken from it', async () => {
    const { as, stored, engine } = await open();
    const code = engine.system;
    const folder = await code(Folder).create({ name: 'f' });
    const [one, other] = [
      await code(Customer).create({ name: 'c' }),
      await code(Customer).create({ name: 'd' }),
    ];
    const tag = await code(Tag).create({ name: 't' });
    const { id, entry } = await stored({
      folder_id: folder.id,
      customer_id: one.id,
      tags: [tag.id],
    });
    await code(Entry).update(entry, { customer_id: other.id });
    const removed = (entity: new () => object, which: { readonly id: number }) =>
      statusOf(as()(entity).remove(which.id));
    for (const [entity, which] of [
      [Folder, folder],
      [Customer, one],
      [Customer, other],
      [Tag, tag],
    ] as const)
      expect(await removed(entity, which)).toBe(409);
    expect(await statusOf(as()(Bill).update(id, { tags: [] }))).toBe(409);
    await code(Bill).update(id, { status: 'open' });
    for (const [entity, which] of [
      [Customer, one],
      [Customer, other],
      [Tag, tag],
      [Folder, folder],
    ] as const)
      expect(await removed(entity, which)).toBe(0);
  });

  test('of many changes none is done if a record is frozen', async () => {
    const { bills, stored, engine } = await open();
    const ids = [(await stored({ status: 'open' })).id, (await stored()).id];
    const changes = ids.map((id) => ({ id, values: { number: `n${id}` } }));
    expect(await statusOf(bills.updateMany(changes))).toBe(409);
    expect(await engine.system(Bill).count({ where: { number: `n${ids[0]}` } })).toBe(0);
    const kept = await engine.system(Bill).get(ids[0]!);
    const keyed = [{ number: kept.number, customer_id: null }];
    expect(await statusOf(bills.upsertMany(keyed, ['number']))).toBe(0);
    await engine.system(Bill).update(ids[0]!, { status: 'void' });
    expect(await statusOf(bills.upsertMany(keyed, ['number']))).toBe(409);
  });

  test('a value is enough, if the condition names none', async () => {
    const { as } = await open();
    const notes = as(admin)(Note);
    const { id } = asRecord<Note>(await notes.create({ text: 'a', closed_at: null }));
    expect(await statusOf(notes.update(id, { closed_at: '2026-01-01T00:00:00.000Z' }))).toBe(0);
    const refused = await problemOf(notes.update(id, { text: 'b' }));
    expect(refused?.message).toBe(
      'This note can no longer be changed or deleted: closed_at has a value.',
    );
  });

  test('a hook changes nothing that is frozen', async () => {
    const { as, stored } = await open({ beforeSave: () => ({ number: 'by hook' }) });
    const { id } = await stored();
    expect(await statusOf(as()(Bill).update(id, { customer_id: null }))).toBe(409);
  });

  test('whoever comes after the record was frozen is refused', async () => {
    const { as, stored, engine } = await open();
    for (let turn = 0; turn < 6; turn++) {
      const { id, entry } = await stored({ status: 'open' });
      const [paid, added, changed] = await Promise.allSettled([
        as()(Bill).update(id, { status: 'paid' }),
        as()(Entry).create({ bill_id: id, text: 'late' }),
        as()(Entry).update(entry, { text: 'late' }),
      ]);
      expect(paid.status).toBe('fulfilled');
      for (const one of [added, changed])
        if (one.status === 'rejected')
          expect(one.reason).toMatchObject({ status: 409, members: { code: 'frozen' } });
      const at = async () => (await engine.system(Bill).get(id)).updated_at;
      const before = await at();
      expect(await statusOf(as()(Entry).create({ bill_id: id, text: 'later' }))).toBe(409);
      expect(await at()).toEqual(before);
    }
  });
};

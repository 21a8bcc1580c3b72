import type { RecordId } from '../../fields/record-id.js';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Hook } from '../../model/hooks.js';
import { forbidden } from '../../problem/problem.js';
import { Box, Parcel, Thing, openParcels } from './parcels.js';
import { admin, emptyLibrary, problemOf } from '../fixtures/open-library.js';

/** The bytes of a response. */
const LONGEST = 30_000;
const SETTINGS = { maxPageSize: 100, maxQueryCost: 300, pageLimit: LONGEST };

type Line = Record<string, unknown>;

interface BoxEvent {
  readonly before: { readonly id: number } | null;
  readonly values: object;
}

/** Lines that have lines, and those that TypeORM saves, on every database; `url` gives a fresh one. */
export const describeLinesOfLines = (url: () => Promise<string>) => {
  let parcels: Awaited<ReturnType<typeof openParcels>>;
  let frozen = 0;
  /** The values that the hook of boxes was last given. */
  let seen: object = {};
  const beforeSave = ({ before, values }: BoxEvent) => {
    seen = values;
    if (before?.id === frozen) throw forbidden('It is frozen.');
  };
  beforeAll(async () => {
    parcels = await openParcels(await url(), SETTINGS, { beforeSave: beforeSave as Hook });
  }, 60_000);
  beforeEach(() => emptyLibrary(parcels.database));
  afterAll(() => parcels.database.close());

  const of = (entity: new () => object) => parcels.engine.operations(admin)(entity);
  const linesOf = async (entity: new () => object, id: RecordId, name: string) =>
    (await of(entity).get(id, { expand: [name] }))[name] as Line[];
  const versionOf = async (entity: new () => object, id: RecordId) =>
    (await of(entity).get(id))['updated_at'] as string;
  const create = async (codes: string) => {
    const boxes = [...codes].map((code) => ({ code, things: [{ text: code }] }));
    const { record } = await of(Parcel).create({ name: 'p', boxes });
    return { id: record.id, ids: (record['boxes'] as Line[]).map((one) => one['id'] as number) };
  };

  test('a change of a line of a line is one of the record', async () => {
    const { id, ids } = await create('ab');
    const [{ id: thing } = { id: 0 }] = await linesOf(Box, ids[0]!, 'things');
    for (const work of [
      () => of(Thing).create({ box_id: ids[1], text: 'new' }),
      () => of(Thing).update(thing as number, { text: 'x' }),
      () => of(Box).update(ids[0]!, { things: [{ text: 'y' }] }),
      () => of(Parcel).update(id, { boxes: [{ id: ids[0], things: [{ id: thing, text: 'z' }] }] }),
      () => of(Thing).remove(thing as number),
    ]) {
      const before = [await versionOf(Parcel, id), await versionOf(Box, ids[1]!)];
      await work();
      expect((await versionOf(Parcel, id)) > before[0]!).toBe(true);
    }
    expect((await linesOf(Box, ids[0]!, 'things')).map(({ text }) => text)).toEqual(['y']);
  });

  test('the hook of a new line sees what was sent, and what makes it a line', async () => {
    const { id } = await create('a');
    expect(seen).toEqual({ code: 'a', parcel_id: id, position: 1 });
    expect((await linesOf(Parcel, id, 'boxes'))[0]).toMatchObject({ weight: 1, note: null });
  });

  test('writers of a record, of its lines and of lines of those do not block each other', async () => {
    const { id, ids } = await create('abcd');
    const writes = Array.from({ length: 24 }, (_, at) => {
      const box = ids[at % 4]!;
      if (at % 3 === 0)
        return of(Parcel).update(id, {
          boxes: ids.map((one) => ({ id: one, things: [{ text: `p${at}` }] })),
        });
      if (at % 3 === 1) return of(Box).update(box, { things: [{ text: `b${at}` }] });
      return of(Thing).create({ box_id: box, text: `t${at}` });
    });
    await Promise.all(writes);
    expect(await of(Thing).count()).toBe(4 + 8 * 4 + 8 + 8);
  });

  test('lines that are too long for a response are written with their record, and not sent back', async () => {
    const { id, ids } = await create('abcd');
    const [a, b, c, d] = ids as [number, number, number, number];
    for (const one of ids) await of(Box).update(one, { note: 'x'.repeat(0.3 * LONGEST) });
    const read = await problemOf(of(Parcel).get(id, { expand: ['boxes'] }));
    expect([read?.status, read?.problems[0]?.code]).toEqual([400, 'too-many']);
    const boxes = [{ id: d }, { code: 'new' }, { id: a, weight: 2 }, { id: b }];
    expect(await of(Parcel).update(id, { boxes })).not.toHaveProperty('boxes');
    const removed = await of(Parcel).update(id, { boxes: [{ id: c, _delete: true }] });
    expect((removed['boxes'] as Line[]).map(({ code }) => code)).toEqual(['d', 'new', 'a', 'b']);
  });

  test('a line that breaks a rule of today may be moved, not changed', async () => {
    const { id, ids } = await create('ab');
    await parcels.database.dataSource.query(`UPDATE box SET weight = 99 WHERE id = ${ids[0]}`);
    await of(Parcel).update(id, { boxes: [{ code: 'n' }, { id: ids[0] }] });
    const boxes = await linesOf(Parcel, id, 'boxes');
    expect(boxes.map(({ code }) => code)).toEqual(['n', 'a', 'b']);
    const problem = await problemOf(
      of(Parcel).update(id, { boxes: [{ id: ids[1] }, { id: ids[0], code: 'x' }] }),
    );
    expect(problem?.problems).toMatchObject([{ field: 'boxes.1.weight', code: 'rule' }]);
  });

  test('what a hook refuses to move is told at the lines that were sent', async () => {
    const { id, ids } = await create('ab');
    frozen = ids[0]!;
    onTestFinished(() => void (frozen = 0));
    const places = async (boxes: readonly Line[]) =>
      (await problemOf(of(Parcel).update(id, { boxes })))?.problems.map((one) => one.field);
    expect(await places([{ code: 'n' }, { id: ids[0] }])).toEqual(['boxes.1']);
    expect(await places([{ code: 'n' }, { id: ids[0] }, { id: ids[1] }])).toEqual(['boxes.1']);
    expect(await places([{ id: ids[1] }, { code: 'n' }])).toBeUndefined();
    expect(await places([{ id: ids[1] }, { id: ids[0] }])).toEqual(['boxes.1']);
    const [, , last] = await linesOf(Parcel, id, 'boxes');
    frozen = last!['id'] as number;
    expect(await places([{ id: ids[0], _delete: true }])).toEqual(['boxes']);
  });
};

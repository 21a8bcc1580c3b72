import type { RecordId } from '../../fields/record-id.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ModelHooks } from '../../model/hooks.js';
import { Rack, Slot, Ware, openRacks } from './racks.js';
import { admin, emptyLibrary, problemOf } from '../fixtures/open-library.js';

type Line = Record<string, unknown>;

/** A code that the hook does not let a line have. */
const DROPPED = 'zz';

const tagOf = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;

/** Unique values of lines, on every database; `url` gives a fresh one. */
export const describeUniqueLines = (url: () => Promise<string>) => {
  describe('written together', () => describeSwaps(url));
  const seen: string[] = [];
  const hooks: ModelHooks = {
    beforeSave: ({ before, values }) => {
      seen.push(`${before?.['code']} ${values['code']}`);
      return values['code'] === DROPPED ? { code: undefined } : undefined;
    },
  };
  describe('written one by one, for a hook', () => describeSwaps(url, hooks, seen));
};

function describeSwaps(url: () => Promise<string>, hooks?: ModelHooks, seen: string[] = []) {
  let racks: Awaited<ReturnType<typeof openRacks>>;
  beforeAll(async () => {
    racks = await openRacks(await url(), hooks);
  }, 60_000);
  beforeEach(async () => {
    await emptyLibrary(racks.database);
    await of(Ware).createMany([...'abcdef'].map((name) => ({ name })));
  });
  afterAll(() => racks.database.close());

  const of = (entity: new () => object) => racks.engine.operations(admin)(entity);
  let count = 0;
  const slot = (code: string, more: Line = {}): Line => {
    const at = code.charCodeAt(0) - 96;
    return { code, number: at, seal: `s${(count += 1)}`, tag: tagOf(count), ware_id: at, ...more };
  };
  const create = async (codes: string) => {
    const slots = [...codes].map((code) => slot(code));
    const { record } = await of(Rack).create({ name: 'r', slots });
    return { id: record.id, slots: record['slots'] as Line[] };
  };
  const slotsOf = async (id: RecordId) =>
    (await of(Rack).get(id, { expand: ['slots'] }))['slots'] as Line[];
  const patch = (id: RecordId, slots: readonly Line[]) => of(Rack).update(id, { slots });
  /** The values of a field in the order of the lines. */
  const all = async (id: RecordId, field: string) => (await slotsOf(id)).map((one) => one[field]);

  test.each(['code', 'number', 'seal', 'tag'])(
    'lines of a record swap a unique %s',
    async (field) => {
      const { id, slots } = await create('abc');
      const [a, b, c] = slots.map((one) => one[field]);
      const [first, second, third] = slots.map((one) => one['id']);
      await patch(id, [
        { id: first, [field]: b },
        { id: second, [field]: c },
        { id: third, [field]: a },
      ]);
      expect(await all(id, field)).toEqual([b, c, a]);
      await patch(id, [
        { id: third, [field]: c },
        { id: first, [field]: a },
        { id: second, [field]: b },
      ]);
      expect((await slotsOf(id)).map((one) => [one['id'], one[field]])).toEqual([
        [third, c],
        [first, a],
        [second, b],
      ]);
    },
  );

  test('a line takes the value that another one gives up, in whichever order they were sent', async () => {
    const { id, slots } = await create('ab');
    const [a, b] = slots.map((one) => one['id']);
    await patch(id, [
      { id: a, code: 'b' },
      { id: b, code: 'x' },
    ]);
    expect(await all(id, 'code')).toEqual(['b', 'x']);
    await patch(id, [slot('c', { code: 'b' }), { id: a, code: 'a' }]);
    expect(await all(id, 'code')).toEqual(['b', 'a', 'x']);
    const whole: readonly Line[] = await slotsOf(id);
    const [one, other, last] = whole.map((line) => line['code']);
    const swapped = [other, one, last].map((code, at) => ({ ...whole[at]!, code }));
    await of(Rack).replace(id, { name: 'r', slots: swapped });
    expect(await all(id, 'code')).toEqual(['a', 'b', 'x']);
  });

  test('hooks see lines as they were before', async () => {
    const { id, slots } = await create('ab');
    const [a, b] = slots.map((one) => one['id']);
    seen.length = 0;
    await patch(id, [
      { id: a, code: 'b' },
      { id: b, code: 'a' },
    ]);
    expect(seen).toEqual(hooks ? ['a b', 'b a'] : []);
  });

  test.skipIf(!hooks)(
    'a line has again what it let go of where a hook drops its new value',
    async () => {
      const { id, slots } = await create('ab');
      const [a, b] = slots.map((one) => one['id']);
      for (const codes of [
        [DROPPED, 'a'],
        ['b', DROPPED],
      ]) {
        const work = patch(id, [
          { id: a, code: codes[0] },
          { id: b, code: codes[1] },
        ]);
        expect((await problemOf(work))?.status).toBe(409);
        expect(await all(id, 'code')).toEqual(['a', 'b']);
      }
    },
  );

  test('what a line has that stays is not to be had, and nothing is let go of where it is refused', async () => {
    const { id, slots } = await create('abc');
    const [a, b] = slots.map((one) => one['id']);
    const problem = await problemOf(
      patch(id, [
        { id: a, code: 'b' },
        { id: b, code: 'c' },
      ]),
    );
    expect([problem?.status, problem?.problems.at(-1)?.field]).toEqual([409, 'slots.1.code']);
    const twice = await problemOf(
      patch(id, [
        { id: a, code: 'x' },
        { id: b, code: 'x' },
      ]),
    );
    expect(twice?.status).toBe(409);
    const wrong = await problemOf(
      patch(id, [
        { id: a, code: 'b' },
        { id: b, code: '' },
      ]),
    );
    expect(wrong?.status).toBe(422);
    expect(await all(id, 'code')).toEqual(['a', 'b', 'c']);
  });

  test('required references cannot be swapped', async () => {
    const { id, slots } = await create('ab');
    const [a, b] = slots.map((one) => one['id']);
    const problem = await problemOf(
      patch(id, [
        { id: a, ware_id: 2 },
        { id: b, ware_id: 1 },
      ]),
    );
    expect([problem?.status, problem?.problems[0]?.code]).toEqual([409, 'unique']);
    expect(await all(id, 'ware_id')).toEqual([1, 2]);
  });

  describe('only marked as deleted', () => {
    test('a line keeps its number, and others are numbered around it', async () => {
      const { id, slots } = await create('abcd');
      const [a, b, c, d] = slots.map((one) => one['id']);
      await patch(id, [{ id: b, _delete: true }]);
      expect(await all(id, 'code')).toEqual(['a', 'c', 'd']);
      await patch(id, [{ id: d }, slot('e'), { id: c }, { id: a }]);
      expect(await all(id, 'code')).toEqual(['d', 'e', 'c', 'a']);
      await patch(id, [{ id: a }, { id: d, _delete: true }, slot('f'), { id: c }]);
      expect(await all(id, 'code')).toEqual(['e', 'a', 'f', 'c']);
      const numbers = (await all(id, 'position')) as number[];
      expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
      expect(await of(Slot).count()).toBe(4);
    });

    test('a line keeps its unique values, so that no other can have them, and is no line any more', async () => {
      const { id, slots } = await create('ab');
      const [a, b] = slots.map((one) => one['id']);
      const taken = [
        { id: a, _delete: true },
        { id: b, code: 'a' },
      ];
      const problem = await problemOf(patch(id, taken));
      expect([problem?.status, problem?.problems.at(-1)?.field]).toEqual([409, 'slots.1.code']);
      expect(await all(id, 'code')).toEqual(['a', 'b']);
      await patch(id, [{ id: a, _delete: true }]);
      const again = await problemOf(patch(id, [slot('a', { number: 9, ware_id: 3 })]));
      expect([again?.status, again?.problems.at(-1)?.field]).toEqual([409, 'slots.0.code']);
      const named = await problemOf(patch(id, [{ id: a, code: 'c' }]));
      expect([named?.status, named?.problems[0]?.field]).toEqual([422, 'slots.0.id']);
      expect(await all(id, 'code')).toEqual(['b']);
    });

    test('a replacement marks what it leaves out', async () => {
      const { id, slots } = await create('abc');
      const [, b] = slots.map((one) => one['id']);
      await of(Rack).replace(id, { name: 'r', slots: [slot('d'), slots[1]!] });
      expect(await all(id, 'code')).toEqual(['d', 'b']);
      await of(Rack).replace(id, { name: 'r', slots: [] });
      expect(await slotsOf(id)).toEqual([]);
      await patch(id, [slot('e'), slot('f')]);
      expect(await all(id, 'code')).toEqual(['e', 'f']);
      expect(b).toBeGreaterThan(0);
      await of(Rack).remove(id);
      expect(await of(Rack).count()).toBe(0);
    });
  });
}

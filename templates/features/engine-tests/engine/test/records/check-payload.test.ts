import { describe, expect, test } from 'vitest';
import type { ColumnInfo, ExtraInfo } from '../../fields/column-info.js';
import { owner, tenant } from '../../model/access-rules.js';
import { increment } from '../../model/increment.js';
import type { LinkInfo, ModelInfo } from '../../model/model-info.js';
import type { Granted } from '../../records/scope.js';
import { MAX_LINKED, checkPayload, knownNames } from '../../records/writing/check-payload.js';
import type { WriteMode } from '../../records/writing/draft.js';
import { column, model, user } from '../fixtures/plain-model.js';

const COLUMNS: readonly ColumnInfo[] = [
  column('needed', { nullable: false }),
  column('preset', { default: { kind: 'value', value: 'p' } }),
  column('moment', { type: 'datetime', default: { kind: 'now' } }),
  column('day', { type: 'date', default: { kind: 'today' } }),
  column('made', { default: { kind: 'database' } }),
  column('amount', { type: 'integer' }),
  column('pin', { role: 'hidden' }),
  column('updated', { role: 'updated' }),
  column('up_id', { reference: { model: 'Top', relation: 'up', key: 'id' } }),
];
const extra = (name: string, more: Partial<ExtraInfo> = {}): ExtraInfo => ({
  ...{ name, type: 'string', compute: null, required: false, min: null, max: null, unit: null },
  ...more,
});
const EXTRAS = [
  extra('sum', { compute: () => 1 }),
  extra('word', { required: true }),
  extra('hint'),
];
const LINKS = [
  { name: 'tags', key: 'id', model: 'Tag' },
  { name: 'codes', key: 'code', model: 'Tag' },
] as unknown as readonly LinkInfo[];
const NAMES = ['a', 'b', 'owner_id', 'tenant_id', ...COLUMNS.map(({ name }) => name)];
const WRITABLE = [...NAMES, 'word', 'hint', 'tags', 'codes'].filter((name) => name !== 'updated');

interface Parts {
  readonly readable?: readonly string[];
  readonly writable?: readonly string[];
  readonly settled?: readonly string[];
  readonly contained?: readonly string[];
}

function draftOf(payload: unknown, mode: WriteMode, parts: Parts = {}) {
  const { readable = [...NAMES, 'tags', 'codes'], writable = WRITABLE, settled = [] } = parts;
  const rows = [owner('owner_id'), tenant('tenant_id')];
  const one: ModelInfo = {
    ...model('M', { roles: {}, rows, fields: {} }, COLUMNS),
    extras: EXTRAS,
    links: LINKS,
  };
  const who = user({ tenants: [3] });
  const allowed = {
    core: {
      model: (name: string) => model(name, { roles: {}, rows: null, fields: {} }),
      plan: () => ({ contained: new Map((parts.contained ?? []).map((name) => [name, 0])) }),
    },
    model: one,
    grant: { user: who, roles: [], readable: new Set(readable), writable: new Set(writable) },
  } as never as Granted;
  return checkPayload(payload, mode, allowed, new Set(settled));
}

const wrong = (...given: Parameters<typeof draftOf>): readonly string[] =>
  draftOf(...given).problems.map(({ field, code }) => `${field} ${code}`);

const NEW = { needed: 'n', word: 'w' };
/** What a new record gets where nothing is sent. */
const FILLED = {
  ...{ a: null, b: null, owner_id: 7, tenant_id: 3, preset: 'p', amount: null, up_id: null },
  ...{ moment: expect.stringMatching(/^\d{4}-.*Z$/), day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
}; // prettier-ignore

describe('a payload', () => {
  test.each([[null], [[]], ['text'], [1], [undefined]])('is an object: not %j', (payload) => {
    expect(wrong(payload, 'create')).toEqual([' type']);
  });

  test('of a new record is filled in, and says what nobody has sent', () => {
    const { columns, unsent, virtual, problems, links } = draftOf(NEW, 'create');
    expect({ columns, virtual, problems, links }).toEqual({
      columns: { ...FILLED, needed: 'n' },
      virtual: { word: 'w' },
      problems: [],
      links: {},
    });
    // Neither what was sent, nor what no response has.
    expect([...unsent!].sort()).toEqual([...Object.keys(FILLED), 'made'].sort());
  });

  test('sets no field that its writer may not write, nor one that has no value', () => {
    const closed = WRITABLE.filter((name) => name !== 'a' && name !== 'tags');
    const sent = { ...NEW, a: 'x', b: undefined, preset: 'q', tags: [1], updated: 'x', sum: 1 };
    const { columns, links, problems } = draftOf(sent, 'create', { writable: closed });
    expect({ columns, links, problems }).toEqual({
      columns: { ...FILLED, needed: 'n', preset: 'q' },
      links: {},
      problems: [],
    });
    expect(draftOf({ a: 'x', b: 'y' }, 'update', { writable: closed }).columns).toEqual({ b: 'y' });
    // A name of every object is no name that was sent.
    expect(draftOf(Object.create({ a: 'x' }), 'update').columns).toEqual({});
  });

  test('must have each field that is required, and values that fit', () => {
    expect(wrong({}, 'create')).toEqual(['needed required', 'word required']);
    expect(wrong({ ...NEW, amount: 'x', word: 1 }, 'create')).toEqual(['amount type', 'word type']);
    expect(wrong({}, 'update')).toEqual([]);
    expect(wrong({ word: null, needed: null }, 'update')).toEqual([
      'needed required',
      'word required',
    ]);
    expect(wrong({ needed: 'n' }, 'replace')).toEqual([]);
  });

  test('of a change sets what was sent, of a replacement all that its writer reads and writes', () => {
    expect(draftOf({ a: 'x' }, 'update')).toMatchObject({ columns: { a: 'x' }, links: {} });
    expect([...draftOf({ a: 'x' }, 'update').unsent!]).toEqual([]);
    const readable = NAMES.filter((name) => name !== 'b');
    const writable = WRITABLE.filter((name) => name !== 'amount');
    const { columns, links, unsent } = draftOf({ needed: 'n' }, 'replace', { readable, writable });
    // Row rules depend on the owner and the tenant.
    const { b: _, amount: _amount, owner_id: _owner, tenant_id: _tenant, ...cleared } = FILLED;
    expect({ columns, links, unsent: [...unsent!] }).toEqual({
      columns: { ...cleared, needed: 'n' },
      links: {},
      unsent: [],
    });
    expect(draftOf({ needed: 'n' }, 'replace').links).toEqual({ tags: [], codes: [] });
    const closed = { writable: WRITABLE.filter((name) => name !== 'tags') };
    expect(draftOf({ needed: 'n' }, 'replace', closed).links).toEqual({ codes: [] });
  });

  test('sets nothing that the service keeps or computes, whatever a grant says', () => {
    const writable = [...WRITABLE, 'id', 'updated', 'sum'];
    const sent = { id: 2, updated: 'x', sum: '1', a: undefined, hint: null };
    const { columns, virtual, problems } = draftOf(sent, 'update', { writable });
    expect({ columns, virtual, problems }).toEqual({ columns: {}, virtual: {}, problems: [] });
    const closed = { writable: ['a'] };
    const written = draftOf({ a: 'x', word: 'w' }, 'update', closed);
    expect([written.columns, written.virtual]).toEqual([{ a: 'x' }, {}]);
  });

  test('leaves out what the service settles', () => {
    const { columns } = draftOf({ a: 'x', needed: 'n' }, 'update', { settled: ['a'] });
    expect(columns).toEqual({ needed: 'n' });
  });

  test('sets a hidden column for the service alone', () => {
    const nobody = { writable: WRITABLE.filter((name) => name !== 'pin') };
    expect(draftOf({ pin: '1' }, 'update')).toMatchObject({ columns: { pin: '1' }, problems: [] });
    expect(wrong({ pin: '1' }, 'update', nobody)).toEqual(['pin unknown-field']);
    expect(draftOf({ pin: '1' }, 'update', nobody).columns).toEqual({});
  });

  test('adds to numbers, in updates', () => {
    const { increments, columns } = draftOf({ amount: increment(2) }, 'update');
    expect([[...increments!], columns]).toEqual([[['amount', { by: 2 }]], {}]);
    expect(() => draftOf({ a: increment(1) }, 'update')).toThrow('M.a is not a number');
    expect(() => draftOf({ ...NEW, amount: increment(1) }, 'create')).toThrow('only `update`');
  });

  test('names linked records by their keys, each once', () => {
    const { links } = draftOf({ tags: [2, 1, 2], codes: ['x'] }, 'update');
    expect(links).toEqual({ tags: [2, 1], codes: ['x'] });
    for (const tags of [['1'], [0.5], [1, 'x'], 1, null])
      expect(wrong({ tags }, 'update')).toEqual(['tags type']);
    expect(wrong({ codes: [1] }, 'update')).toEqual(['codes type']);
    const many = Array.from({ length: MAX_LINKED + 1 }, (_, at) => at);
    expect(wrong({ tags: many }, 'update')).toEqual(['tags too-many']);
    expect(wrong({ tags: many.slice(1) }, 'update')).toEqual([]);
  });

  test('has no unknown names, but may have those of a response', () => {
    const told = { id: 1, _label: 'l', _count: {}, created_at: 'x', updated_at: 'x' };
    expect(wrong({ ...told, up: {}, sum: 1, updated: 'x' }, 'update')).toEqual([]);
    expect(wrong({ nowhere: 1, a: 'x' }, 'update')).toEqual(['nowhere unknown-field']);
    expect(wrong({ lines: [] }, 'update')).toEqual(['lines unknown-field']);
    expect(wrong({ lines: [] }, 'update', { contained: ['lines'] })).toEqual([]);
  });

  test('knows the names of a model once', () => {
    const one = model('M', { roles: {}, rows: null, fields: {} });
    expect(knownNames(one)).toBe(knownNames(one));
  });

  test('lists twenty unknown names', () => {
    const names = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`x${at}`, 1]));
    expect(wrong(names(20), 'update').at(-1)).toBe('x19 unknown-field');
    expect(wrong(names(22), 'update').slice(-2)).toEqual(['x19 unknown-field', ' more']);
  });
});

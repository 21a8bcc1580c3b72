import { describe, expect, it } from 'vitest';
import { foldWhere, mapWhere, relatedModel, type RelationWhere } from '../../model/fold-where.js';
import type { ModelInfo } from '../../model/model-info.js';
import type { Where } from '../../model/where.js';

const eq = (field: string): Where => ({ op: 'eq', field, value: 1 });
const inside: Where = { op: 'parent', field: 'd', where: eq('e') };
const where: Where = {
  op: 'and',
  items: [eq('a'), { op: 'not', item: { op: 'or', items: [eq('b'), inside] } }, eq('c')],
};

describe('a walk through a condition', () => {
  it('goes from left to right, and leaves what is about another model to its caller', () => {
    const seen: [string, boolean][] = [];
    const text = foldWhere(where, {
      own: (own, negated) => {
        const name = 'field' in own ? own.field : own.op;
        seen.push([name, negated]);
        return name;
      },
      related: ({ op, field }, negated) => {
        seen.push([`${op} ${field}`, negated]);
        return op;
      },
      joined: (op, items) => `(${items.join(` ${op} `)})`,
      not: (item) => `not ${item}`,
    });
    expect(text).toBe('(a and not (b or parent) and c)');
    expect(seen).toEqual([
      ['a', false],
      ['b', true],
      ['parent d', true],
      ['c', false],
    ]);
  });

  it('puts others in place of parts, and keeps how they are joined', () => {
    const same = mapWhere(where, { own: (own) => own, related: (relation) => relation });
    expect(same).toEqual(where);
    const other = mapWhere(where, { own: () => ({ op: 'none' }), related: () => eq('x') });
    expect(other).toEqual({
      op: 'and',
      items: [
        { op: 'none' },
        { op: 'not', item: { op: 'or', items: [{ op: 'none' }, eq('x')] } },
        { op: 'none' },
      ],
    });
  });

  it('hands on what is no condition, for its caller to refuse', () => {
    const odd = { op: 'odd' } as unknown as Where;
    expect(mapWhere(odd, { own: () => eq('told'), related: (one) => one })).toEqual(eq('told'));
  });

  it('finds the model of a relation', () => {
    const reference = { model: 'Parent', relation: 'up' };
    const column = new Map([['up_id', { reference }]]);
    const links = [
      { name: 'tags', model: 'Tag' },
      { name: 'notes', model: 'Note' },
    ];
    const model = { column, links } as never as ModelInfo;
    const of = (relation: Omit<RelationWhere, 'where'>) =>
      relatedModel({ ...relation, where: eq('a') } as RelationWhere, model);
    expect(of({ op: 'parent', field: 'up_id' })).toBe('Parent');
    expect(of({ op: 'children', field: 'up_id', model: 'Child' } as never)).toBe('Child');
    expect([of({ op: 'linked', field: 'notes' }), of({ op: 'linked', field: 'tags' })]).toEqual([
      'Note',
      'Tag',
    ]);
  });
});

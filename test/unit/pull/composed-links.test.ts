import { describe, expect, it } from 'vitest';
import { composedLink } from '../../../src/pull/composed-links.js';
import type { Column, ForeignKey, Table } from '../../../src/pull/database.js';

const column = (name: string, type = 'integer', more: Partial<Column> = {}): Column => ({
  ...{ name, type, declared: type, sizes: [], values: null, nullable: true, default: null },
  ...{ counted: false, generated: false, expression: null, caseless: false, comment: null },
  ...more,
});

const table = (name: string, columns: readonly Column[], more: Partial<Table> = {}): Table => ({
  ...{ schema: null, name, kind: 'table', comment: null, columns, primaryKey: ['id'] },
  ...{ foreignKeys: [], indexes: [], checks: [], triggers: [], others: [] },
  ...more,
});

const LINE = table('line', [column('order_id'), column('number')], {
  primaryKey: ['order_id', 'number'],
});

/** The link of a table with these columns, whose foreign key is as usual but for what is said. */
function linkOf(columns: readonly Column[], key: Partial<ForeignKey> = {}) {
  const whole: ForeignKey = {
    ...{ columns: ['a', 'b'], schema: null, table: 'line', to: ['order_id', 'number'] },
    ...{ onDelete: 'no action', onUpdate: 'no action' },
    ...key,
  };
  const own = table('delivery', [column('id'), ...columns], { foreignKeys: [whole] });
  const link = composedLink(own, whole, LINE, 'sqlite');
  return typeof link === 'string' ? link : link.columns;
}

describe('a foreign key of several columns', () => {
  it('has its columns in the order of the key to which it leads', () => {
    expect(linkOf([column('a'), column('b')])).toEqual(['a', 'b']);
    expect(linkOf([column('a'), column('b')], { to: ['number', 'order_id'] })).toEqual(['b', 'a']);
  });

  it('may lead to another row of its table', () => {
    const own = (columns: readonly string[]) => {
      const key: ForeignKey = {
        ...{ columns, schema: null, table: 'line', to: ['order_id', 'number'] },
        ...{ onDelete: 'no action', onUpdate: 'no action' },
      };
      const whole = { ...LINE, columns: [...LINE.columns, column('above')], foreignKeys: [key] };
      const link = composedLink(whole, key, whole, 'sqlite');
      return typeof link === 'string' ? link : link.columns;
    };
    expect(own(['order_id', 'above'])).toEqual(['order_id', 'above']);
    expect(own(['order_id', 'number'])).toBe('it leads from each row to that row');
  });

  it.each<[readonly Column[], Partial<ForeignKey>, string]>([
    [
      [column('a'), column('b')],
      { to: ['order_id', 'note'] },
      '(order_id, note) is not the key of line',
    ],
    [[column('a'), column('b', 'text')], {}, 'b is string, and line.number is integer'],
    [
      [column('a'), column('b', 'integer', { default: 'random()' })],
      {},
      'the database makes a default of b',
    ],
    [[column('a'), column('b', 'integer', { generated: true })], {}, 'the database makes b'],
    [[column('a'), column('b')], { onDelete: 'set default' }, 'on delete set default'],
    [
      [column('a', 'integer', { nullable: false }), column('b')],
      { onDelete: 'set null' },
      'on delete set null empties a, which is more than a part',
    ],
  ])('is none, and says why: %#', (columns, key, why) => {
    expect(linkOf(columns, key)).toBe(why);
  });
});

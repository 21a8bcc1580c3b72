import { createElement } from 'react';
import { expect, test } from 'vitest';
import {
  DateColumn,
  NumberColumn,
  TextColumn,
} from '../../../templates/features/admin/ui/components/list/columns';
import {
  totalColumns,
  totalsFilter,
  totalValues,
} from '../../../templates/features/admin/ui/components/list/totals';

const COLUMNS = [
  createElement(TextColumn, { source: 'number' }),
  createElement(NumberColumn, { source: 'total', digits: 2, totalBy: 'sum' }),
  createElement(NumberColumn, { source: 'paid', totalBy: 'sum' }),
  createElement(NumberColumn, { source: 'hours', totalBy: 'avg' }),
  createElement(DateColumn, { source: 'due_on', totalBy: 'max' }),
];
const shown = (...sources: string[]) =>
  totalColumns(
    COLUMNS,
    sources.map((source) => ({ source })),
  );

test('only totals of columns that are there are asked for, under the filters of the list', () => {
  const filter = { tenant_id: 2, status: ['open', 'late'], q: 'north & south' };
  expect(totalsFilter(shown('number', 'total', 'paid', 'due_on'), filter)).toEqual({
    ...filter,
    _sum: 'total,paid',
    _max: 'due_on',
  });
  expect(shown('number')).toEqual([]);
});

test('each column has the figure that it asked for, without the noise of doubles', () => {
  const columns = shown('total', 'paid', 'hours', 'due_on');
  const figures = {
    sum: { total: 12.5, paid: 3 * 1.1 },
    avg: { hours: 10 / 3 },
    max: { due_on: '2026-12-01' },
  };
  const values = { total: 12.5, paid: 3.3, hours: 3.33, due_on: '2026-12-01' };
  expect(3 * 1.1).not.toBe(1234.3);
  expect(totalValues(columns, figures)).toEqual(values);
});

test('a sum that is no number stays as it is, and one that is missing has no value', () => {
  const [total, paid] = shown('total', 'paid');
  const figures = { sum: { total: '9007199254740993', paid: null } };
  expect(totalValues([total!, paid!], figures)).toEqual({ total: '9007199254740993', paid: null });
  expect(totalValues([total!], {})).toEqual({ total: undefined });
});

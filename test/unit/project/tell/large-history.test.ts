import { expect, it } from 'vitest';
import type { RowCount } from '../../../../src/project/open/count-rows.js';
import { largeHistory } from '../../../../src/project/tell/large-history.js';
import { appOfSpec } from '../../../golden/app-of-spec.js';

const found = (count: RowCount, history = 'history: true', bytes: number | null = null) => {
  const app = appOfSpec('tasks', `models: { Task: { ${history}, fields: { title: string } } }`);
  const counted = () => Promise.resolve([count]);
  return largeHistory(
    { root: '/nowhere', app },
    { counted, measured: () => Promise.resolve(bytes) },
  );
};

it('a history of a million changes is told with what keeps it smaller', async () => {
  expect(await found(1_234_567)).toMatchObject([
    {
      code: 'large-history',
      message: 'the history has 1,234,567 changes, of Task',
      help: expect.stringContaining('crudgen model history Task 180d') as string,
    },
  ]);
});

it('a small one, one that cannot be counted, and none are not', async () => {
  expect(await found(999_999)).toEqual([]);
  expect(await found('none-yet')).toEqual([]);
  expect(await found({ unknown: 'the database cannot be reached' })).toEqual([]);
  expect(await found(2_000_000, 'timestamps: true')).toEqual([]);
});

it('the size is told where the database knows it, and is too large by itself', async () => {
  expect(await found(50_000, undefined, 1_234_500_000)).toMatchObject([
    { message: 'the history has 50,000 changes (1,235 MB), of Task' },
  ]);
  expect(await found(50_000, undefined, 20_000_000)).toEqual([]);
});

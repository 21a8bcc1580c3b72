import { expect, test } from 'vitest';
import type { ModelInfo } from '../../model/model-info.js';
import { withLines } from '../../lines/prepare-lines.js';
import type { Granted, ParentWrite } from '../../records/scope.js';
import type { Draft } from '../../records/writing/draft.js';

test('a draft with lines keeps all its other parts', async () => {
  const draft: Draft = {
    ...{ columns: { number: '7' }, links: { tags: [1] }, virtual: { note: 'a' }, problems: [] },
    ...{ increments: new Map(), unsent: new Set(['due']), aside: { number: '6' }, isMove: true },
    ...{ byCode: new Set(['number']), keysByCode: { tags: [1] } },
  };
  const children = [{ name: 'lines', model: 'Line', field: 'order_id', isLines: true }];
  const allowed = { model: { name: 'Order', children } as unknown as ModelInfo } as Granted;
  const parent = { mode: 'update', allowed } as ParentWrite;
  expect(await withLines({}, draft, parent)).toEqual({ ...draft, lines: [] });
});

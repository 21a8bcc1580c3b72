import { expect, it } from 'vitest';
import { FILTER_OPERATORS, SHORT_OPERATORS } from '../../../src/spec/reserved.js';
import { FILTER_OPERATORS as OPERATORS } from '../../../templates/service/engine/records/query/filter-operators.js';

it('a field may not be named as the filters of another are, with whatever operators these have', () => {
  const named = [...OPERATORS.keys()].filter((name) => name !== 'eq');
  expect([...FILTER_OPERATORS].sort()).toEqual(named.sort());
  const short = [...OPERATORS.values()].flatMap((one) => one.short?.slice(1) ?? []);
  expect([...SHORT_OPERATORS].sort()).toEqual(short.sort());
});

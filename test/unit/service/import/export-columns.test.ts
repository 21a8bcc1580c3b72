import { expect, test } from 'vitest';
import { exportColumns } from '../../../../templates/features/import/engine/import/export-columns.js';
import type { ModelInfo } from '../../../../templates/service/engine/model/model-info.js';

const model = {
  column: new Map(),
  links: [],
  extras: [],
  unlisted: ['picture'],
} as unknown as ModelInfo;
const READABLE = new Set(['id', 'name', 'picture']);
const namesOf = (query: Record<string, string>) =>
  exportColumns(query, model, READABLE).map(({ name }) => name);

test('a file has fields that lists leave out only where they are asked for', () => {
  expect(namesOf({})).toEqual(['id', 'name']);
  expect(namesOf({ _columns: 'name,picture' })).toEqual(['name', 'picture']);
});

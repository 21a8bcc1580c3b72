import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { ColumnInfo } from '../../fields/column-info.js';
import type { ModelInfo } from '../../model/model-info.js';
import { openSearch, searchedFields } from '../../search/search-config.js';

const folder = mkdtempSync(join(tmpdir(), 'service-search-'));
const file = join(folder, 'search.json');
afterAll(() => rmSync(folder, { recursive: true }));

const column = (name: string, type = 'string', role = 'data') =>
  ({ name, type, role }) as unknown as ColumnInfo;
const task = {
  name: 'Task',
  stored: [
    column('id', 'integer', 'id'),
    column('title'),
    column('sub_title'),
    column('subtitle'),
    column('notes', 'text'),
    column('estimate', 'float'),
    column('password_hash', 'string', 'hidden'),
  ],
} as unknown as ModelInfo;

test.each([
  [['Task'], ['title'], ['title', 'sub_title']],
  [['Task'], ['title', 'notes', 'nothing'], ['title', 'sub_title', 'notes']],
  [['Task'], ['estimate', 'hash'], []],
  [['Task'], [], ['title', 'sub_title', 'subtitle', 'notes']],
  [['Project'], ['title'], ['title', 'sub_title', 'subtitle', 'notes']],
  [['Task'], ['title', 'Task.owner.name'], ['title', 'sub_title', 'owner.name']],
  [
    ['Task'],
    ['Task.owner.name', 'Other.owner.name'],
    ['title', 'sub_title', 'subtitle', 'notes', 'owner.name'],
  ],
])('models %j, fields %j: %j', (models, fields, searched) => {
  expect(searchedFields(task, { models, fields })).toEqual(searched);
});

test('a missing file is an empty one', () => {
  const search = openSearch(join(folder, 'none.json'), () => {});
  expect(search.config()).toEqual({ models: [], fields: [] });
});

test.each([
  ['{\n  "models": ["Task"],\n  "fields": [,]\n}\n', 3],
  ['{\n  "models": ["Task"]\n  "fields": []\n}\n', 3],
  ['{\n  "models": ["Task],\n  "fields": []\n}\n', 2],
  ['{\n  "models": [],\n  "fields": []\n', 4],
  ['{\n  "models": [],\n  "fields": "title"\n}', 3],
  ['{\n  "models": [1],\n  "fields": []\n}', 2],
  ['[]', 1],
  ['', 1],
  ['{\n  "models":\n    ["a}]"\n    ,\n  "fields" [] }', 5],
  ['{\n  "models": [-\n  1] }', 2],
  ['{\n  "models": [] ] }', 2],
])('%j: line %i, however the parser words its errors', (text, line) => {
  writeFileSync(file, text);
  const { parse } = JSON;
  const reworded = vi.spyOn(JSON, 'parse').mockImplementation((json) => {
    try {
      return parse(json) as unknown;
    } catch {
      throw new SyntaxError('no JSON');
    }
  });
  onTestFinished(() => reworded.mockRestore());
  expect(() => openSearch(file, () => {})).toThrow(`search.json:${line}: `);
});

test('a change counts; one that cannot be read keeps the last good one and is told once', async () => {
  const warnings: string[] = [];
  writeFileSync(file, '{"models":["Task"],"fields":["title"]}');
  const search = openSearch(file, (message) => void warnings.push(message));
  expect(search.config().fields).toEqual(['title']);

  writeFileSync(file, '{"models":["Task"],"fields":["notes"]}');
  await sleep(300);
  expect(search.searchedFields(task)).toEqual(['notes']);

  writeFileSync(file, '{"models":["Task"],');
  await sleep(300);
  expect(search.config().fields).toEqual(['notes']);
  await sleep(300);
  search.config();
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('search.json:1');

  rmSync(file);
  await sleep(300);
  expect(search.config()).toEqual({ models: [], fields: [] });
});

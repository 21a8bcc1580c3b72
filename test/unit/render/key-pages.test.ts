import { expect, test } from 'vitest';
import type { App, KeySource } from '../../../src/model/model.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { templates } from '../../golden/example.js';
import { linesOf, pageOf } from '../../support/page-of.js';
import { resourcesFile } from '../../../src/render/web/resources.js';

const SPEC = `
models:
  Country:
    fields:
      code: string:required:max=2
      name: string:required
  Person:
    fields:
      home: ref=Country:required
`;

/** The app of the spec, whose countries have `code` as their key. */
function withKey(key: KeySource | null, type: 'string' | 'uuid' | 'integer' = 'string'): App {
  const app = appOfSpec('app', SPEC);
  const models = app.models.map((model) => ({
    ...model,
    fields: model.fields.map((field) => (field.name === 'code' ? { ...field, key, type } : field)),
  }));
  return { ...app, models };
}

type PageFile = 'form.tsx' | 'show.tsx' | 'list.tsx' | 'facts.gen.ts';

const lines = (app: App, file: PageFile, part = 'code') =>
  linesOf(pageOf(app, 'Country', file)).filter((line) => line.includes(part));

test('a key that the client gives is a field of all pages, and fixed by its facts', () => {
  const app = withKey('given');
  expect(lines(app, 'form.tsx')).toEqual(['<TextInput source="code" required max={2} />']);
  expect(lines(app, 'list.tsx')).toEqual(['<TextColumn source="code" />']);
  expect(lines(app, 'show.tsx')).toEqual(['<TextDetail source="code" />']);
  expect(lines(app, 'facts.gen.ts')).toEqual([
    "{ source: 'code', type: 'string', required: true, unique: true, key: true },",
  ]);
});

test('a number that is a key is shown without separators', () => {
  expect(lines(withKey('given', 'integer'), 'list.tsx')).toEqual(['<TextColumn source="code" />']);
});

test.each(['v7', 'v4', 'database'] as const)('a key made by %s is on no page', (source) => {
  const app = withKey(source, source === 'database' ? 'integer' : 'uuid');
  for (const file of ['form.tsx', 'show.tsx', 'list.tsx', 'facts.gen.ts'] as const)
    expect(lines(app, file)).toEqual([]);
});

test('rows whose ids tell no order stand by their creation', () => {
  const sort = (app: App) => lines(app, 'list.tsx', 'sort=');
  const newest = "sort={{ field: 'created_at', order: 'DESC' }}";
  expect(sort(withKey('v4', 'uuid'))).toEqual([expect.stringContaining(newest)]);
  expect(sort(withKey('v7', 'uuid'))).toEqual([]);
  expect(sort(withKey('given'))).toEqual([]);
});

test('pages know the type of ids that are texts', () => {
  const keys = (app: App) => {
    const { text } = resourcesFile(app, app.models, templates());
    return text.split('\n').filter((line) => line.includes('key:'));
  };
  expect(keys(withKey('given'))).toEqual(["    key: 'string',"]);
  expect(keys(withKey('v7', 'uuid'))).toEqual(["    key: 'uuid',"]);
  expect(keys(withKey(null))).toEqual([]);
  expect(keys(withKey('database', 'integer'))).toEqual([]);
});

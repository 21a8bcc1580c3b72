import { describe, expect, test } from 'vitest';
import { findModel } from '../../../src/model/change.js';
import type { Field } from '../../../src/model/model.js';
import { readFieldChanges } from '../../../src/project/change/field-changes.js';
import { schemaOf } from '../../../src/schema/schema.js';
import { diffSchema } from '../../../src/schema/diff-schema.js';
import { lossesOf } from '../../../src/schema/losses.js';
import { checkSpec } from '../../../src/spec/check.js';
import { commandLine } from '../../../src/spec/parse-arguments.js';
import { printField } from '../../../src/spec/print-field.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { parseSpec } from '../../support/parse-spec.js';

const specOf = (field: string) => `models: { Article: { fields: { tags: '${field}' } } }`;
const appOf = (field: string) => appOfSpec('lists', specOf(field));
const fieldOf = (field: string): Field => findModel(appOf(field), 'Article').fields[0]!;

/** What is wrong with a field, and what to write instead. */
function problemsOf(field: string) {
  const { spec, problems } = parseSpec('models.yaml', specOf(field));
  return [...problems, ...checkSpec(spec).problems].map(({ message, help }) => [message, help]);
}

test.each([
  ['list=string', { items: 'string', itemLength: null }],
  ['list=string=80', { items: 'string', itemLength: 80 }],
  ['list=decimal=12,2', { items: 'decimal', precision: 12, scale: 2 }],
  ['list=enum=a,b', { items: 'string', values: ['a', 'b'], enforce: true }],
  ['list=integer:min=1:max=3', { items: 'integer', min: 1, max: 3 }],
  ['list=string:values=a,b', { items: 'string', values: ['a', 'b'], enforce: false }],
])('%s is read, and printed again', (text, field) => {
  expect(fieldOf(text)).toMatchObject({ type: 'list', ...field });
  expect(printField(fieldOf(text), 'article')).toBe(`tags:${text}`);
});

test.each([
  ['list=string:default=[]', []],
  ['list=string:default=', []],
  ['list=string:default=a,b', ['a', 'b']],
  ['list=integer:default=[1,2]', [1, 2]],
  ['list=integer:default=1,2', [1, 2]],
  ['list=bigint:default=["12"]', ['12']],
])('%s has a default', (text, value) => {
  expect(fieldOf(text).default).toEqual({ kind: 'value', value });
});

test.each([
  ['list', '`list` needs the type of its items', 'list=string'],
  ['list=json', '`json` is not a type of items', 'use `json`'],
  ['list=ref', '`ref` is not a type of items', 'refs=Tag'],
  ['list=strng', '`strng` is not a type of items', 'list=string'],
  ['list=enum', '`list=enum` has no values', 'list=enum=small,large'],
  ['list=integer=5', '`5` does not fit `list=integer`', 'list=integer'],
  ['list=string=0', '0 is not a valid length', 'from 1'],
  ['list=string:max=1.5', '1.5 is not a number of items', 'whole number'],
  ['list=integer:values=a,b', '`values` are strings', 'list=string'],
  ['list=string:unique', '`unique` cannot be used with `list`', 'remove it'],
  ['list=string:label', '`label` cannot be used with `list`', 'remove it'],
  ['list=integer:default=[1.5]', 'not every item is a whole number', 'change the items'],
  ['list=string:max=1:default=a,b', 'a list of at most 1 items', 'change the items'],
])('%s is refused', (text, message, help) => {
  const [problem = []] = problemsOf(text);
  expect(problem[0]).toContain(message);
  expect(problem[1]).toContain(help);
});

describe('a change', () => {
  const changed = (from: string, to: string) => {
    const app = appOf(from);
    const line = commandLine(['model', 'change-field', 'Article', to]);
    return readFieldChanges(app, findModel(app, 'Article'), [to], line);
  };

  test.each([
    ['list=string', 'tags:list=text', { items: 'text' }],
    ['list=string=80', 'tags:max=3', { itemLength: 80, max: 3 }],
    ['list=string=80', 'tags:list=string=90', { itemLength: 90 }],
    ['list=enum=a,b', 'tags:list=enum=a,b,c', { values: ['a', 'b', 'c'], enforce: true }],
  ])('of %s to %s', (from, to, field) => {
    const { fields, problems } = changed(from, to);
    expect(problems).toEqual([]);
    expect([...fields.values()]).toMatchObject([field]);
  });

  test.each([
    ['list=string', 'tags:string'],
    ['string', 'tags:list=string'],
    ['list=string', 'tags:list=integer'],
  ])('of %s to %s is refused: its values would mean something else', (from, to) => {
    expect(changed(from, to).problems).toMatchObject([{ code: 'fixed-type' }]);
  });
});

describe('a migration', () => {
  const stepsOf = (from: string, to: string) => {
    const [before, after] = [schemaOf(appOf(from)), schemaOf(appOf(to))];
    const steps = diffSchema(before, after);
    return { steps, losses: lossesOf(steps, before).map(({ why }) => why) };
  };

  test('makes the column of each database, with the default in its form', () => {
    expect(
      schemaOf(appOf(`list=string=80:default=["a\\"b"]`)).tables['article']?.columns['tags'],
    ).toEqual({
      ...{ type: 'sql', sqlite: 'text', postgres: 'character varying(80)[]', nullable: true },
      default: { sqlite: '["a\\"b"]', postgres: '{"a\\"b"}' },
    });
  });

  test('gives rows an empty list where they need one', () => {
    expect(stepsOf('list=integer', 'list=integer:required').steps).toMatchObject([
      { do: 'changeColumn', backfill: { sqlite: '[]', postgres: '{}' } },
    ]);
  });

  test('tells where texts may be too long', () => {
    expect(stepsOf('list=string=80', 'list=string=90').losses).toEqual([]);
    expect(stepsOf('list=string=80', 'list=text').losses).toEqual([]);
    expect(stepsOf('list=string=80', 'list=string=40').losses).toHaveLength(1);
  });
});

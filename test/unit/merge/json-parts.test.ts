import { expect, it } from 'vitest';
import { jsonSource } from '../../../src/merge/json-parts.js';
import { mergeText } from '../../../src/merge/merge-text.js';

it.each([
  '{ "a": 1, }',
  '[1, 2,]',
  '// note\n{ "a": /* in */ [] }',
  '\uFEFF{}',
  'null',
  '{"": -1.5e3}',
])('reads %s', (text) => expect(jsonSource(text)).not.toBeNull());

it.each([
  '',
  '{',
  '{ "a" 1 }',
  '{ "a": 1 "b": 2 }',
  '[1,,2]',
  "{ 'a': 1 }",
  '{} {}',
  '{ "a": 01 }',
])('cannot read %s', (text) => expect(jsonSource(text)).toBeNull());

it('says the same for the same data, in whatever order its keys stand', () => {
  const meaning = (text: string) => jsonSource(text)?.root.meaning;
  expect(meaning('{ "a": 1, "b": [1, 2] }')).toBe(meaning('{"b":[1,2,],"a":1.0}'));
  expect(meaning('[1, 2]')).not.toBe(meaning('[2, 1]'));
});

it('knows where comments stand', () => {
  const text = '\uFEFF// one\n{ "a": "// no" /* two */ }';
  const words = jsonSource(text)?.comments.map(({ start, end }) => text.slice(start, end));
  expect(words).toEqual(['// one', '/* two */']);
});

it.each([
  [
    'keys of both sides',
    '{ "a": 1 }',
    '{ "a": 1, "m": 2 }',
    '{ "a": 1, "n": 3 }',
    '{ "a": 1, "n": 3, "m": 2 }',
  ],
  [
    'an object by its name',
    '[{ "name": "a", "x": 1 }]',
    '[{ "name": "own" }, { "name": "a", "x": 1 }]',
    '[{ "name": "a", "x": 2 }]',
    '[{ "name": "own" }, { "name": "a", "x": 2 }]',
  ],
  [
    'what has no name by its place',
    '["a", "b"]',
    '["a", "b", "own"]',
    '["a", "c"]',
    '["a", "c", "own"]',
  ],
])('merges %s', (_, base, mine, next, merged) => {
  expect(mergeText('a.json', { base, mine, next }).settled.keepMine).toBe(merged);
});

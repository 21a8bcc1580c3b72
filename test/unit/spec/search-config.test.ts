import { describe, expect, it } from 'vitest';
import { checkSpec } from '../../../src/spec/check.js';
import { type Refusal } from '../../../src/problem.js';
import { parseSpec } from '../../../src/spec/parse-spec.js';
import {
  addSearchField,
  addSearchModel,
  parseSearchConfig,
  printSearchConfig,
  removeSearchField,
  removeSearchModel,
} from '../../../src/spec/search-config.js';

const { models } = checkSpec(
  parseSpec(
    'm.yaml',
    'models:\n  Task: { fields: { title: string, short_name: string, hours: float } }',
  ).spec,
);
const NONE = { models: [], fields: [] };

function refusal(work: () => unknown) {
  try {
    work();
  } catch (error) {
    return (error as Refusal).problems.map(({ message, help }) => `${message}: ${help}`).join('\n');
  }
  throw new Error('not refused');
}

describe('config/search.json', () => {
  it('takes models and fields by the rule of the service', () => {
    expect(addSearchModel(NONE, 'Task', ['title', 'name'], models)).toEqual({
      models: ['Task'],
      fields: ['title', 'name'],
    });
    expect(addSearchField(NONE, 'name', models)).toEqual({ models: [], fields: ['name'] });
  });

  it('refuses what does not exist, all of it at once, with the nearest name', () => {
    expect(refusal(() => addSearchModel(NONE, 'Tsk', ['titel'], models))).toMatch(
      /`Task`[^]*`title`/,
    );
    expect(refusal(() => addSearchModel(NONE, 'Task', ['hours'], models))).toContain('`hours`');
    expect(refusal(() => addSearchField(NONE, 'ame', models))).toContain('`ame`');
    expect(refusal(() => removeSearchModel({ models: ['Task'], fields: [] }, 'Tasks'))).toContain(
      '`Task`',
    );
    expect(refusal(() => removeSearchField({ models: [], fields: ['title'] }, 'tilte'))).toContain(
      '`title`',
    );
  });

  it('keeps the indentation and other keys of the file', () => {
    const text = '{\n    "note": "mine",\n    "models": [],\n    "fields": []\n}';
    const next = printSearchConfig({ models: ['Task'], fields: [] }, text);
    expect(next).toBe('{\n    "note": "mine",\n    "models": ["Task"],\n    "fields": []\n}');
    expect(parseSearchConfig('f', next)).toEqual({ models: ['Task'], fields: [] });
  });

  it('says where the file is broken', () => {
    expect(() => parseSearchConfig('config/search.json', '{"models": [1]}')).toThrow(
      '`models` must be a list of strings',
    );
    expect(() => parseSearchConfig('config/search.json', '{"models" []}')).toThrow('missing');
  });
});

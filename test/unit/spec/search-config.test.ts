import { describe, expect, it } from 'vitest';
import { checkSpec } from '../../../src/spec/check.js';
import { type Refusal } from '../../../src/problem.js';
import { parseSpec } from '../../support/parse-spec.js';
import {
  addSearched,
  parseSearchConfig,
  printSearchConfig,
  registerModels,
  removeSearched,
  unsearchedLabel,
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
    expect(addSearched(NONE, 'Task', ['title', 'name'], models)).toEqual({
      models: ['Task'],
      fields: ['title', 'name'],
    });
    expect(addSearched(NONE, null, ['name'], models)).toEqual({ models: [], fields: ['name'] });
  });

  it('adds with a model what names its rows, and phone numbers', () => {
    const { models: people } = checkSpec(
      parseSpec(
        'm.yaml',
        `models:
  Person:
    label: '{last}, {first} {rank}'
    fields: { first: string, last: string, rank: integer, work_phone: string, about: text }`,
      ).spec,
    );
    const named = ['last', 'first', 'work_phone'].sort();
    const added = addSearched(NONE, 'Person', ['about'], people);
    expect([...added.fields].sort()).toEqual(['about', ...named]);
    const beside = addSearched({ models: ['Task'], fields: ['title'] }, 'Person', [], people);
    expect([...beside.fields].sort()).toEqual([...named, 'title'].sort());
    const registered = registerModels(NONE, people);
    expect([...registered.fields].sort()).toEqual(named);
    // All text is searched, and stays so.
    const all = { models: ['Task'], fields: [] };
    expect(addSearched(all, 'Person', [], people).fields).toEqual([]);
    expect(unsearchedLabel(registered, people[0]!)).toEqual([]);
    expect(unsearchedLabel({ models: ['Person'], fields: ['about'] }, people[0]!)).toEqual([
      'first',
      'last',
    ]);
  });

  it('adds the company of a person, where it is a text, and of nothing else', () => {
    const fieldsOf = (fields: string) =>
      registerModels(
        NONE,
        checkSpec(parseSpec('m.yaml', `models: { One: { fields: { ${fields} } } }`).spec).models,
      ).fields;
    expect(fieldsOf('name: string, email: "string:email", company: string')).toEqual([
      'name',
      'company',
    ]);
    expect(fieldsOf('first_name: string, last_name: string, employer_name: text')).toEqual([
      'first_name',
      'last_name',
      'employer_name',
    ]);
    expect(fieldsOf('name: string, phone: string, company: "string:read=Admin"')).toEqual([
      'name',
      'phone',
    ]);
    expect(fieldsOf('name: string, company: string')).toEqual(['name']);
    expect(fieldsOf('name: string, plate_number: string, vin: string, color: string')).toEqual([
      'name',
      'plate_number',
      'vin',
    ]);
  });

  it('refuses what does not exist, all of it at once, with the nearest name', () => {
    expect(refusal(() => addSearched(NONE, 'Tsk', ['titel'], models))).toMatch(/`Task`[^]*`title`/);
    expect(refusal(() => addSearched(NONE, 'Task', ['hours'], models))).toContain('`hours`');
    expect(refusal(() => addSearched(NONE, null, ['ame'], models))).toContain('`ame`');
    expect(
      refusal(() => removeSearched({ models: ['Task'], fields: [] }, 'models', 'Tasks')),
    ).toContain('`Task`');
    expect(
      refusal(() => removeSearched({ models: [], fields: ['title'] }, 'fields', 'tilte')),
    ).toContain('`title`');
  });

  it('keeps the indentation and other keys of the file', () => {
    const text = '{\n    "note": "mine",\n    "models": [],\n    "fields": []\n}';
    const next = printSearchConfig({ models: ['Task'], fields: [] }, text);
    expect(next).toBe('{\n    "note": "mine",\n    "models": ["Task"],\n    "fields": []\n}');
    expect(parseSearchConfig(next)).toEqual({ models: ['Task'], fields: [] });
  });

  describe('with new models', () => {
    const made = (fields: string) =>
      checkSpec(parseSpec('m.yaml', `models:\n  Order: { fields: { ${fields} } }`).spec).models;

    it('searches the label and unique text', () => {
      const order = made(
        'title: string, code: "string:unique", note: text, rank: "integer:unique"',
      );
      expect(registerModels(NONE, order)).toEqual({ models: ['Order'], fields: ['title', 'code'] });
      expect(registerModels({ models: ['Task'], fields: ['title'] }, order)).toEqual({
        models: ['Task', 'Order'],
        fields: ['title', 'code'],
      });
    });

    it('names no field that only some roles read, and no model without any text', () => {
      expect(registerModels(NONE, made('title: "string:read=Admin", note: text'))).toEqual(NONE);
      expect(registerModels(NONE, made('number: integer'))).toEqual(NONE);
    });

    it('leaves a project that searches all text as it is', () => {
      const all = { models: ['Task'], fields: [] };
      expect(registerModels(all, made('title: string'))).toEqual({
        models: ['Task', 'Order'],
        fields: [],
      });
    });
  });

  it('says where the file is broken', () => {
    expect(() => parseSearchConfig('{"models": [1]}')).toThrow(
      '`models` must be a list of strings',
    );
    expect(() => parseSearchConfig('{"models" []}')).toThrow('missing');
  });
});

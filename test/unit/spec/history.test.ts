import { expect, it } from 'vitest';
import { checkSpec } from '../../../src/spec/check.js';
import { parseSpec } from '../../support/parse-spec.js';

const check = (history: string, more = '') => {
  const text = `models:\n  Task:\n    history: ${history}\n${more}    fields:\n      title: string\n`;
  const { spec, problems } = parseSpec('models.yaml', text);
  const checked = checkSpec(spec);
  return {
    history: checked.models[0]?.history,
    codes: [...problems, ...checked.problems].map(({ code }) => code),
  };
};

it('a model of a spec has a history, for a time if it says so', () => {
  expect(check('true')).toEqual({ history: true, codes: [] });
  expect(check('2y')).toEqual({ history: '2y', codes: [] });
  expect(check('false')).toEqual({ history: undefined, codes: [] });
});

it('a wrong time, and a history of rows that are only read, are refused', () => {
  expect(check('3w').codes).not.toEqual([]);
  expect(check('true', '    read_only: true\n').codes).toContain('read-only');
});

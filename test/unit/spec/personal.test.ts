import { expect, it } from 'vitest';
import { checkSpec } from '../../../src/spec/check.js';
import { parseSpec } from '../../support/parse-spec.js';

const check = (personal: string, type = 'string') => {
  const text = `models:\n  Task:\n    fields:\n      title: { type: ${type}, personal: ${personal} }\n`;
  const { spec, problems } = parseSpec('models.yaml', text);
  const checked = checkSpec(spec);
  return {
    personal: checked.models[0]?.fields[0]?.personal,
    codes: [...problems, ...checked.problems].map(({ code }) => code),
  };
};

it.each([
  ['true', 'string', 'empty'],
  ['false', 'string', null],
  ['replace', 'string', 'replace'],
  ['{ keep: "tax law, 10 years" }', 'string', 'keep=tax law, 10 years'],
  ['{ replace: 1900-01-01 }', 'date', 'replace=1900-01-01'],
  ['{ replace: 0 }', 'integer', 'replace=0'],
])('a field of a spec says personal: %s', (personal, type, said) => {
  expect(check(personal, type)).toEqual({ personal: said, codes: [] });
});

it.each([['{ keep: a, replace: b }'], ['[true]'], ['erase'], ['{ keep: "" }']])(
  'personal: %s is refused',
  (personal) => {
    expect(check(personal).codes).not.toEqual([]);
  },
);

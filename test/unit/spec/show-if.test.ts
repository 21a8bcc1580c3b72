import { describe, expect, test } from 'vitest';
import { findModel, renameField } from '../../../src/model/change.js';
import { checkSpec } from '../../../src/spec/check.js';
import { parseSpec } from '../../support/parse-spec.js';
import { appOfSpec } from '../../golden/app-of-spec.js';

const problemsOf = (fields: string) => {
  const { spec, problems } = parseSpec('m.yaml', `models:\n  Client:\n    fields: { ${fields} }`);
  return [...problems, ...checkSpec(spec).problems].map(
    ({ code, message, help }) => `${code}: ${message}: ${help}`,
  );
};

const KIND = `kind: 'enum=person,company:required'`;

describe('show_if', () => {
  test.each([
    [
      `${KIND}, a: 'string:show_if=kin=company'`,
      'is shown by `kin`, which is no field with a value of its own: did you mean `kind`?',
    ],
    [`${KIND}, a: 'string:show_if=a'`, 'is shown by itself'],
    [
      `${KIND}, a: 'string:show_if=kind=firm'`,
      'is shown by `firm`, which is no value of `kind`: its values are person, company',
    ],
    [`${KIND}, a: 'string:show_if=kind='`, 'in which a value is missing'],
    [
      `level: integer, a: 'string:show_if=level=1,high'`,
      'is shown by `level=1,high`, of which `high` is no whole number: write it in digits alone',
    ],
    [`level: integer, a: 'string:show_if=level=007'`, '`007` is no whole number'],
    [`level: integer, a: 'string:show_if=level='`, '`` is no whole number'],
    [
      `day: date, a: 'string:show_if=day=x'`,
      'cannot be shown by values of `day`, which is date: write `show_if=day`',
    ],
    [
      `${KIND}, a: 'string:required:show_if=kind=company'`,
      'cannot be filled in where forms hide it: remove `required`',
    ],
  ])('%s is refused', (fields, text) => {
    const problems = problemsOf(fields);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('bad-show-if: `Client.a`');
    expect(problems[0]).toContain(text);
  });

  test('two fields that show each other are refused', () => {
    const problems = problemsOf(`a: 'string:show_if=b', b: 'string:show_if=a'`);
    expect(problems[0]).toContain('`Client.a` is shown by a field that it shows itself');
  });

  test('a field that has a default may be required', () => {
    expect(problemsOf(`${KIND}, a: 'string:required:default=x:show_if=kind=company'`)).toEqual([]);
  });

  test('follows the field that it names', () => {
    const app = appOfSpec(
      'x',
      `models:\n  Client:\n    fields: { ${KIND}, a: 'string:show_if=kind=company' }`,
    );
    const shownBy = (of: typeof app) => findModel(of, 'Client').fields.at(-1)!.showIf;
    expect(shownBy(app)).toEqual({ field: 'kind', values: ['company'] });
    expect(shownBy(renameField(app, 'Client', 'kind', 'sort'))).toEqual({
      field: 'sort',
      values: ['company'],
    });
  });
});

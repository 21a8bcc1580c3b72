import { expect, it } from 'vitest';
import { checkSpec } from '../../../src/spec/check.js';
import { parseSpec } from '../../support/parse-spec.js';

const problemsOf = (field: string) => {
  const { spec, problems } = parseSpec(
    'models.yaml',
    `models:
  Vehicle:
    search_by: [${field}]
    fields:
      plate: string:required
      owner: ref=Customer
  Customer:
    fields:
      name: string:required
      iban: string:read=Admin
`,
  );
  return [...problems, ...checkSpec(spec).problems].map(
    ({ code, severity, message }) => `${severity ?? 'error'} ${code}: ${message}`,
  );
};

it('a field that only some may read is named to everybody by what is searched, which is said', () => {
  expect(problemsOf('owner.name')).toEqual([]);
  expect(problemsOf('owner.iban')).toEqual([
    'warning restricted-search: everybody who signs in is told by `/config/search` that there is `Customer.iban`, which only Admin may read',
  ]);
});

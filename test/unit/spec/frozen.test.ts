import { expect, it } from 'vitest';
import { checkSpec } from '../../../src/spec/check.js';
import { parseSpec } from '../../support/parse-spec.js';

const FIELDS = `    fields:
      status: enum=open,paid,void
      name: string
      total: decimal
      owner: ref=User
      paid: boolean
`;

const check = (frozen: string, more = '') => {
  const text = `models:\n  Bill:\n    frozen: ${frozen}\n${more}${FIELDS}`;
  const { spec, problems } = parseSpec('models.yaml', text);
  const checked = checkSpec(spec);
  return {
    frozen: checked.models[0]?.frozen,
    problems: [...problems, ...checked.problems].map(({ code, message }) => `${code}: ${message}`),
  };
};

it('records are frozen by values of a field, or by any, but for some roles', () => {
  expect(check('status=paid')).toEqual({
    frozen: { field: 'status', values: ['paid'], except: [] },
    problems: [],
  });
  expect(check('{ when: "status=paid,void", except: [Admin] }').frozen).toEqual({
    ...{ field: 'status', values: ['paid', 'void'], except: ['Admin'] },
  });
  expect(check('total').frozen).toEqual({ field: 'total', values: null, except: [] });
  expect(check('owner').frozen).toEqual({ field: 'owner_id', values: null, except: [] });
  expect(check('paid=true').problems).toEqual([]);
});

it.each([
  ['state=paid', 'unknown-field'],
  ['status=payed', 'bad-frozen: records are frozen by `payed`'],
  ['status=', 'bad-frozen: a value of `Bill.status` is missing'],
  ['total=1', 'bad-frozen: records cannot be frozen by values of `Bill.total`'],
  ['paid=yes', 'bad-frozen: records are frozen by `yes`'],
  ['{ when: total, except: [Admn] }', 'role-name'],
])('%s is refused in words', (frozen, problem) => {
  expect(check(frozen).problems.join('\n')).toContain(problem);
});

it('rows that are only read are not frozen', () => {
  expect(check('total', '    read_only: true\n').problems.join('\n')).toContain('read-only');
});

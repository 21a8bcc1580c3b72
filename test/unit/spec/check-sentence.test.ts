import { describe, expect, it } from 'vitest';
import type { Sentence } from '../../../src/model/sentence.js';
import { type Problem, Report } from '../../../src/problem.js';
import { checkSentence } from '../../../src/spec/check-sentence.js';
import { appOfSpec } from '../../golden/app-of-spec.js';

const app = appOfSpec(
  'shop',
  `
roles: { Head of Sales: write }
models:
  Bill:
    rows: { owner: customer, tenant: branch, except: [Admin] }
    access: { Clerk: [list] }
    fields:
      number: string
      margin: { type: float, read: [Auditor] }
      customer: ref=User
      branch: ref=Tenant
  BillLine:
    rows: { as: bill }
    fields: { bill: ref=Bill:required, amount: integer, checker: ref=User, approver: ref=User }
  Note:
    fields: { text: string, author: ref=User, office: ref=Tenant }
  Tag:
    timestamps: false
    fields: { name: string }
`,
);
const AT = { file: 'models.yaml', line: 7, column: 9, length: 4, text: '' };

function checked(value: string, name: string): { sentence: Sentence | null; problems: Problem[] } {
  const report = new Report();
  const model = app.models.find((one) => one.name === name)!;
  const sentence = checkSentence({ value, at: AT }, model, app, report);
  return { sentence, problems: report.problems };
}

function sentenceOf(text: string, model = 'Bill'): Sentence {
  const { sentence, problems } = checked(text, model);
  expect(problems).toEqual([]);
  return sentence!;
}

const direct = (field: string) => ({ parents: [], field });

describe('a sentence', () => {
  it('says who never does what', () => {
    expect(sentenceOf('never: a Viewer reads Bill.margin')).toEqual({
      model: 'Bill',
      text: 'never: a Viewer reads Bill.margin',
      place: 'models.yaml:7',
      kind: 'never',
      who: [{ role: 'Viewer', tie: null }],
      actions: ['list', 'show'],
      field: 'margin',
      which: null,
    });
  });

  it('says who alone does it', () => {
    const { kind, who, actions } = sentenceOf('only: the owner or an Admin edits Bill');
    expect({ kind, who, actions }).toEqual({
      kind: 'only',
      who: [
        { role: null, tie: { is: 'user', by: [direct('customer_id')] } },
        { role: 'Admin', tie: null },
      ],
      actions: ['edit'],
    });
  });

  it.each([
    ['lists Bill', ['list']],
    ['creates Bill', ['create']],
    ['deletes Bill', ['delete']],
    ['writes Bill', ['create', 'edit', 'delete']],
    ['writes Bill.number', ['create', 'edit']],
    ['edits Bill.number', ['edit']],
  ])('takes the verb in `%s`', (words, actions) => {
    expect(sentenceOf(`never: anybody ${words}`).actions).toEqual(actions);
  });

  it.each([
    [
      'a Manager of its tenant',
      { role: 'Manager', tie: { is: 'tenant', by: [direct('branch_id')] } },
    ],
    [
      'somebody of another tenant',
      { role: null, tie: { is: 'other tenant', by: [direct('branch_id')] } },
    ],
    ['its customer', { role: null, tie: { is: 'user', by: [direct('customer_id')] } }],
    ['a Head of Sales', { role: 'Head of Sales', tie: null }],
    ['a Clerk', { role: 'Clerk', tie: null }],
    ['an Auditor', { role: 'Auditor', tie: null }],
  ])('takes `%s`', (who, users) => {
    expect(sentenceOf(`only: ${who} reads Bill`).who).toEqual([users]);
  });

  it.each([
    ['of others', { is: 'other user', by: [direct('customer_id')] }],
    ['without an owner', { is: 'nobody', by: [direct('customer_id')] }],
    ['without a tenant', { is: 'nobody', by: [direct('branch_id')] }],
  ])('takes rows `%s`', (which, tie) => {
    expect(sentenceOf(`never: a Viewer reads Bill ${which}`).which).toEqual(tie);
  });

  it('finds the owner and the tenant of rows that follow their parents', () => {
    const parents = [{ field: 'bill_id', model: 'Bill' }];
    const { who, which } = sentenceOf(
      'never: somebody of another tenant reads BillLine of others',
      'BillLine',
    );
    expect(who[0]!.tie!.by).toEqual([{ parents, field: 'branch_id' }]);
    expect(which!.by).toEqual([{ parents, field: 'customer_id' }]);
  });

  it('finds the tenant by a reference that no rule names', () => {
    const { who } = sentenceOf('only: somebody of its tenant reads Note', 'Note');
    expect(who[0]!.tie!.by).toEqual([direct('office_id')]);
  });

  it('finds fields by their relation, and the timestamps that are read', () => {
    expect(sentenceOf('never: anybody edits Bill.customer').field).toBe('customer_id');
    expect(sentenceOf('never: a Viewer reads Bill.created_at').field).toBe('created_at');
  });
});

it.each([
  ['a Viewer reads Bill', 'must begin with `never:` or `only:`', 'never: a Viewer deletes Bill'],
  ['nver: a Viewer reads Bill', 'must begin with', 'only: an Admin edits Bill'],
  ['never: a Viewer read Bill', 'has no verb', 'write `reads` instead of `read`'],
  ['never: a Viewer delets Bill', 'has no verb', 'write `deletes` instead of `delets`'],
  ['never: a Viewer', 'has no verb', 'verbs: lists, reads'],
  ['never: a Viewer reads', 'ends with its verb, `reads`', 'write `reads Bill`'],
  ['never: Viewer reads Bill', '`Viewer` does not say which users', 'write `a Viewer` for a role'],
  ['never: viewers reads Bill', '`viewers` does not say which users', 'write `anybody`'],
  ['never: a Viewer or Manager reads Bill', '`Manager` does not say', 'write `a Manager`'],
  ['never: a Viwer reads Bill', 'there is no role `Viwer`', 'did you mean `Viewer`?'],
  ['never: a Wizard reads Bill', 'there is no role `Wizard`', 'roles: Admin, Manager, Viewer'],
  ['only: its tenant reads Bill', '`its tenant` is not a user', 'write `somebody of its tenant`'],
  ['only: its custmer reads Bill', '`its custmer` is not a reference', 'did you mean `customer`?'],
  ['only: anybody reads Bill', 'forbids nothing', 'name roles'],
  ['never: a Viewer reads a Bill', '`a` is not `Bill`', 'write `reads Bill`'],
  ['never: a Viewer reads bill.margin', '`bill.margin` is not `Bill`', '`reads Bill.margin`'],
  ['never: a Viewer reads Bill.magin', '`Bill` has no field `magin`', 'did you mean `margin`?'],
  ['never: a Viewer lists Bill.margin', 'is about rows', 'or `reads Bill.margin`'],
  ['never: a Viewer creates Bill.margin', 'is about rows', 'or `writes Bill.margin`'],
  ['never: a Viewer deletes Bill.margin', 'is about rows', 'write `deletes Bill`'],
  ['never: anybody edits Bill.created_at', 'no field `created_at`', 'fields: number'],
  ['never: a Viewer reads Bill of theirs', '`of theirs` does not say', '`of others`'],
  ['never: a Viewer reads Bill of another tenant', 'does not say which rows', 'behind the users'],
])('refuses `%s`', (text, message, help) => {
  const { sentence, problems } = checked(text, 'Bill');
  expect(sentence).toBeNull();
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ code: 'bad-sentence', at: AT });
  expect(problems[0]!.message).toContain(message);
  expect(problems[0]!.help).toContain(help);
});

it.each([
  ['only: the owner edits Note', 'Note', 'write `its author`, or add a rule'],
  ['only: the owner edits Tag', 'Tag', 'crudgen model add-field Tag created_by:ref=User'],
  [
    'only: somebody of its tenant edits Tag',
    'Tag',
    'crudgen model add-field Tag tenant:ref=Tenant',
  ],
  ['only: its author edits Tag', 'Tag', 'name roles'],
  ['never: anybody reads Tag.created_at', 'Tag', 'fields: name'],
])('says how `%s` comes to have a meaning', (text, model, help) => {
  const { sentence, problems } = checked(text, model);
  expect(sentence).toBeNull();
  expect(problems.map((one) => one.help)).toEqual([expect.stringContaining(help)]);
});

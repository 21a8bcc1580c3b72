import { describe, expect, it } from 'vitest';
import { findModel } from '../../../src/model/change.js';
import { Report } from '../../../src/problem.js';
import { checkSentence } from '../../../src/spec/check-sentence.js';
import {
  Naive,
  type NaiveModel,
  type NaiveRules,
  type Person,
  type Row,
  type Rule,
} from '../../../templates/tools/prove/naive/naive.js';
import {
  sentenceThatBreaks,
  SentenceTrial,
} from '../../../templates/tools/prove/sentences/hold-sentences.js';
import { appOfSpec } from '../../golden/app-of-spec.js';

const app = appOfSpec(
  'shop',
  `
models:
  Bill:
    rows: { owner: customer, tenant: branch, except: [Admin] }
    fields:
      number: string
      margin: integer
      customer: ref=User
      branch: ref=Tenant
  Line:
    rows: { as: bill }
    fields: { bill: ref=Bill, amount: integer }
`,
);

const sentenceOf = (text: string) => {
  const report = new Report();
  const at = { file: 'bill.access.ts', line: 3, column: 1, length: 1, text: '' };
  const model = / (?:Line)\b/.test(text) ? 'Line' : 'Bill';
  const sentence = checkSentence({ value: text, at }, findModel(app, model), app, report);
  expect(report.problems).toEqual([]);
  return sentence!;
};

const VIEWER = 'Viewer (user 1, tenant 1)';
const MANAGER = 'Manager (user 1, tenant 1)';

const BILL: NaiveModel = {
  fields: [
    { name: 'number', kind: 'text' },
    { name: 'margin', kind: 'integer' },
    { name: 'customer_id', kind: 'integer' },
    { name: 'branch_id', kind: 'integer' },
  ],
  label: ({ id }) => `Bill ${id}`,
};
const LINE: NaiveModel = {
  fields: [
    { name: 'bill_id', kind: 'integer', to: 'Bill', relation: 'bill' },
    { name: 'amount', kind: 'integer' },
  ],
  label: ({ id }) => `Line ${id}`,
};

const rule = (is: Rule['is']): Rule => ({ is, fails: () => false });
const OWNER = rule(({ id }, row) => row['customer_id'] === id);
const TENANT = rule(({ tenants }, row) => tenants.some((one) => one === row['branch_id']));
const ADMIN = rule(({ by }) => by.includes('Admin'));
const OWNERLESS = rule((_, row) => row['customer_id'] === null);
const AS_BILL = rule(
  (actor, row, naive) => naive.seen(actor, 'Bill', row['bill_id']) !== undefined,
);

const OPEN: NaiveRules = {
  ...{ roles: {}, fields: {}, rows: null, tenants: [], excepted: [], hasOtherWays: true },
  owners: [],
};
const OWNED = { owners: [{ field: 'customer_id', write: true, preset: true }] };

const ROLES = new Map([
  ['Admin', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']],
  ['Manager', ['GET', 'POST', 'PUT', 'PATCH']],
  ['Viewer', ['GET']],
]);
const person = (id: number, role: string, ...tenants: number[]): Person => ({
  ...{ id, username: `user${id}`, roles: [role], tenants },
});
const ACTORS = ['Admin', 'Manager', 'Viewer'].flatMap((role) => [
  person(1, role, 1),
  person(1, role),
]);

const bill = (id: number, customer: number | null, branch: number | null): Row => ({
  ...{ id, number: `B${id}`, margin: 7, customer_id: customer, branch_id: branch },
});
const BILLS = [bill(1, 1, 1), bill(2, 2, 2), bill(3, null, null)];

function tried(text: string, rules: Partial<NaiveRules>, bills = BILLS, actors = ACTORS) {
  const lines = bills.map(({ id }) => ({ id, bill_id: id, amount: 1 }));
  const all = { Bill: { ...OPEN, ...rules }, Line: { ...OPEN, rows: [AS_BILL] } };
  const naive = new Naive({ Bill: BILL, Line: LINE }, all, ROLES, { Bill: bills, Line: lines });
  const sentence = sentenceOf(text);
  const trial = new SentenceTrial([sentence]);
  trial.look(naive, actors);
  const broken = sentenceThatBreaks(naive, actors, [sentence]);
  const [result] = trial.results;
  expect(broken).toBe(result!.counterexample === null ? null : text);
  return result!;
}

const HELD = { held: expect.toSatisfy((held: number) => held > 0) as number, counterexample: null };

describe('a sentence about a field', () => {
  const text = 'never: a Viewer reads Bill.margin';

  it('is broken by a role that reads it', () => {
    expect(tried(text, {})).toEqual({
      ...{ sentence: sentenceOf(text), held: 0 },
      counterexample: {
        ...{ actor: VIEWER, action: 'list', row: BILLS[0], becomes: null },
        rule: { model: 'Bill', part: 'roles' },
      },
    });
  });

  it('names the rule that lets its counterexample through', () => {
    const ruleOf = (rules: Partial<NaiveRules>) => tried(text, rules).counterexample?.rule;
    const second = { model: 'Bill', part: 'row', index: 1 };
    expect(ruleOf({ rows: [rule(() => false), OWNER, TENANT] })).toEqual(second);
    const fields = { margin: { read: ['Viewer'] } };
    expect(ruleOf({ rows: [OWNER], fields })).toEqual({
      ...{ model: 'Bill', part: 'field', field: 'margin' },
    });
    const rules = { ...OWNED, rows: [OWNER, TENANT] };
    const create = tried('never: a Manager creates Bill of others', rules, [bill(1, 2, 1)]);
    expect(create.counterexample).toMatchObject({ action: 'create', rule: second });
  });

  it('holds where only others read it', () => {
    // Two Viewers, three rows.
    const held = { held: 6, counterexample: null };
    expect(tried(text, { fields: { margin: { read: ['Admin'] } } })).toMatchObject(held);
  });

  it('is broken by a role that writes it, in a new row, too', () => {
    const fields = { margin: { write: ['Manager'] } };
    const only = 'only: an Admin writes Bill.margin';
    expect(tried(only, { fields }).counterexample).toMatchObject({ action: 'create' });
    expect(tried('only: an Admin edits Bill.margin', { fields }).counterexample).toMatchObject({
      ...{ action: 'edit', actor: MANAGER },
    });
    expect(tried(only, { fields: { margin: { write: ['Admin'] } } })).toMatchObject(HELD);
  });
});

describe('a sentence about owners', () => {
  const text = 'only: the owner or an Admin edits Bill';

  it('holds with an owner rule, and is broken by every other way to a row', () => {
    expect(tried(text, { ...OWNED, rows: [OWNER, ADMIN] })).toMatchObject(HELD);
    expect(tried(text, { ...OWNED, rows: [OWNER, TENANT] }, [bill(1, 2, 1)])).toMatchObject({
      counterexample: { action: 'edit', row: { id: 1 }, actor: MANAGER },
    });
  });

  it('is broken by a writer who takes a row over that has no owner', () => {
    const { counterexample } = tried(text, { ...OWNED, rows: [OWNER, OWNERLESS] });
    expect(counterexample).toMatchObject({ action: 'edit', row: { id: 3 } });
  });

  it('speaks of the rows of others', () => {
    const others = 'never: a Viewer reads Bill of others';
    expect(tried(others, { rows: [OWNER] })).toMatchObject(HELD);
    expect(tried(others, { rows: [OWNER, OWNERLESS] })).toMatchObject(HELD);
    expect(tried(others, { rows: [TENANT] }, [bill(1, 2, 1)]).counterexample).not.toBeNull();
    const nobody = 'never: a Viewer reads Bill without an owner';
    expect(tried(nobody, { rows: [OWNER, OWNERLESS] }).counterexample).toMatchObject({
      row: { id: 3 },
    });
  });

  it('is broken by a row that is created for others', () => {
    const creates = 'only: the owner creates Bill';
    const preset = [{ field: 'customer_id', write: false, preset: true }];
    expect(tried(creates, { owners: preset, rows: [OWNER] })).toMatchObject(HELD);
    expect(tried(creates, { rows: null }).counterexample).toMatchObject({
      ...{ action: 'create', row: { customer_id: 2 } },
    });
  });
});

describe('a sentence about tenants', () => {
  const text = 'never: somebody of another tenant reads Bill';

  it('holds with a tenant rule; a row without a tenant is in no other one', () => {
    expect(tried(text, { tenants: ['branch_id'], rows: [TENANT] })).toMatchObject(HELD);
    const rules = { tenants: ['branch_id'], rows: [TENANT, OWNERLESS] };
    expect(tried(text, rules)).toMatchObject(HELD);
    expect(tried('only: somebody of its tenant reads Bill', rules).counterexample).toMatchObject({
      row: { id: 3 },
    });
  });

  it('is broken by a rule that a merge dropped', () => {
    expect(tried(text, {}).counterexample).toMatchObject({ row: { id: 2 } });
  });

  it('looks at what a row becomes', () => {
    const edits = 'never: a Manager of another tenant edits Bill';
    const own = [bill(1, 1, 1)];
    const rules = { ...OWNED, rows: [OWNER] };
    const actors = [person(1, 'Manager', 1), person(2, 'Manager', 2)];
    expect(tried(edits, rules, own, actors).counterexample).toMatchObject({
      ...{ action: 'edit', row: { branch_id: 1 }, becomes: { branch_id: 2 } },
    });
    const fields = { branch_id: { write: ['Admin'] } };
    expect(tried(edits, { ...rules, fields }, own, actors)).toMatchObject(HELD);
  });

  it('finds the tenant of a line by its bill', () => {
    const lines = 'never: somebody of another tenant reads Line';
    expect(tried(lines, { rows: [TENANT] })).toMatchObject(HELD);
    expect(tried(lines, { rows: [OWNER] }, [bill(2, 1, 2)]).counterexample).toMatchObject({
      row: { id: 2, bill_id: 2 },
    });
  });
});

describe('a sentence that no world is about', () => {
  it.each([
    ['without rows', 'never: a Viewer reads Bill', [], ACTORS],
    ['without users', 'never: a Viewer reads Bill', BILLS, [person(1, 'Admin', 1)]],
    ['without such rows', 'never: a Viewer reads Bill of others', [bill(1, 1, 1)], ACTORS],
  ])('has not held %s', (_, text, bills, actors) => {
    const result = tried(text, { rows: [] }, bills, actors);
    expect(result).toMatchObject({ held: 0, counterexample: null });
  });
});

it('a user with several roles may do what the roles together allow', () => {
  const both = { ...person(1, 'Viewer', 1), roles: ['Viewer', 'Manager'] };
  const fields = { margin: { read: ['Manager'] } };
  const never = 'never: a Viewer reads Bill.margin';
  expect(tried(never, { fields }, BILLS, [both, person(1, 'Viewer')])).toMatchObject(HELD);
  expect(
    tried('never: a Viewer or a Manager reads Bill.margin', { fields }, BILLS, [both]),
  ).toMatchObject({
    counterexample: { actor: 'Viewer and Manager (user 1, tenant 1)' },
  });
  expect(
    tried('only: a Manager reads Bill.margin', { fields }, BILLS, [both, ...ACTORS]),
  ).toMatchObject(HELD);
});

it('users with rows are counted, up to the first that breaks the sentence', () => {
  const trial = new SentenceTrial([sentenceOf('never: a Viewer reads Bill')]);
  const naive = (rows: NaiveRules['rows']) =>
    new Naive({ Bill: BILL }, { Bill: { ...OPEN, rows } }, ROLES, { Bill: BILLS });
  for (let times = 0; times < 201; times++) trial.look(naive([]), ACTORS);
  expect(trial.results).toMatchObject([{ held: 1206, counterexample: null }]);
  expect(trial.unbroken).toHaveLength(1);
  trial.look(naive([OWNER]), ACTORS);
  trial.look(naive([]), ACTORS);
  expect(trial.results).toMatchObject([{ held: 1206, counterexample: { row: BILLS[0] } }]);
  expect(trial.unbroken).toEqual([]);
});

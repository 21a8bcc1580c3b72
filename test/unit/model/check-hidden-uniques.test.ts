import { expect, it } from 'vitest';
import { checkSpec } from '../../../src/spec/check.js';
import { type HidingRule, warnOfHiddenUniques } from '../../../src/spec/check-hidden-uniques.js';
import { parseSpec } from '../../support/parse-spec.js';

const [model] = checkSpec(
  parseSpec(
    'models.yaml',
    `models:
  Document:
    unique: [[folder, place], [name, place]]
    fields:
      folder: { ref: User, unique: true }
      code: string:unique
      known: string:unique=global
      name: string
      place: integer
      tenant: ref=Tenant`,
  ).spec,
).models;
const rule = (kind: HidingRule['kind'], field: string | null = null): HidingRule => ({
  kind,
  field,
});
const PARENT = rule('asParent', 'folder_id');

it.each<[string, readonly HidingRule[] | null, readonly string[]]>([
  ['without rules, nothing is hidden', null, []],
  ['by parent, what is unique by parent tells nothing', [PARENT], ['code', 'name, place']],
  ['by code, everything tells', [rule('custom')], ['folder_id', 'code', 'folder_id, place', 'name, place']],
  ['beside an owner', [rule('owner', 'folder_id'), PARENT], ['code', 'name, place']],
  ['beside a tenant, unique is per tenant', [rule('tenant', 'tenant_id'), PARENT], []],
])('%s', (_, rules, told) => {
  const names = warnOfHiddenUniques(model!, rules).map(({ message }) =>
    [...message.matchAll(/Document\.(\w+)/g)].map(([, name]) => name).join(', '),
  );
  expect(names).toEqual(told);
}); // prettier-ignore

it('says what to write instead', () => {
  const [field, group] = warnOfHiddenUniques(model!, [PARENT]).map(({ help }) => help);
  expect(field).toContain("`@Unique(['folder_id', 'code'])`");
  expect(field).toContain("`@Field({ unique: 'global' })`");
  expect(group).toContain("`@Unique(['folder_id', 'name', 'place'])`");
});

it.each([
  ['ssn: string:unique:read=Admin', ['Manager, Clerk']],
  ['ssn: string:unique:read=Admin,Clerk:write=Clerk', []],
  ['ssn: string:unique:read=Admin:write=Clerk,Reader', ['Clerk']],
  ['ssn: string:unique:write=Manager', []],
  ['ssn: string:read=Admin', []],
])('a field that may be written and not read tells whether a value is taken: %s', (field, told) => {
  const spec = `models:
  Person:
    access:
      Clerk: [list, create]
      Reader: [list]
    fields:
      ${field}`;
  const [person] = checkSpec(parseSpec('models.yaml', spec).spec).models;
  const found = warnOfHiddenUniques(person!, null);
  expect(found.map(({ message }) => /and (.*) may write/.exec(message)?.[1])).toEqual(told);
});

it.each([
  'number: { type: string, series: "INV-{0000}", read: [Admin] }',
  'id: public',
  'uid: uuid:key=generated',
])('what nobody writes tells nothing, alone or in a group: %s', (field) => {
  const name = field.split(':')[0]!;
  const spec = `models:
  Bill:
    unique: [[${name}, code]]
    fields:
      ${field}
      code: string
      folder: ref=User`;
  const { models, problems } = checkSpec(parseSpec('models.yaml', spec).spec);
  expect(problems).toEqual([]);
  for (const rules of [null, [PARENT], [rule('custom')]])
    expect(warnOfHiddenUniques(models[0]!, rules)).toEqual([]);
});

it('a spec whose rows follow their parents is not warned of numbers that the service gives', () => {
  const warned = (number: string) =>
    checkSpec(
      parseSpec(
        'models.yaml',
        `models:
  Job: { rows: { owner: owner }, fields: { title: string, owner: ref=User } }
  Bill: { rows: { as: job }, fields: { number: ${number}, job: ref=Job:required } }`,
      ).spec,
    ).problems.map(({ code }) => code);
  expect(warned('string:unique')).toEqual(['unique-tells']);
  expect(warned('{ type: string, series: "B-{0000}" }')).toEqual([]);
});

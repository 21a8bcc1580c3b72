import { expect, test } from 'vitest';
import { codeOf } from '../../../src/render/code.js';
import { viewTest } from '../../../src/render/test-file/view-test.js';
import { appOfSpec } from '../../golden/app-of-spec.js';

/** The view of the tests of the model that is called Row. */
function viewOf(models: string) {
  const app = appOfSpec('rows', `models:\n${models}`);
  return viewTest(
    app,
    app.models.find(({ name }) => name === 'Row')!,
  );
}

const row = (rows: string, more = '') => `  Row:
    rows: ${rows}
    fields:
      name: string:required
      owner: ref=User:as=owned
      tenant: ref=Tenant
${more}`;

const tests = (models: string) =>
  viewOf(models).rows.map(({ name, role, who, values, hidden }) => [
    `${name}, ${role}`,
    who,
    values && codeOf(values),
    hidden && [hidden.who, codeOf(hidden.values)],
  ]);

test('a row with two ways to see it is for one of them at a time', () => {
  expect(tests(row('{ owner: owner, tenant: tenant }'))).toEqual([
    ['the owner of the row, Admin', 'nobody', '{ owner_id: user.id }', null],
    ['the tenant of the row, Admin', 'nobody', '{ tenant_id: user.tenantId }', null],
  ]);
});

test('a row with a single way belongs to the user in all', () => {
  expect(tests(row('{ owner: owner }'))).toEqual([
    ['the owner of the row, Admin', 'user', '{ owner_id: user.id }', null],
  ]);
});

test('a role does not see by the rules of another role', () => {
  const rows = '{ Office: { tenant: tenant }, Teacher: { owner: owner }, except: [Admin] }';
  expect(tests(row(rows))).toEqual([
    [
      'the tenant of the row, as Office, Office',
      ...['nobody', '{ tenant_id: user.tenantId }'],
      ['user', '{ tenant_id: nobody.tenantId }'],
    ],
    [
      'the owner of the row, as Teacher, Teacher',
      ...['nobody', '{ owner_id: user.id }', ['user', '{ owner_id: nobody.id }']],
    ],
  ]);
});

test('a role without rules of its own does not see by the rules of another role either', () => {
  expect(tests(row('{ Office: { tenant: tenant }, owner: owner, except: [Admin] }'))).toEqual([
    ...['Manager', 'Viewer'].map((role) => [
      ...[`the owner of the row, as ${role}, ${role}`, 'nobody', '{ owner_id: user.id }'],
      ['user', '{ owner_id: nobody.id }'],
    ]),
    ['the tenant of the row, as Office, Office', 'nobody', '{ tenant_id: user.tenantId }', null],
  ]);
});

const parent = (rows: string) => `  Folder:
    rows: ${rows}
    fields:
      name: string:required
      tenant: ref=Tenant
`;
const FOLDER = '      folder: ref=Folder:required:on_delete=cascade\n';

test('a row that is seen as its parent is for whoever sees the parent', () => {
  const models = parent('{ tenant: tenant }') + row('{ as: folder, tenant: tenant }', FOLDER);
  expect(tests(models)).toEqual([
    ['the tenant of the row, Admin', 'nobody', '{ tenant_id: user.tenantId }', null],
    ['whoever sees its folder, Admin', 'user', '{ tenant_id: nobody.tenantId }', null],
  ]);
});

test('a role does not see by the parent as another role does', () => {
  const rows = '{ Office: { as: folder }, Teacher: { owner: owner }, except: [Admin] }';
  const models = parent('{ tenant: tenant }') + row(rows, FOLDER);
  expect(tests(models)).toEqual([
    [
      'whoever sees its folder, as Office, Office',
      ...['user', '{ owner_id: nobody.id }', ['nobody', '{ owner_id: user.id }']],
    ],
    [
      'the owner of the row, as Teacher, Teacher',
      ...['nobody', '{ owner_id: user.id }', ['user', '{ owner_id: nobody.id }']],
    ],
  ]);
});

test('a role that a parent excepts is a stranger to no row', () => {
  const models = parent('{ tenant: tenant, except: [Admin] }') + row('{ as: folder }', FOLDER);
  expect(tests(models)).toEqual([['whoever sees its folder, Manager', 'user', null, null]]);
});

test('roles that are not excepted see none of others, each once', () => {
  const { excepted, bound } = viewOf(row('{ tenant: tenant, except: [Admin] }'));
  // The test of the tenant has Manager.
  expect({ excepted, bound }).toEqual({ excepted: ['Admin'], bound: ['Viewer'] });
});

test('a field is looked for in a list if some role may only list rows', () => {
  const secret = '      secret: string:read=Admin\n';
  const view = (access: string) => viewOf(`  Row:\n    access: ${access}\n    fields:\n${secret}`);
  const { inList, hidden } = view('{ Viewer: [list] }');
  expect([inList, hidden.map(([role]) => role)]).toEqual([true, ['Admin', 'Manager', 'Viewer']]);
  expect(view('{ Viewer: [show] }').inList).toBe(false);
});

test('a role that nobody names stands for every other role', () => {
  const roles = (access: string) =>
    viewOf(`  Row:\n    access: ${access}\n    fields:\n      name: string\n`).roles;
  const named = 'Admin: [list], Manager: [list], Viewer: [list]';
  expect(roles(`{ ${named}, '*': [] }`).at(-1)).toEqual(['Somebody', '']);
  expect(roles(`{ ${named} }`).at(-1)).toEqual(['Viewer', 'list']);
});

test('a row without a named owner is of nobody if the rules say so', () => {
  const unowned = (rows: string) => viewOf(row(rows)).life?.unowned;
  const made = unowned('{ owner: owner, preset: false, tenant: tenant }');
  expect(made && [made.field, codeOf(made.row)]).toEqual([
    'owner_id',
    '{ ...newRow(user), owner_id: undefined }',
  ]);
  expect(unowned('{ owner: owner, tenant: tenant }')).toBeNull();
});

test('a reference is hidden with any of its columns', () => {
  const { hidden } = viewOf(`  Order:
    fields:
      title: string
  OrderLine:
    fields:
      order: ref=Order:key
      number: integer:key
  Row:
    fields:
      order: ref=Order
      line_number: integer:read=Admin
      line: ref=OrderLine:columns=order_id+line_number
`);
  expect(hidden).toEqual([
    ['Admin', []],
    ['Manager', ['line_number', 'line_id']],
    ['Viewer', ['line_number', 'line_id']],
  ]);
});

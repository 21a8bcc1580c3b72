import type { App, Field, Model } from '../../model/model.js';
import { compareText } from '../../model/names.js';
import { ENGINE_TESTING, importPath, namesOf } from '../model-names.js';
import { array, call, type Code, literal, object, quote, raw, SPREAD } from '../print/code.js';
import { printCode, printExpectation, printImport } from '../print/print-code.js';
import { givenFields, neededFields, newRow, type NewRow, ownEntries } from './new-row.js';
import { actionsOf, mayRead, mayWrite, rolesOf, TRIED } from './roles.js';
import { otherThanDefault, statement, valuesOf, withNewRow } from './row-code.js';
import { type RowKeys, rowKeys } from './row-keys.js';
import { uniqueTests } from './unique-tests.js';

/** The view of a model's tests: its fields, constraints and rules. */
export function viewTest(app: App, model: Model) {
  const least = newRow(app, model);
  const row = 'why' in least ? null : least;
  const made = row && viewNewRow(row);
  const insertRow = made && viewInsertRow(model, made.call('user'));
  const view = {
    path: quote(model.prefix),
    newRow: made && { ...made, call: made.call('user') },
    noRow: 'why' in least ? least.why : null,
    few: row && fewRows(app, model, row),
    insertRow,
    inserted: insertRow && statement(6, 'const row = await ', insertRow.call),
    life: made && viewLife(app, model, made.call),
    roles: rolesLoop(model),
    rows: made ? rowTests(model) : [],
    excepted: made && exceptedLoop(model),
    shown: made && shownTest(model),
    written: made && writtenTest(model),
    kept: keptField(model),
  };
  return { ...view, imports: importsOf(model, row, JSON.stringify(view)) };
}

/** The function that creates the values of a new row, and its call, without unneeded parameters and awaits. */
function viewNewRow({ statements, values }: NewRow) {
  const code = statement(2, 'return ', values);
  const usesUser = /\buser\./.test([...statements, code].join('\n'));
  const waits = /\bawait\b/.test([...statements, code].join('\n'));
  return {
    head: `${waits ? 'async ' : ''}function newRow(${usesUser ? 'user: TestUser' : ''})`,
    call: (user: string) => `${waits ? 'await ' : ''}newRow(${usesUser ? user : ''})`,
    statements,
    values: code,
  };
}

/** What the database cannot hold enough rows for, so that every test needs an empty one; null where all tests can share one. */
function fewRows(app: App, model: Model, { parents }: NewRow): string | null {
  const said = (few: RowKeys['few'], of = '') =>
    `Rows${of} that differ in ${few.map((names) => names.join(' and ')).join(', or in ')} are few`;
  const { few } = rowKeys(app, model);
  if (few.length > 0) return said(few);
  // Tests find the one row of a parent that a first set allows, but not one that fits several.
  const parent = parents.find((one) => rowKeys(app, one).few.length > 1);
  return parent === undefined ? null : said(rowKeys(app, parent).few, ` of ${parent.name}`);
}

/** The function that inserts a row, so that tests name the class in one place. */
function viewInsertRow(model: Model, made: string) {
  const own = ownEntries(model);
  const isOwned = Object.keys(own).length > 0;
  const takesUser = isOwned || /\buser\b/.test(made);
  const row = isOwned ? withNewRow(made, { ...own, '...values': SPREAD }) : raw(made);
  const parameters = [takesUser && 'user: TestUser', isOwned && 'values: object = {}'];
  const waits = made.startsWith('await ') ? 'async ' : '';
  return {
    says: isOwned ? " of the user's own" : '',
    head: `${waits}function insertRow(${parameters.filter(Boolean).join(', ')})`,
    statement: statement(2, 'return ', call('service.insert', raw(model.name), row)),
    call: call('insertRow', ...(takesUser ? [raw('user')] : [])),
  };
}

function importsOf(model: Model, least: NewRow | null, printed: string): readonly string[] {
  const classes = [...new Set([model, ...(least?.parents ?? [])].map(({ name }) => name))];
  const paths = classes.map((name): [string, string] => [
    name === model.name ? `./${namesOf(model).file}.model.js` : importPath(name),
    name,
  ]);
  const takesUser = /\buser: TestUser\b/.test(printed);
  const tools = [
    ...(least ? ['allowedActions'] : []),
    ...(/\bfresh\.\w+\(/.test(printed) ? ['fresh'] : []),
  ];
  return [
    ...(tools.length > 0 ? [printImport(tools, ENGINE_TESTING)] : []),
    printImport(
      ['startTestService', 'type TestService', ...(takesUser ? ['type TestUser'] : [])],
      '../../../test/test-service.js',
    ),
    ...(least ? paths : [])
      .sort(([left], [right]) => compareText(left, right))
      .map(([path, name]) => printImport([name], path)),
  ];
}

/** The first of the roles that may do everything and write all required fields. */
function fullRole(model: Model, roles = rolesOf(model)): string | null {
  const able = roles.filter(
    (role) =>
      actionsOf(model, role).length === TRIED.length &&
      neededFields(model).every((field) => mayWrite(field, role)),
  );
  return able[0] ?? null;
}

/** The life cycle of a row, as a role that may do everything; null without one. */
function viewLife(app: App, model: Model, newRow: (user: string) => string) {
  const role = fullRole(model);
  if (role === null) return null;
  const open = model.fields.filter(
    (field) => field.type !== 'refs' && mayRead(field, role) && mayWrite(field, role),
  );
  const plain = open.filter((field) => field.type !== 'ref');
  const changes = object(valuesOf(app, model, plain));
  const given = givenFields(app, model);
  return {
    role: quote(role),
    row: statement(4, 'const row = await ', call('user.create', raw('PATH'), raw(newRow('user')))),
    defaults: defaultsOf(open.filter((field) => !given.includes(field))),
    change: changes.entries.length === 0 ? null : statement(4, 'const change = ', changes),
    needed: neededTest(neededFields(model)),
    uniques: uniqueTests(app, model, open, { role, newRow }),
  };
}

/** All missing fields are reported at once. */
function neededTest(fields: readonly Field[]): string | null {
  if (fields.length === 0) return null;
  const names = literal(fields.map(({ name }) => name));
  return statement(4, '', call('expect(Object.keys(errors)).toEqual', names));
}

const literals = (values: readonly unknown[]): Code[] => values.map((value) => literal(value));

/** A loop over cases, or null for none. */
function loop(variables: string, items: readonly Code[]): string | null {
  if (items.length === 0) return null;
  const before = `for (const ${variables} of `;
  const after = variables.startsWith('[') ? ' as const) {' : ') {';
  return printCode(array(items), { before, after, column: 2 });
}

function defaultsOf(fields: readonly Field[]): string | null {
  const entries = fields.flatMap(({ name, default: given }) =>
    given?.kind === 'value' ? [[name, given.value] as const] : [],
  );
  if (entries.length === 0) return null;
  return statement(4, '', call('expect(row).toMatchObject', literal(Object.fromEntries(entries))));
}

function rolesLoop(model: Model): string {
  const rows = rolesOf(model).map((role) => [role, actionsOf(model, role).join(' ')]);
  return loop('[role, actions]', literals(rows)) ?? '';
}

/** One test for each way in which a row becomes visible: by its owner, by its tenant. */
function rowTests(model: Model) {
  const { owner, tenant, except } = model.rows;
  const roles = rolesOf(model).filter((name) => !except.includes(name));
  const role =
    fullRole(model, roles) ?? roles.find((name) => actionsOf(model, name).includes('show'));
  if (role === undefined) return [];
  const listed = actionsOf(model, role).includes('list');
  const rule = (name: string, ownerIs: string, tenantIs: string) => {
    const values = object(ownEntries(model, ownerIs, tenantIs));
    const row = call('insertRow', raw('user'), values);
    return {
      name,
      role: quote(role),
      listed,
      nobody: owner !== null && tenant !== null,
      row: statement(4, 'const row = await ', row),
    };
  };
  return [
    ...(owner === null ? [] : [rule('the owner of the row', 'user.id', 'nobody.tenantId')]),
    ...(tenant === null ? [] : [rule('the tenant of the row', 'nobody.id', 'user.tenantId')]),
  ];
}

/** The roles that see the rows of others. */
function exceptedLoop(model: Model): string | null {
  const { owner, tenant, except } = model.rows;
  if (owner === null && tenant === null) return null;
  const shown = except.filter((role) => actionsOf(model, role).includes('show'));
  return loop('role', literals(shown));
}

function shownTest(model: Model): string | null {
  if (model.fields.every(({ read }) => read === null)) return null;
  const roles = rolesOf(model).filter((role) => actionsOf(model, role).includes('show'));
  const rows = roles.map((role) => {
    const hidden = model.fields.filter((field) => !mayRead(field, role));
    return [role, hidden.map(({ name }) => name)];
  });
  return loop('[role, hidden]', literals(rows));
}

function writtenTest(model: Model): string | null {
  const roles = rolesOf(model).filter((role) => actionsOf(model, role).includes('edit'));
  const rows = model.fields.flatMap((field) => {
    const value = written(model, field);
    if (value === undefined) return [];
    return roles.filter((role) => !mayWrite(field, role)).map((role) => [role, field.name, value]);
  });
  return loop('[role, field, value]', literals(rows));
}

/** The field to check in a row that must not be written. */
function keptField({ name }: Model): string {
  return printExpectation(`(await service.read(${name}, row.id))`, 'field', 'row[field]', 6);
}

/** A broken reference, which would be rejected if it were not ignored. */
function written(model: Model, field: Field): unknown {
  if (field.type === 'ref') return 987654321;
  return field.type === 'refs' ? [987654321] : otherThanDefault(model, field);
}

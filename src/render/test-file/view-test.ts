import type { App, Field, Model } from '../../model/model.js';
import { compareText } from '../../model/names.js';
import { isUniqueColumn, uniqueGroups } from '../../model/constraints.js';
import { sampleValue } from '../../model/sample-value.js';
import { ENGINE_TESTING, importPath, namesOf } from '../model-names.js';
import { array, call, type Code, literal, object, quote, raw, SPREAD } from '../print/code.js';
import { printCode, printExpectation, printImport } from '../print/print-code.js';
import { freshFields, isOwn, neededFields, newRow, type NewRow, ownEntries } from './new-row.js';
import { actionsOf, mayRead, mayWrite, rolesOf, TRIED } from './roles.js';
import { freshValue } from './value-code.js';

/** The view of a model's tests: its fields, constraints and rules. */
export function viewTest(app: App, model: Model) {
  const least = newRow(app, model);
  const made = least && viewNewRow(least);
  const insertRow = made && viewInsertRow(model, made.call);
  const view = {
    path: quote(model.prefix),
    newRow: made,
    insertRow,
    inserted: insertRow && statement(6, 'const row = await ', insertRow.call),
    life: made && viewLife(model, made.call),
    roles: rolesLoop(model),
    rows: made ? rowTests(model) : [],
    excepted: made && exceptedLoop(model),
    shown: made && shownTest(model),
    written: made && writtenTest(model),
    kept: keptField(model),
  };
  return { ...view, imports: importsOf(model, least, JSON.stringify(view)) };
}

/** A statement of a test, starting at a column. */
const statement = (column: number, before: string, code: Code): string =>
  printCode(code, { before, after: ';', column });

/** The function that creates the values of a new row, and its call, without unneeded parameters and awaits. */
function viewNewRow({ statements, values }: NewRow) {
  const code = statement(2, 'return ', values);
  const usesUser = /\buser\./.test([...statements, code].join('\n'));
  const waits = /\bawait\b/.test([...statements, code].join('\n'));
  return {
    head: `${waits ? 'async ' : ''}function newRow(${usesUser ? 'user: TestUser' : ''})`,
    call: `${waits ? 'await ' : ''}newRow(${usesUser ? 'user' : ''})`,
    statements,
    values: code,
  };
}

/** The rest of an object after a new row's values. */
function withNewRow(made: string, entries: Readonly<Record<string, Code>>): Code {
  if (Object.keys(entries).length === 0) return raw(made);
  return object({ [`...${spread(made)}`]: SPREAD, ...entries });
}

const spread = (made: string): string => (made.startsWith('await ') ? `(${made})` : made);

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
  const classes = [...new Set([model.name, ...(least?.parents ?? [])])];
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
function viewLife(model: Model, made: string) {
  const role = fullRole(model);
  if (role === null) return null;
  const open = model.fields.filter(
    (field) => field.type !== 'refs' && mayRead(field, role) && mayWrite(field, role),
  );
  const plain = open.filter((field) => field.type !== 'ref');
  return {
    role: quote(role),
    row: statement(4, 'const row = await ', call('user.create', raw('PATH'), raw(made))),
    defaults: defaultsOf(open),
    change:
      plain.length === 0 ? null : statement(4, 'const change = ', object(valuesOf(model, plain))),
    needed: neededTest(neededFields(model)),
    uniques: uniqueNames(model, open).map((names) => uniqueTest(model, open, names, made)),
  };
}

/** All missing fields are reported at once. */
function neededTest(fields: readonly Field[]): string | null {
  if (fields.length === 0) return null;
  const names = literal(fields.map(({ name }) => name));
  return statement(4, '', call('expect(Object.keys(errors)).toEqual', names));
}

/** Two rows with the same values in a unique group; optional values are set on the first. */
function uniqueTest(model: Model, open: readonly Field[], names: readonly string[], made: string) {
  const needed = neededFields(model);
  const more = open.filter((field) => names.includes(field.name) && !needed.includes(field));
  const values = withNewRow(made, valuesOf(model, more));
  const same = Object.fromEntries(names.map((name) => [name, raw(`first.${name}`)]));
  const again = withNewRow(made, same);
  return {
    name: names.join(' and '),
    first: statement(4, 'const first = await ', call('user.create', raw('PATH'), values)),
    second: statement(4, 'const answer = await ', call('user.post', raw('PATH'), again)),
  };
}

const literals = (values: readonly unknown[]): Code[] => values.map((value) => literal(value));

/** A loop over cases, or null for none. */
function loop(variables: string, items: readonly Code[]): string | null {
  if (items.length === 0) return null;
  const before = `for (const ${variables} of `;
  const after = variables.startsWith('[') ? ' as const) {' : ') {';
  return printCode(array(items), { before, after, column: 2 });
}

/** Values that a row lacks by default. */
function valuesOf(model: Model, fields: readonly Field[]): Record<string, Code> {
  const fresh = freshFields(model);
  const value = (field: Field) =>
    fresh.has(field.name) ? freshValue(field) : literal(otherThanDefault(model, field));
  return Object.fromEntries(fields.map((field) => [field.name, value(field)]));
}

function defaultsOf(fields: readonly Field[]): string | null {
  const entries = fields.flatMap(({ name, default: given }) =>
    given?.kind === 'value' ? [[name, given.value] as const] : [],
  );
  if (entries.length === 0) return null;
  return statement(4, '', call('expect(row).toMatchObject', literal(Object.fromEntries(entries))));
}

/** The unique groups that a test can fill. */
function uniqueNames(model: Model, open: readonly Field[]): readonly (readonly string[])[] {
  const alone = model.fields
    .filter((field) => isUniqueColumn(model, field))
    .map(({ name }) => [name]);
  const together = uniqueGroups(model).map((group) =>
    group.filter((name) => name !== model.rows.tenant),
  );
  const fillable = (name: string) =>
    open.some(
      (field) =>
        field.name === name && !isOwn(model, field) && (field.type !== 'ref' || field.required),
    );
  return [...alone, ...together].filter((group) => group.length > 0 && group.every(fillable));
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
  const rule = (name: string, ownerIs: string, tenantIs: string) => {
    const values = object(ownEntries(model, ownerIs, tenantIs));
    const row = call('insertRow', raw('user'), values);
    return {
      name,
      role: quote(role),
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
  const rows = model.fields.flatMap((field) =>
    roles
      .filter((role) => !mayWrite(field, role))
      .map((role) => [role, field.name, written(model, field)]),
  );
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

function otherThanDefault(model: Model, field: Field): unknown {
  const value = sampleValue(model, field, true);
  const isDefault = field.default?.kind === 'value' && field.default.value === value;
  return isDefault ? sampleValue(model, field) : value;
}

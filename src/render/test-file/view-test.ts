import type { App, Field, Model } from '../../model/model.js';
import { compareText } from '../../model/compare-text.js';
import { isUniqueColumn, uniqueGroups } from '../../model/constraints.js';
import { sampleValue } from '../../model/sample-value.js';
import { ENGINE_TESTING, importPath, namesOf } from '../model-names.js';
import { array, call, type Code, literal, object, quote, raw, SPREAD } from '../print/code.js';
import { printCode, printExpectation, printImport } from '../print/print-code.js';
import {
  freshFields,
  isOwn,
  neededFields,
  newRow,
  type NewRow,
  ownEntries,
  valueCode,
} from './new-row.js';
import { actionsOf, mayRead, mayWrite, rolesOf, TRIED } from './roles.js';
import { badValues } from './value-code.js';

/** The tests of one model: what its fields, its constraints and its rules promise. */
export function viewTest(app: App, model: Model) {
  const least = newRow(app, model);
  const view = {
    path: quote(model.prefix),
    newRow: least && viewNewRow(least),
    insert: viewInsert(model),
    life: least && viewLife(model),
    roles: rolesLoop(model),
    exceptions: exceptionsTest(model),
    rows: least ? rowTests(model) : [],
    shown: least && shownTest(model),
    written: least && writtenTest(model),
    kept: keptField(model),
  };
  return { ...view, imports: importsOf(model, least, JSON.stringify(view)) };
}

/** A statement of a test that begins in a column. */
const statement = (column: number, before: string, code: Code): string =>
  printCode(code, { before, after: ';', column });

function viewNewRow({ statements, values }: NewRow) {
  const code = statement(2, 'return ', values);
  const usesUser = /\buser\./.test([...statements, code].join('\n'));
  return { parameter: usesUser ? 'user' : '_user', statements, values: code };
}

function viewInsert(model: Model): string {
  const own = object({
    '...(await newRow(user))': SPREAD,
    ...ownEntries(model),
    '...values': SPREAD,
  });
  return statement(2, 'return ', call('service.insert', raw(model.name), own));
}

function importsOf(model: Model, least: NewRow | null, printed: string): readonly string[] {
  const classes = [...new Set([model.name, ...(least?.parents ?? [])])];
  const paths = classes.map((name): [string, string] => [
    name === model.name ? `./${namesOf(model).file}.model.js` : importPath(name),
    name,
  ]);
  const fresh = /\bfresh\.\w+\(/.test(printed);
  return [
    ...(fresh ? [printImport(['fresh'], ENGINE_TESTING)] : []),
    printImport(
      ['startTestService', 'type TestService', ...(least ? ['type TestUser'] : [])],
      '../../../test/test-service.js',
    ),
    ...(least ? paths : [])
      .sort(([left], [right]) => compareText(left, right))
      .map(([path, name]) => printImport([name], path)),
  ];
}

/** The first role that may do everything and write what a row needs. */
function fullRole(model: Model): string | null {
  const able = rolesOf(model).filter(
    (role) =>
      actionsOf(model, role).length === TRIED.length &&
      neededFields(model).every((field) => mayWrite(field, role)),
  );
  return able[0] ?? null;
}

/** The life of a row, as a role that may do everything; null for whatever the model has not. */
function viewLife(model: Model) {
  const role = fullRole(model);
  if (role === null) return null;
  const open = model.fields.filter(
    (field) => field.type !== 'refs' && mayRead(field, role) && mayWrite(field, role),
  );
  const plain = open.filter((field) => field.type !== 'ref');
  const needed = neededFields(model);
  const optional = plain.filter((field) => !needed.includes(field));
  const fresh = freshFields(model);
  const changed = plain.find((field) => !fresh.has(field.name)) ?? null;
  const bad = open
    .filter((field) => !isOwn(model, field))
    .flatMap((field) => badValues(field).map((value) => array([literal(field.name), value])));
  const groups = uniqueNames(model, open);
  const asked = needed.filter((field) => open.includes(field));
  const unique = optional.filter(({ name }) => groups.some((group) => group.includes(name)));
  return {
    role: quote(role),
    more: statement(4, 'const more = ', valuesOf(model, optional)),
    change:
      changed &&
      statement(4, 'const change = ', literal({ [changed.name]: sampleValue(changed, true) })),
    changed: changedRow(model),
    needed: loop('field', literals(asked.map(({ name }) => name))),
    defaults: defaultsOf(open),
    refused: loop('[field, value]', bad),
    unique: loop('fields', literals(groups)),
    uniqueValues:
      unique.length === 0
        ? null
        : printCode(valuesOf(model, unique), {
            before: 'const values = () => (',
            after: ');',
            column: 6,
          }),
  };
}

const literals = (values: readonly unknown[]): Code[] => values.map((value) => literal(value));

function changedRow(model: Model): string {
  const anyText = call('expect.any', raw('String'));
  const row = object({
    '...row': SPREAD,
    '...change': SPREAD,
    _label: anyText,
    updated_at: model.timestamps ? anyText : undefined,
  });
  return statement(4, '', call('expect(answer.body).toEqual', row));
}

/** A loop over cases, or null for none. */
function loop(variables: string, items: readonly Code[]): string | null {
  if (items.length === 0) return null;
  const before = `for (const ${variables} of `;
  const after = variables.startsWith('[') ? ' as const) {' : ') {';
  return printCode(array(items), { before, after, column: 2 });
}

function valuesOf(model: Model, fields: readonly Field[]): Code {
  return object(Object.fromEntries(fields.map((field) => [field.name, valueCode(model, field)])));
}

function defaultsOf(fields: readonly Field[]): string | null {
  const entries = fields.flatMap(({ name, default: given }) =>
    given?.kind === 'value' ? [[name, given.value] as const] : [],
  );
  if (entries.length === 0) return null;
  return statement(4, '', call('expect(row).toMatchObject', literal(Object.fromEntries(entries))));
}

/** Groups of fields that are unique together and that a test can fill. */
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
  const role =
    fullRole(model) ?? rolesOf(model).find((name) => actionsOf(model, name).includes('show'));
  if (role === undefined) return [];
  const { owner, tenant } = model.rows;
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
      .map((role) => [role, field.name, written(field)]),
  );
  return loop('[role, field, value]', literals(rows));
}

/** What is looked at of a row that was not to be written. */
function keptField({ name }: Model): string {
  return printExpectation(`(await service.read(${name}, row.id))`, 'field', 'row[field]', 6);
}

/** A reference to nothing: taken note of, it would be refused. */
function written(field: Field): unknown {
  if (field.type === 'ref') return 987654321;
  return field.type === 'refs' ? [987654321] : otherThanDefault(field);
}

/** What the back-office is told about the model's exceptions, those that no endpoint asks for included. */
function exceptionsTest(model: Model): string | null {
  if (Object.keys(model.access).length === 0) return null;
  const told = [literal([model.prefix.slice(1)]), literal(model.access)];
  return statement(4, '', call('expect(body).toHaveProperty', ...told));
}

function otherThanDefault(field: Field): unknown {
  const value = sampleValue(field, true);
  const isDefault = field.default?.kind === 'value' && field.default.value === value;
  return isDefault ? sampleValue(field) : value;
}

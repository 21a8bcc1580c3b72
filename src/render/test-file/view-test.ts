import { isUser } from '../../model/built-in.js';
import {
  hasColumn,
  isComposite,
  isOwnPart,
  ownParts,
  partsOf,
  referencesWith,
} from '../../model/composite-references.js';
import { asColumn, hasCompositeKey, keyOf } from '../../model/keys.js';
import type { App, Field, Model } from '../../model/model.js';
import { compareText } from '../../model/names.js';
import { ENGINE_TESTING, importPath, modelNames } from '../model-names.js';
import { codeOf, hasEntries, type Value, type Values, verbatim } from '../code.js';
import { changeable } from './checked-values.js';
import { neededFields } from './needed-fields.js';
import { givenFields, newRow, type NewRow, type NoRow, ownEntries } from './new-row.js';
import { actionsOf, blindRoles, fullRole, mayRead, mayWrite, rolesOf } from './roles.js';
import { otherThanDefault, valuesOf, withNewRow } from './row-code.js';
import { type RowKeys, rowKeys } from './row-keys.js';
import { boundRoles, exceptedRoles, rowTests } from './row-tests.js';
import { uniqueTests } from './unique-tests.js';
import type { Import } from '../view-model.js';

/** What the template of a model's tests is filled with, `test.ts.ejs`: its fields, constraints and rules. */
export function viewTest(app: App, model: Model) {
  const least = model.readOnly ? READ_ALONE : newRow(app, model);
  const row = 'why' in least ? null : least;
  const made = row && viewNewRow(row);
  const insertRow = made && viewInsertRow(model, made.call('user'), made.values);
  const few = row && fewRows(app, model, row);
  const rows = made ? rowTests(app, model, few !== null) : [];
  const view = {
    path: model.prefix,
    idOf: idOf(app, model),
    newRow: made && { ...made, call: made.call('user') },
    /** Why no test makes a row; null where tests do. */
    noRow: 'why' in least ? least.why : null,
    few,
    insertRow,
    life: made && viewLife(app, model, made.call),
    roles: viewRoles(app, model),
    /** What answers a list to each role, if rows are only read. */
    readers: model.readOnly ? viewReaders(app, model) : [],
    rows,
    excepted: made ? exceptedRoles(app, model) : [],
    bound: made ? boundRoles(app, model, rows) : [],
    blind: made ? blindRoles(app, model) : [],
    ...(made ? hiddenFields(app, model) : { hidden: [], inList: false }),
    ignored: made ? ignoredFields(app, model) : [],
  };
  return { ...view, imports: testImports(model, row, view) };
}

const READ_ALONE: NoRow = { why: 'a view or another program does' };

/** The status of a list for each role. */
const viewReaders = (
  app: App,
  model: Model,
): readonly (readonly [role: string, status: number])[] =>
  rolesOf(model).map((role) => [role, actionsOf(app, model, role).includes('list') ? 200 : 403]);

/** Writes the code for the id of a row in an address. A text that a client gives as a key may have any characters. */
function idOf(app: App, model: Model): (row: string) => string {
  const key = keyOf(model);
  const isText = hasCompositeKey(model) || (key !== null && asColumn(app, key).type === 'string');
  return (row) => (isText ? `encodeURIComponent(${row}.id)` : `${row}.id`);
}

/** The tests of a built-in model: of its access rules alone, because crudgen tests its behaviour. */
export const viewBuiltInTest = (app: App, model: Model) => ({
  isUser: isUser(model),
  path: model.prefix,
  roles: viewRoles(app, model),
});

/** The actions of each role. */
const viewRoles = (app: App, model: Model): readonly (readonly [role: string, actions: string])[] =>
  rolesOf(model).map((role) => [role, actionsOf(app, model, role).join(' ')]);

/** The function that creates the values of a new row, and its call, without unneeded parameters and awaits. */
function viewNewRow({ statements, values }: NewRow) {
  const all = [...statements, codeOf(values)].join('\n');
  const usesUser = /\buser\./.test(all);
  const waits = /\bawait\b/.test(all);
  return {
    head: `${waits ? 'async ' : ''}function newRow(${usesUser ? 'user: TestUser' : ''})`,
    call: (user: string) => `${waits ? 'await ' : ''}newRow(${usesUser ? user : ''})`,
    statements,
    values,
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
function viewInsertRow(model: Model, made: string, values: Values) {
  // A new row names some owners already.
  const own: Values = Object.fromEntries(
    Object.entries(ownEntries(model)).filter(
      ([name, is]) => codeOf(values[name] ?? null) !== codeOf(is!),
    ),
  );
  const isOwned = hasEntries(ownEntries(model));
  const takesUser = isOwned || /\buser\b/.test(made);
  const row = isOwned ? withNewRow(made, own, verbatim('values')) : verbatim(made);
  const parameters = [takesUser && 'user: TestUser', isOwned && 'values: object = {}'];
  const waits = made.startsWith('await ') ? 'async ' : '';
  return {
    says: isOwned ? " of the user's own" : '',
    head: `${waits}function insertRow(${parameters.filter(Boolean).join(', ')})`,
    row,
    call: takesUser ? 'insertRow(user)' : 'insertRow()',
  };
}

function testImports(model: Model, least: NewRow | null, view: object): readonly Import[] {
  const classes = [...new Set([model, ...(least?.parents ?? [])].map(({ name }) => name))];
  const modules = classes.map((name) => ({
    names: [name],
    from:
      name === model.name
        ? `./${modelNames(model).file}.model.js`
        : importPath({ models: least?.parents ?? [] }, name),
  }));
  const printed = JSON.stringify(view);
  const takesUser = /\buser: TestUser\b/.test(printed);
  const tools = [
    ...(least ? ['allowedActions'] : []),
    ...(/\bfresh\.\w+\(/.test(printed) ? ['fresh'] : []),
  ];
  const takesFiles = /\bawait uploadedFile\(/.test(printed);
  return [
    ...(takesFiles ? [{ names: ['uploadedFile'], from: '#engine/files/testing' }] : []),
    ...(tools.length > 0 ? [{ names: tools, from: ENGINE_TESTING }] : []),
    {
      names: ['startTestService', 'type TestService', ...(takesUser ? ['type TestUser'] : [])],
      from: '../../../test/test-service.js',
    },
    ...(least ? modules : []).sort((one, other) => compareText(one.from, other.from)),
  ];
}

/** The life cycle of a row, as a role that may do everything; null without one. */
function viewLife(app: App, model: Model, newRowOf: (user: string) => string) {
  const role = fullRole(app, model);
  if (role === null) return null;
  const open = model.fields.filter(
    (field) => hasColumn(field) && mayRead(field, role) && mayWrite(field, role),
  );
  const change = valuesOf(
    app,
    model,
    // A record that is frozen could not be deleted.
    changeable(
      model,
      open.filter(
        (field) =>
          field.type !== 'ref' &&
          field.key === null &&
          field.name !== model.frozen?.field &&
          referencesWith(model, field).length === 0,
      ),
    ),
  );
  const given = givenFields(app, model);
  const defaults = defaultsOf(open.filter((field) => !given.includes(field)));
  return {
    role,
    row: newRowOf('user'),
    defaults: hasEntries(defaults) ? defaults : null,
    change: hasEntries(change) ? change : null,
    /** All missing fields are reported at once. */
    needed: askedFor(model).filter((name) => !isPreset(model, name, role)),
    unowned: viewUnowned(model, newRowOf('user')),
    uniques: uniqueTests(app, model, open, { role, newRow: newRowOf }),
  };
}

/** The fields that a row without values lacks; a reference stands behind them for the columns that are nothing else. */
function askedFor(model: Model): readonly string[] {
  const needed = neededFields(model).filter((field) => field.default === null);
  const own = needed.filter((field) => !isOwnPart(model, field));
  const references = model.fields.filter((field) =>
    ownParts(model, field).some((part) => needed.includes(part)),
  );
  return [...own, ...references].map(({ name }) => name);
}

/** A row whose writer names no owner and becomes none; null if no writer could make it, or see it. */
function viewUnowned({ rows, fields }: Model, made: string) {
  const field = fields.find(({ name }) => name === rows.owner);
  if (rows.preset !== false || rows.tenant === null || !field || field.required) return null;
  return { field: field.name, row: withNewRow(made, { [field.name]: verbatim('undefined') }) };
}

/** Whether a writer in a role becomes the owner in a field by a rule for this role. */
const isPreset = ({ rows }: Model, name: string, role: string): boolean =>
  (rows.byRole ?? []).some(
    ({ kind, field, roles, preset }) =>
      kind === 'owner' && field === name && roles.includes(role) && preset !== false,
  );

/** PostgreSQL may print the default of a native field in another way than it is written. */
const defaultsOf = (fields: readonly Field[]): Values =>
  Object.fromEntries(
    fields.flatMap(({ name, native, default: given }) =>
      given?.kind === 'value' && native === null ? [[name, given.value] as const] : [],
    ),
  );

/**
 * The fields that are hidden from each role that sees rows; none where everybody reads all of them. A list tells what a role reads
 * that may not show a row, if all roles may list rows.
 */
function hiddenFields(app: App, model: Model) {
  const may = (role: string, action: 'list' | 'show') =>
    actionsOf(app, model, role).includes(action);
  const isOpen = model.fields.every(({ read }) => read === null);
  const readers = rolesOf(model).filter((role) => may(role, 'list') || may(role, 'show'));
  const inList =
    readers.every((role) => may(role, 'list')) && !readers.every((role) => may(role, 'show'));
  const roles = isOpen ? [] : readers.filter((role) => inList || may(role, 'show'));
  // A reference would tell each of its columns.
  const isHidden = (field: Field, role: string) =>
    [field, ...partsOf(model, field)].some((one) => !mayRead(one, role));
  const hidden = roles.map((role) => [
    role,
    model.fields.filter((field) => isHidden(field, role)).map(({ name }) => name),
  ]);
  return { hidden, inList };
}

/** The values that the service ignores if a role writes them: a field, and a value that the row does not have. */
function ignoredFields(
  app: App,
  model: Model,
): readonly (readonly [role: string, field: string, value: Value])[] {
  const roles = rolesOf(model).filter((role) => actionsOf(app, model, role).includes('edit'));
  return model.fields
    .filter((field) => !isComposite(field))
    .flatMap((field) => {
      const value = writtenValue(model, field);
      if (value === undefined || field.key !== null) return [];
      return roles
        .filter((role) => !mayWrite(field, role))
        .map((role) => [role, field.name, value] as const);
    });
}

/** A broken reference, which would be rejected if it were not ignored. */
function writtenValue(model: Model, field: Field): Value | undefined {
  if (field.type === 'ref') return 987654321;
  return field.type === 'refs' ? [987654321] : otherThanDefault(model, field);
}

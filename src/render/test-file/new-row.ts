import { isFile } from '../../model/bytes.js';
import { hasColumn } from '../../model/composite-references.js';
import { keysOf } from '../../model/keys.js';
import { type App, type Field, type Model, type Reference, ruleFields } from '../../model/model.js';
import { sampleValues } from '../../model/sample-value.js';
import { modelNames } from '../model-names.js';
import { call, codeOf, type Value, type Values, verbatim } from '../code.js';
import { referenceOf } from '../../model/relations.js';
import { checkedFields, checkedValue, comparedWith, unmetChecks } from './checked-values.js';
import { neededFields } from './needed-fields.js';
import { isAccess, isFollowed, leadingBy, parentOf, type RowKeys, rowKeys } from './row-keys.js';
import { freshValue } from './value-code.js';

/** How a test creates the values of a new row. */
export interface NewRow {
  /** Statements that create the rows it must refer to. */
  readonly statements: readonly string[];
  readonly values: Values;
  /** The models of those rows. */
  readonly parents: readonly Model[];
}

/** Why a test cannot create a row. */
export interface NoRow {
  readonly why: string;
}

/** Whether some writers of a row have to say who is its owner. */
const isNamedOwner = ({ rows }: Model, { name }: Field): boolean =>
  (name === rows.owner && rows.preset === false) ||
  (rows.byRole ?? []).some(({ field, preset }) => field === name && preset === false);

/** Whether a test gives null in place of the row to which a reference leads by default: there may be none. */
const isEmptied = ({ type, required, default: given }: Field): boolean =>
  type === 'ref' && !required && given !== null;

/** What a row is created with: what it needs, by whom and by what it is seen unless that is filled in, and what tells it apart instead of a default. */
export function givenFields(app: App, model: Model): readonly Field[] {
  const needed = [...neededFields(model), ...checkedFields(model)];
  const { fresh } = rowKeys(app, model);
  return model.fields.filter(
    (field) =>
      hasColumn(field) &&
      (needed.includes(field) ||
        isNamedOwner(model, field) ||
        isFollowed(model, field) ||
        leadingBy(model, field) !== null ||
        isEmptied(field) ||
        (field.default !== null && fresh.has(field.name))),
  );
}

/** The minimal values of a row, or the reason why no row can be made. */
export function newRow(app: App, model: Model): NewRow | NoRow {
  const why = rowObstacle(app, model, []);
  if (why !== null) return { why };
  const rows = new RequiredRows(app);
  return {
    values: rows.valuesOf(model, ''),
    statements: rows.statements,
    parents: [...rows.models],
  };
}

/** Why no row can be made: its required references lead back to it, or no value was found for a field. */
function rowObstacle(app: App, model: Model, path: readonly Model[]): string | null {
  const start = path.indexOf(model);
  const way = [...path, model];
  if (start >= 0)
    return `required references form a cycle: ${way
      .slice(start)
      .map(({ name }) => name)
      .join(' -> ')}`;
  if (isNeverCreated(app, model))
    return `no role may create \`${model.name}\`: a row may need what no field has`;
  const [unmet] = unmetChecks(model);
  if (unmet !== undefined)
    return `crudgen found no row of \`${model.name}\` that the check \`${unmet}\` takes`;
  for (const field of givenFields(app, model)) {
    if (isEmptied(field)) continue;
    const leading = leadingBy(model, field);
    const parent = parentOf(app, leading ?? field);
    const why = parent && rowObstacle(app, parent, way);
    if (why !== null) return why;
    if (leading !== null) continue;
    if (field.type !== 'ref' && !isFile(field) && sampleValues(model, field, 1).length === 0)
      return `crudgen found no value of \`${model.name}.${field.name}\` that fits all rules of the field`;
  }
  return null;
}

/** The feature of projects whose tables were there before. */
const BASELINE = 'baseline';

/** Whether no role creates rows, in a project whose tables may have required columns that no field has. */
const isNeverCreated = ({ features = [] }: App, { access }: Model): boolean =>
  features.includes(BASELINE) &&
  Object.hasOwn(access, '*') &&
  !Object.values(access).some((actions) => actions.includes('create'));

/** The rows that a new one must refer to, as statements of a test. */
class RequiredRows {
  readonly statements: string[] = [];
  readonly models = new Set<Model>();
  private readonly taken = new Set(['user', 'service']);

  constructor(private readonly app: App) {}

  /** The values of a row; `named` is the relation that leads to it. */
  valuesOf(model: Model, named: string): Values {
    const keys = rowKeys(this.app, model);
    const made = new Map<Field, string>();
    const entries = givenFields(this.app, model).map((field): [string, Value] => {
      const leading = leadingBy(model, field);
      if (leading === null) return [field.name, this.valueOf(model, field, keys, named)];
      return [field.name, this.partOf(leading, field, made, named)];
    });
    return Object.fromEntries(entries);
  }

  /** A column of a reference that has several, as it is in the row to which they lead together. */
  private partOf(leading: Field, { name }: Field, made: Map<Field, string>, named: string): Value {
    const parent = parentOf(this.app, leading)!;
    const reference = referenceOf(leading);
    const variable = made.get(leading) ?? this.rowOf(parent, reference, named);
    made.set(leading, variable);
    const key = keysOf(parent)[reference.columns!.indexOf(name)]!;
    return verbatim(`${variable}.${key.name}`);
  }

  private valueOf(model: Model, field: Field, { fresh, another }: RowKeys, named: string): Value {
    if (isAccess(field)) return accessValue(field, another.has(field.name));
    if (isFile(field)) return uploadedFile(model, field);
    if (isEmptied(field)) return null;
    const parent = parentOf(this.app, field);
    if (parent !== null) return this.keyOf(parent, referenceOf(field), named);
    return fresh.has(field.name) ? freshValue(model, field).code : sample(model, field);
  }

  /** What names a row that is made for this one. */
  private keyOf(parent: Model, reference: Reference, named: string): Value {
    return verbatim(`${this.rowOf(parent, reference, named)}.${reference.to ?? 'id'}`);
  }

  /** The variable of a row that is made for this one; the only one that there may be where there is one already. */
  private rowOf(parent: Model, { relation, to }: Reference, named: string): string {
    const values = {
      ...this.valuesOf(parent, relation),
      ...referredValue(parent, to),
      ...ownEntries(parent),
    };
    const variable = freeName(relation, named, this.taken);
    const [key] = rowKeys(this.app, parent).few;
    const made =
      key === undefined
        ? call('service.insert', verbatim(parent.name), values)
        : call('service.findOrInsert', verbatim(parent.name), ...keyAndRest(parent, key, values));
    this.models.add(parent);
    this.statements.push(`const ${variable} = await ${codeOf(made)};`);
    return variable;
  }
}

/** A file that the user of the test has uploaded: a row takes one that no other has. */
const uploadedFile = ({ name }: Model, field: Field): Value =>
  verbatim(`await uploadedFile(service, ${name}, ${codeOf(field.name)}, user.id)`);

/** The value of the unique field by which a row is referred to: it need not be required. */
function referredValue(parent: Model, to: string | undefined): Values {
  const field = parent.fields.find(({ name }) => name === to);
  return field === undefined || field.required
    ? {}
    : { [field.name]: freshValue(parent, field).code };
}

/** The values that at most one row has, which are always the same ones, and the others. */
function keyAndRest(model: Model, key: readonly string[], values: Values): Values[] {
  const fields = model.fields.filter(({ name }) => key.includes(name));
  const same = fields.map((field): [string, Value] => [
    field.name,
    field.type === 'ref' ? values[field.name]! : sample(model, field),
  ]);
  const rest = Object.entries(values).filter(([name]) => !key.includes(name));
  return [same, rest]
    .filter((entries) => entries.length > 0)
    .map((entries): Values => Object.fromEntries(entries));
}

function sample(model: Model, field: Field): Value {
  const isUsual = field.default?.kind === 'value' && !checkedFields(model).includes(field);
  const given = isUsual ? field.default.value : checkedValue(model, field);
  return given ?? sampleValues(model, comparedWith(model, field) ?? field, 1)[0] ?? null;
}

/** The fields by which a row belongs to the user of a test. */
export function ownEntries(model: Pick<Model, 'rows'>): Values {
  const entries = (kind: 'owner' | 'tenant', is: string) =>
    ruleFields(model, kind).map((field) => [field, verbatim(is)] as const);
  return Object.fromEntries([
    ...entries('owner', 'user.id'),
    ...entries('tenant', 'user.tenantId'),
  ]);
}

function accessValue(field: Field, isAnother: boolean): Value {
  const value = referenceOf(field).model === 'User' ? 'id' : 'tenantId';
  return verbatim(
    isAnother ? `(await service.as('Admin', fresh.text())).${value}` : `user.${value}`,
  );
}

/** `patient`, or `appointmentPatient` where that is taken. */
function freeName(relation: string, parent: string, taken: Set<string>): string {
  const wanted = modelNames({ name: relation }).variable;
  const longer = modelNames({ name: `${parent}_${relation}` }).variable;
  let name = taken.has(wanted) ? longer : wanted;
  for (let count = 2; taken.has(name); count++) name = `${longer}${count}`;
  taken.add(name);
  return name;
}

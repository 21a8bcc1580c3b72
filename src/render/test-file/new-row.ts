import type { App, Field, Model } from '../../model/model.js';
import { isUniqueColumn, uniqueGroups } from '../../model/constraints.js';
import { sampleValue } from '../../model/sample-value.js';
import { namesOf } from '../model-names.js';
import { call, type Code, literal, member, object, raw } from '../print/code.js';
import { printCode } from '../print/print-code.js';
import { referenceOf } from '../../model/relations.js';
import { freshValue } from './value-code.js';

/** How a test creates the values of a new row. */
export interface NewRow {
  /** Statements that create the rows it must refer to. */
  readonly statements: readonly string[];
  readonly values: Code;
  /** The models of those rows. */
  readonly parents: readonly string[];
}

/** The fields required to create a row; the service fills in owner and tenant. */
export function neededFields(model: Model): readonly Field[] {
  return model.fields.filter(
    (field) =>
      field.required && field.default === null && field.type !== 'refs' && !isOwn(model, field),
  );
}

/** Whether the field holds the row's owner or tenant. */
export function isOwn(model: Model, field: Field): boolean {
  return field.name === model.rows.owner || field.name === model.rows.tenant;
}

/** Fields that must differ between rows, so that two rows with sample values can coexist. */
export function freshFields(model: Model): ReadonlySet<string> {
  const fresh = new Set(
    model.fields
      .filter((field) => field.type !== 'ref' && (field.unique || isUniqueColumn(model, field)))
      .map((field) => field.name),
  );
  for (const group of uniqueGroups(model)) {
    const fields = group.flatMap((name) => model.fields.find((field) => field.name === name) ?? []);
    const own = fields.filter((field) => field.type !== 'ref' && field.values.length === 0);
    const parent = fields.some(
      (field) => field.type === 'ref' && field.required && !isOwn(model, field),
    );
    if (!parent && !own.some(({ name }) => fresh.has(name)) && own.length > 0) {
      fresh.add(own.at(-1)!.name);
    }
  }
  return fresh;
}

/** Code for a value of a field that is not a reference. */
function valueCode(model: Model, field: Field): Code {
  return freshFields(model).has(field.name)
    ? freshValue(field)
    : literal(sampleValue(model, field));
}

/** The minimal values of a row; null where required references form a cycle. */
export function newRow(app: App, model: Model): NewRow | null {
  const statements: string[] = [];
  const parents = new Set<string>();
  const taken = new Set(['user', 'service']);

  const build = (at: Model, open: readonly string[], named: string): Code | null => {
    const entries: Record<string, Code> = {};
    for (const field of neededFields(at)) {
      const value = field.type === 'ref' ? reference(at, field, open, named) : valueCode(at, field);
      if (value === null) return null;
      entries[field.name] = value;
    }
    return object(entries);
  };

  const reference = (
    at: Model,
    field: Field,
    open: readonly string[],
    named: string,
  ): Code | null => {
    const { model: target, relation } = referenceOf(field);
    if (target === 'User' || target === 'Tenant') return accessValue(at, field, target);
    const parent = app.models.find(({ name }) => name === target);
    if (parent === undefined || open.includes(target)) return null;
    const values = build(parent, [...open, target], relation);
    if (values === null) return null;
    parents.add(target);
    const variable = freeName(relation, named, taken);
    const complete = object({ ...entriesOf(values), ...ownEntries(parent) });
    const insert = call('service.insert', raw(target), complete);
    const before = `const ${variable} = await `;
    statements.push(printCode(insert, { before, after: ';', column: 2 }));
    return raw(`${variable}.id`);
  };

  const values = build(model, [model.name], '');
  return values && { statements, values, parents: [...parents] };
}

/** Owner and tenant of a row: the user's own, or others. */
export function ownEntries(
  { rows: { owner, tenant } }: Model,
  ownerIs = 'user.id',
  tenantIs = 'user.tenantId',
): Record<string, Code> {
  return {
    ...(owner !== null && { [owner]: raw(ownerIs) }),
    ...(tenant !== null && { [tenant]: raw(tenantIs) }),
  };
}

function accessValue(model: Model, field: Field, target: 'User' | 'Tenant'): Code {
  const value = target === 'User' ? 'id' : 'tenantId';
  const another = "(await service.as('Admin', fresh.text()))";
  return isAnother(model, field) ? member(another, value) : raw(`user.${value}`);
}

/** Whether each row needs another user or tenant, because a unique group consists only of those. */
function isAnother(model: Model, field: Field): boolean {
  if (field.unique || isUniqueColumn(model, field)) return true;
  const isAccess = (name: string) => {
    const one = model.fields.find((other) => other.name === name);
    return one?.type === 'ref' && ['User', 'Tenant'].includes(referenceOf(one).model);
  };
  return uniqueGroups(model).some((group) => group.at(-1) === field.name && group.every(isAccess));
}

function entriesOf(code: Code): Record<string, Code> {
  return code.is === 'object' ? Object.fromEntries(code.entries) : {};
}

/** `patient`, or `appointmentPatient` where that is taken. */
function freeName(relation: string, parent: string, taken: Set<string>): string {
  const wanted = namesOf({ name: relation }).variable;
  const longer = namesOf({ name: `${parent}_${relation}` }).variable;
  let name = taken.has(wanted) ? longer : wanted;
  for (let count = 2; taken.has(name); count++) name = `${longer}${count}`;
  taken.add(name);
  return name;
}

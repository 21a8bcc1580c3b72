import { hasColumn } from '../../model/composite-references.js';
import { asColumn } from '../../model/keys.js';
import {
  type App,
  type Field,
  type Model,
  PLAIN_FIELD,
  type Reference,
} from '../../model/model.js';
import { referenceField } from '../../model/names.js';
import { tableOfClass } from '../../model/relations.js';
import { freeName, type Merging, modelAt, propertiesOf } from './merging.js';

/** A guessed field as the developer's model can have it: with free names, and with their classes in place of guessed ones. */
export function adoptField(merging: Merging, model: Model, field: Field): Field {
  const { app } = merging;
  const taken = propertiesOf(app, model);
  const isFree = (name: string) => !taken.has(name);
  const linked = withReference(merging, model, field);
  const plain = model.readOnly ? asRead(linked) : linked;
  if (plain.type !== 'ref') {
    const name = freeName(plain.name, isFree);
    const { reference } = plain;
    return { ...plain, name, ...(reference && { reference: { ...reference, relation: name } }) };
  }
  const { relation } = plain.reference!;
  const free = freeName(relation, (one) => isFree(one) && isFree(nameWith(one)));
  function nameWith(one: string): string {
    return one === relation ? plain.name : referenceField(one);
  }
  return { ...plain, name: nameWith(free), reference: { ...plain.reference!, relation: free } };
}

/** A field with the reference that the developer's models allow; where they have no such model, with its plain values. */
export function withReference(merging: Merging, model: Model, field: Field): Field {
  if (field.reference === null) return field;
  const reference = adoptReference(merging, model, field.reference);
  if (reference !== null || !hasColumn(field)) return { ...field, reference };
  return { ...asColumn(merging.theirs, field), reference: null };
}

/** A guessed reference with the developer's names; null where they have no model of its table. */
export function adoptReference(
  merging: Merging,
  model: Model,
  reference: Reference,
): Reference | null {
  const { theirs, app } = merging;
  const target = modelAt(merging, tableOfClass(theirs as App, reference.model));
  if (target === undefined || (target.readOnly && !model.readOnly)) return null;
  const guessed = theirs.models.find(({ name }) => name === reference.model)!;
  const column = guessed.fields.find(({ name }) => name === reference.to)?.column;
  const to = target.fields.find((one) => one.column === column)?.name;
  if (reference.to !== undefined && to === undefined) return null;
  const columns = columnsOf(merging, model, reference);
  if (columns === null) return null;
  const taken = propertiesOf(app, target);
  const { inverse } = reference;
  return {
    ...reference,
    ...(to !== undefined && { to }),
    ...(columns && { columns }),
    model: target.name,
    inverse: inverse === null ? null : freeName(inverse, (name) => !taken.has(name)),
  };
}

/** The developer's fields of the columns of a guessed reference that has several; null where they have not all of them. */
function columnsOf(
  { theirs, app }: Merging,
  { table }: Model,
  { columns }: Reference,
): readonly string[] | null | undefined {
  if (columns === undefined) return undefined;
  const [guessed, own] = [theirs, app].map((one) => one.models.find((of) => of.table === table));
  const names = columns.map((name) => {
    const column = guessed?.fields.find((one) => one.name === name)?.column;
    return own?.fields.find((one) => one.column === column)?.name;
  });
  return names.every((name) => name !== undefined) ? names : null;
}

/** A field of rows that are only read, which has no settings of what is written. */
const asRead = (field: Field): Field => {
  const { unique, uniqueGlobal, index, search, default: given, from } = PLAIN_FIELD;
  const { total, series, steps, write } = PLAIN_FIELD;
  const written = { default: given, from, total, series, steps, write };
  return { ...field, unique, uniqueGlobal, index, search, ...written };
};

import { isKey, type ColumnInfo } from '../fields/column-info.js';
import { typeOf } from '../fields/field-types.js';
import type { ComposedReference, SpreadPayload } from '../model/composed-references.js';
import type { Values } from '../model/hooks.js';
import { missingReference, sentence, type FieldProblem } from '../problem/problem.js';
import { partsIn } from './id-text.js';

/** A reference with those of its columns that say nothing else. */
interface SpreadReference extends ComposedReference {
  readonly own: readonly ColumnInfo[];
}

/** What was sent, and which fields of it count. */
interface Sent {
  readonly payload: Readonly<Values>;
  readonly mode: 'create' | 'replace' | 'update';
  readonly isOpen: (name: string) => boolean;
}

/** The columns of a reference that belong neither to another reference nor to the key. */
export const ownParts = (
  { column, parts }: ComposedReference,
  references: readonly ComposedReference[],
): readonly ColumnInfo[] =>
  parts.filter(
    (part) =>
      part.reference === null &&
      !isKey(part) &&
      references.every((one) => one.column === column || !one.parts.includes(part)),
  );

/** A payload with the columns of the references whose ids it has: a column that was sent itself stays as it is. */
export function spreadIds(
  references: readonly SpreadReference[],
  { payload, mode, isOpen }: Sent,
): SpreadPayload {
  const values: Values = { ...payload };
  const ids: Values = {};
  const problems: FieldProblem[] = [];
  const told = new Set<string>();
  for (const reference of references) {
    const { name } = reference.column;
    if (!isOpen(name)) continue;
    const isSent = Object.hasOwn(payload, name) && payload[name] !== undefined;
    if (!isSent && (mode === 'update' || !lacks(reference, payload))) continue;
    const meant = isSent
      ? meantBy(payload[name], reference)
      : problemOf(name, 'required', `${name} is required`);
    if ('code' in meant) {
      problems.push(meant);
      for (const part of isSent ? reference.parts : reference.own)
        if (payload[part.name] === undefined) told.add(part.name);
      continue;
    }
    ids[name] = meant.id;
    for (const [part, value] of meant.values)
      if (values[part.name] === undefined) values[part.name] = value;
  }
  return { payload: values, ids, problems, told };
}

/** Whether a payload leaves out a reference that a record has to have. */
const lacks = ({ own }: SpreadReference, payload: Readonly<Values>): boolean =>
  own.every(({ name }) => payload[name] === undefined) &&
  own.some(({ nullable, default: initial }) => !nullable && initial === null);

interface Meant {
  readonly id: string | null;
  readonly values: readonly (readonly [part: ColumnInfo, value: unknown])[];
}

/** What an id says of the columns; an empty one takes away what says nothing else. */
function meantBy(given: unknown, { column, parts, own }: SpreadReference): Meant | FieldProblem {
  const { name, reference } = column;
  if (given === null || given === '') {
    const empty = own.filter(({ nullable }) => nullable);
    if (empty.length === 0) return problemOf(name, 'required', `${name} must not be null`);
    return { id: null, values: empty.map((part) => [part, null]) };
  }
  if (typeof given !== 'string')
    return problemOf(name, 'type', `${name} must be ${typeOf(column).noun}`);
  const values = partsIn(given, parts);
  if (!values) return missingReference(name, reference!.model);
  return { id: given, values: parts.map((part, at) => [part, values[at]]) };
}

const problemOf = (field: string, code: string, message: string): FieldProblem => ({
  field,
  code,
  message: sentence(message),
});

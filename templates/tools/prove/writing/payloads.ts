import { isDeepStrictEqual } from 'node:util';
import { isGivenKey, type ColumnInfo } from '../../../service/engine/fields/column-info.js';
import type { LinkInfo, ModelInfo } from '../../../service/engine/model/model-info.js';
import { nobodyBy, nobodyOf, type Proof } from '../doors/door.js';
import type { Actor, Person, Row } from '../naive/naive.js';

export type Values = Readonly<Record<string, unknown>>;

/** A payload, and what its question is about. */
export interface Payload {
  readonly values: Values;
  /** The field that it sets; null for a payload that is about no single field. */
  readonly field: string | null;
  /** A rule looks at the field: its combinations with all rows matter. */
  readonly isRule: boolean;
  /** The payload with a record that does not exist in place of the one that it refers to. */
  readonly unknown?: Values;
}

/** Who writes a model, and how. */
export interface Writing {
  readonly proof: Proof;
  readonly actor: Person;
  readonly action: 'create' | 'edit';
  readonly model: ModelInfo;
}

/** Changes of a row: nothing, a plain field, each field with a write rule, and each alternative of each field that rules look at. */
export function* changesOf(writing: Writing, before: Row): Generator<Payload> {
  yield { values: {}, field: null, isRule: false };
  const plain = plainField(writing);
  if (plain) yield* otherValues(writing, plain, before);
  yield* alternatives(writing, before);
}

/** New records: a valid one, with as little as possible, and with each alternative of each field that rules look at. */
export function* newRecords(writing: Writing): Generator<Payload> {
  const base = newRecord(writing);
  if (!base) return;
  yield { values: base, field: null, isRule: false };
  const required = writing.model.columns.filter(
    ({ nullable, default: start }) => !nullable && !start,
  );
  const least = Object.fromEntries(
    required.flatMap(({ name }) => (name in base ? [[name, base[name]]] : [])),
  );
  yield { values: least, field: null, isRule: false };
  for (const one of alternatives(writing, null)) {
    const rest = withoutParts(base, one.field, writing.model);
    yield {
      ...one,
      values: { ...rest, ...one.values },
      ...(one.unknown && { unknown: { ...rest, ...one.unknown } }),
    };
  }
}

/** A valid new record of values that no row has, which refers to rows that its writer sees; owners and tenants are left to the service. */
export function newRecord(writing: Writing, at = 0): Values | null {
  const { proof, model } = writing;
  const samples = proof.samples.get(model.name) ?? [];
  if (samples.length <= at) return null;
  const filled = [...proof.naive.rules[model.name]!.owners.map(({ field }) => field)];
  filled.push(...proof.naive.rules[model.name]!.tenants);
  const writable = proof.naive.writable(writing.actor, 'create', model.name);
  const values: Record<string, unknown> = {};
  const references = composedOf(writing);
  for (const column of model.columns.filter((one) => one.role === 'data' || isGivenKey(one))) {
    const { name, reference } = column;
    if (filled.includes(name)) continue;
    if (references.has(name)) {
      const value = references.get(name);
      if (value !== null) values[name] = value;
      continue;
    }
    // A refused value is that of another sample: a hook may make the value of this one, such as a slug of its title.
    const some = writable.has(name)
      ? samples.slice(at)
      : samples.filter((_, other) => other !== at).toReversed();
    const value = reference
      ? (referenceFor(writing, column)?.[reference.key] ?? null)
      : valueIn(some, name);
    if (value !== null) values[name] = value;
  }
  return values;
}

/** A payload without the columns of a reference that it is to name by an id. */
function withoutParts(values: Values, field: string | null, { composed }: ModelInfo): Values {
  const parts = composed?.byName.get(field ?? '')?.parts ?? [];
  const rest = { ...values };
  for (const { name } of parts) delete rest[name];
  return rest;
}

/** What a new record has in references that several columns make up; those columns are left to the first of them. */
function composedOf(writing: Writing): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const { column, parts } of writing.model.composed?.byName.values() ?? []) {
    const isTaken = parts.some(({ name }) => found.has(name));
    const id = isTaken ? null : (referenceFor(writing, column)?.id ?? null);
    found.set(column.name, id);
    if (id !== null) for (const { name } of parts) found.set(name, null);
    else
      for (const { name, nullable, reference } of parts)
        if (nullable && !reference) found.set(name, null);
  }
  return found;
}

/** The value of a field in one of the samples. */
const valueIn = (samples: readonly Row[], field: string): unknown =>
  samples.find((row) => row[field] !== null)?.[field] ?? null;

/** A row that a new record may refer to; where the reference is unique, one that no row refers to. */
function referenceFor(
  writing: Writing,
  { name, reference, nullable }: ColumnInfo,
): Row | undefined {
  const { proof, model } = writing;
  const { naive } = proof;
  const isUnique = model.uniques.some(({ columns }) => columns.length === 1 && columns[0] === name);
  // A row of the model itself, as in a tree, is not needed.
  if (nullable && (isUnique || reference!.model === model.name)) return undefined;
  const taken = new Set(isUnique ? naive.world[model.name]!.map((row) => row[name]) : []);
  const by = byOf(writing);
  // The last one: others are likelier to hold what must be unique among the rows of one.
  return naive.world[reference!.model]!.findLast(
    (row) =>
      row[reference!.key] !== null &&
      !taken.has(row[reference!.key]) &&
      naive.sees(by, reference!.model, row),
  );
}

const byOf = ({ proof, actor, action, model }: Writing): Actor =>
  proof.naive.as(actor, action, model.name);

/** The columns that a request may name. */
export const dataColumns = ({ columns }: ModelInfo): readonly ColumnInfo[] =>
  columns.filter(({ role }) => role === 'data');

/** Each alternative of each field with a rule, of each reference and of each link. */
function* alternatives(writing: Writing, before: Row | null): Generator<Payload> {
  const { proof, model } = writing;
  const demanded = new Set(ruleFields(proof, model));
  const { fields } = proof.naive.rules[model.name]!;
  for (const column of dataColumns(model)) {
    const { name, reference } = column;
    if (reference || demanded.has(name))
      yield* pointing(writing, column, before, demanded.has(name));
    else if (fields[name]) yield* otherValues(writing, column, before);
  }
  for (const link of model.links) yield* linking(writing, link, demanded.has(link.name));
}

/** The fields of a model that row rules look at. */
export const ruleFields = (proof: Proof, { name }: ModelInfo): readonly string[] => [
  ...new Set(
    proof.demands.flatMap(({ model, fields }) => (model === name ? [...fields.keys()] : [])),
  ),
];

/** The alternatives of a field that a rule looks at, and of a reference: a row that its writer sees, one that is hidden, none. */
function* pointing(
  writing: Writing,
  column: ColumnInfo,
  before: Row | null,
  isRule: boolean,
): Generator<Payload> {
  const { proof, model } = writing;
  const { name, nullable, reference } = column;
  const demanded = proof.demands
    .filter((one) => one.model === model.name)
    .flatMap(({ fields }) => fields.get(name) ?? [])
    .flatMap((one) => ('value' in one ? [one.value] : []));
  const values = [
    ...demanded,
    ...(reference ? pointers(writing, reference.model, reference.key) : []),
  ];
  if (before) values.push(before[name] ?? null);
  if (nullable) values.push(null);
  for (const value of new Set(values))
    yield {
      values: { [name]: value },
      ...{ field: name, isRule },
      ...(isSecret(writing, column, value) && {
        unknown: { [name]: nobodyBy(proof.model(reference!.model), reference!.key) },
      }),
    };
}

/** Whether a writer may not learn that what they refer to exists: a hidden row, an owner or tenant other than their own. */
function isSecret(writing: Writing, { name, reference }: ColumnInfo, value: unknown): boolean {
  const { proof, actor, action, model } = writing;
  if ((typeof value !== 'number' && typeof value !== 'string') || reference === null) return false;
  // How an id differs from the key of the row is told of any id.
  const parts = model.composed?.byName.get(name)?.parts ?? [];
  if (action === 'edit' && parts.some((part) => isGivenKey(part))) return false;
  const { owners, tenants } = proof.naive.rules[model.name]!;
  const by = byOf(writing);
  // Who sees every row may name whomever they see.
  const isBound = !proof.naive.isExcepted(by, model.name);
  if (isBound && tenants.includes(name))
    return !(actor.tenants as readonly unknown[]).includes(value);
  if (isBound && owners.some(({ field }) => field === name)) return value !== actor.id;
  return proof.naive.seen(by, reference.model, value, reference.key) === undefined;
}

/** A row that the writer sees, one that is hidden from them, and one that is deleted. */
function pointers(writing: Writing, to: string, key = 'id'): readonly Row['id'][] {
  const { naive } = writing.proof;
  const by = byOf(writing);
  const rows = naive.world[to]!;
  const kinds = [
    rows.find((row) => naive.sees(by, to, row)),
    rows.find((row) => naive.exists(to, row) && !naive.sees(by, to, row)),
    rows.find((row) => !naive.exists(to, row)),
  ];
  return kinds.flatMap((row) => (row?.[key] as Row['id'] | null | undefined) ?? []);
}

function* linking(writing: Writing, link: LinkInfo, isRule: boolean): Generator<Payload> {
  const { name, key, model } = link;
  const { naive } = writing.proof;
  const keyOf = (id: Row['id']) => naive.world[model]!.find((row) => row.id === id)![key];
  const unknown = key === 'id' ? nobodyOf(writing.proof.model(model)) : 'nobody';
  yield { values: { [name]: [] }, field: name, isRule };
  for (const id of pointers(writing, model))
    yield {
      values: { [name]: [keyOf(id)] },
      ...{ field: name, isRule },
      ...(!naive.seen(byOf(writing), model, id) && { unknown: { [name]: [unknown] } }),
    };
}

/** A field without any rule, by which a write that is allowed changes something. */
function plainField({ proof, model, actor, action }: Writing): ColumnInfo | undefined {
  const demanded = ruleFields(proof, model);
  const writable = proof.naive.writable(actor, action, model.name);
  const { fields } = proof.naive.rules[model.name]!;
  const isUnique = (name: string) => model.uniques.some(({ columns }) => columns.includes(name));
  const plain = dataColumns(model).filter(
    ({ name, reference }) =>
      !reference && !demanded.includes(name) && !fields[name] && writable.has(name),
  );
  return plain.find(({ name }) => !isUnique(name)) ?? plain[0];
}

/** A valid value that the row does not have. */
function* otherValues(
  writing: Writing,
  column: ColumnInfo,
  before: Row | null,
): Generator<Payload> {
  const value = otherValue(writing, column, before?.[column.name] ?? null);
  if (value !== undefined)
    yield { values: { [column.name]: value }, field: column.name, isRule: false };
}

function otherValue(writing: Writing, column: ColumnInfo, current: unknown): unknown {
  const { proof, model, actor, action } = writing;
  const { added, name, type, values } = column;
  if (added?.isFree === false) return undefined;
  const isUnique = model.uniques.some(({ columns }) => columns.includes(name));
  const others = isUnique ? [] : proof.naive.world[model.name]!;
  const samples = proof.samples.get(model.name) ?? [];
  // As in a new record, a refused value is not that of the first sample.
  const isOpen = proof.naive.writable(actor, action, model.name).has(name);
  const known = [...(isOpen ? samples : samples.slice(1)), ...others].map((row) => row[name]);
  const made = type === 'boolean' ? [true, false] : type === 'enum' ? values : [];
  return [...known, ...made].find(
    (value) => value !== null && value !== undefined && !isDeepStrictEqual(value, current),
  );
}

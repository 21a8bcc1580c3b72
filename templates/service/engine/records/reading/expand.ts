import type { ColumnInfo } from '../../fields/column-info.js';
import type { RecordId } from '../../fields/record-id.js';
import type { ChildrenInfo, LinkInfo, ModelInfo } from '../../model/model-info.js';
import type { Row } from '../../model/operations.js';
import { and, type Scalar, type Where } from '../../model/where.js';
import { idsByKey, keysById } from './reference-keys.js';
import { hint } from '../../problem/problem.js';
import { compileWhere } from '../conditions/compile-where.js';
import { assertReadable } from '../conditions/where-from-code.js';
import { choosing, listedFields } from './chosen-fields.js';
import { tellWidths } from './encode-records.js';
import { orderById, type Page } from '../query/parse-page.js';
import { admitPage } from './measure-page.js';
import { reading, related, type Read, type Scope } from '../scope.js';
import {
  MAX_RECORDS,
  findRecords,
  readParts,
  readRecords,
  type FoundRecords,
} from './read-records.js';
import type { RecordsRequest } from './select-records.js';

/** The foreign keys of the relations that a request expands. */
export const expandedColumns = (
  expand: readonly string[],
  model: ModelInfo,
): readonly ColumnInfo[] =>
  expand.map((name) => model.columns.find((column) => column.reference?.relation === name)!);

/** Adds the records that a response expands; `keys` holds the foreign keys of each record. */
export async function expandRecords(
  { records, keys }: FoundRecords,
  expand: readonly string[],
  columns: readonly ColumnInfo[],
  read: Read,
): Promise<void> {
  for (const [index, column] of columns.entries()) {
    const { dialect } = read.core;
    const values = keys.map((row) => dialect.decode(row[index], column));
    const ids = await parentIds(values, column, read);
    const times = timesOf(ids);
    const wanted = relatedBy(column.reference!.model, 'id', [...times.keys()], read);
    const found = wanted && (await readAdmitted(wanted, withListed(wanted.read), times));
    putParents(records, expand[index]!, ids, found?.records ?? []);
  }
}

/** The read of records with the fields that they have in lists. */
function withListed(read: Read): Read {
  const fields = listedFields(read);
  return fields === null ? read : reading(choosing(fields, read), read.session, read);
}

/** The ids of the records that these values of a reference name; null where there is none for the reader. */
async function parentIds(
  values: readonly unknown[],
  { reference }: ColumnInfo,
  read: Read,
): Promise<readonly (RecordId | null)[]> {
  const { model, key } = reference!;
  const allowed = related(read.core.model(model), 'show', read);
  if (!allowed) return values.map(() => null);
  const rows = { ...allowed, session: read.session };
  const idOf = await idsByKey(key, keysIn(values), allowed.grant.where, rows);
  return values.map(idOf);
}

/** How often each id occurs. */
function timesOf(ids: readonly (RecordId | null)[]): ReadonlyMap<RecordId, number> {
  const times = new Map<RecordId, number>();
  for (const id of ids) if (id !== null) times.set(id, (times.get(id) ?? 0) + 1);
  return times;
}

/**
 * Adds the records of relations that code asks for. Throws if a to-many relation has more than `MAX_RECORDS` records in total.
 */
export async function loadRelations(
  rows: readonly Row[],
  names: readonly string[],
  read: Read,
): Promise<void> {
  for (const name of new Set(names)) await loadRelation(rows, name, read);
}

function loadRelation(rows: readonly Row[], name: string, read: Read): Promise<void> {
  const { core, model } = read;
  const column = model.columns.find(({ reference }) => reference?.relation === name);
  if (column) return loadParents(rows, column, read);
  const link = model.links.find((candidate) => candidate.name === name);
  if (link) return loadLinked(rows, link, read);
  const children = model.children.find((candidate) => candidate.name === name);
  if (children && core.byName.has(children.model)) return loadChildren(rows, children, read);
  throw new TypeError(`${model.name} has no relation ${name}${hint(name, relationsOf(model))}`);
}

function relationsOf(model: ModelInfo): readonly string[] {
  const parents = model.columns.flatMap(({ reference }) => reference?.relation ?? []);
  return [...parents, ...[...model.links, ...model.children].map(({ name }) => name)];
}

async function loadParents(rows: readonly Row[], column: ColumnInfo, read: Read): Promise<void> {
  const { name: field, reference } = column;
  assertReadable(field, read);
  const { model, relation } = reference!;
  const values = rows.map((row) => row[field]);
  const ids = await parentIds(values, column, read);
  putParents(rows, relation, ids, await readRelated(relatedBy(model, 'id', keysIn(ids), read)));
}

async function loadLinked(
  rows: readonly Row[],
  { name, key, model }: LinkInfo,
  read: Read,
): Promise<void> {
  assertReadable(name, read);
  const keysOf = (row: Row) => row[name] as readonly unknown[];
  const keys = keysIn(rows.flatMap(keysOf));
  const records = await readRelated(relatedBy(model, key, keys, read), BOUND);
  const found = byKey(bounded(records, name, model, read), key);
  for (const row of rows) {
    const linked = keysOf(row).flatMap((one) => found.get(one) ?? []);
    put(row, name, linked);
  }
}

async function loadChildren(
  rows: readonly Row[],
  { name, model, field }: ChildrenInfo,
  read: Read,
): Promise<void> {
  const { key } = read.core.model(model).column.get(field)!.reference!;
  const keyOf = await keysById(
    key,
    rows.map(({ id }) => id),
    read,
  );
  const keys = keysIn(rows.map(({ id }) => keyOf(id)));
  const records = await readRelated(relatedBy(model, field, keys, read, 'list'), BOUND);
  const found = byKey(bounded(records, name, model, read), field);
  for (const row of rows) put(row, name, found.get(keyOf(row.id)) ?? []);
}

/** Related records that were read within the bound; nothing else limits a to-many relation. */
function bounded(rows: readonly Row[], name: string, target: string, { model }: Scope) {
  if (rows.length <= MAX_RECORDS) return rows;
  throw new RangeError(
    `${model.name}.${name} has more than ${MAX_RECORDS} records here: ask for fewer ${model.name} records, or read those of ${target} with \`each\``,
  );
}

/** A read of records of another model. */
interface RelatedRead {
  readonly where: Where;
  readonly read: Read;
}

/**
 * The read of records of another model by the values of one of its fields, under the rules of that model: null without values, or if
 * the rules deny reading the model. Those that refer back are listed, as nobody has named them. Throws 403 if they hide the field.
 */
function relatedBy(
  name: string,
  field: string,
  values: readonly Scalar[],
  read: Read,
  action: 'list' | 'show' = 'show',
): RelatedRead | null {
  const allowed = related(read.core.model(name), action, read);
  if (!allowed || values.length === 0) return null;
  assertReadable(field, allowed);
  const where = and({ op: 'in', field, values } satisfies Where, allowed.grant.where);
  return { where, read: reading(allowed, read.session, read) };
}

/** One record more than is allowed. */
const BOUND = { start: 0, end: MAX_RECORDS + 1 };

/** The records for code, which are not measured. */
const readRelated = async (wanted: RelatedRead | null, page?: Page): Promise<readonly Row[]> =>
  wanted
    ? readRecords({ where: wanted.where, order: orderById(wanted.read.model), page }, wanted.read)
    : [];

const keysIn = (values: readonly unknown[]): readonly RecordId[] =>
  [...new Set(values)].filter((value): value is RecordId => value !== null && value !== undefined);

/** Puts the record with its id into each record; null if there is none for the reader. */
function putParents(
  rows: readonly Row[],
  name: string,
  ids: readonly unknown[],
  parents: readonly Row[],
): void {
  const found = new Map<unknown, Row>();
  for (const parent of parents) found.set(parent.id, parent);
  for (const [at, row] of rows.entries()) put(row, name, found.get(ids[at]) ?? null);
}

const put = (row: Record<string, unknown>, name: string, value: unknown): void => {
  row[name] = value;
};

function byKey(rows: readonly Row[], field: string): ReadonlyMap<unknown, readonly Row[]> {
  const found = new Map<unknown, Row[]>();
  for (const row of rows) {
    const group = found.get(row[field]) ?? [];
    found.set(row[field], group);
    group.push(row);
  }
  return found;
}

const JUST_ONE: ReadonlyMap<RecordId, number> = new Map();

/** Records in no order, once there is room for them; `times` says how often each will be returned. */
export async function readAdmitted(
  { where, keys = [] }: Pick<RecordsRequest, 'where' | 'keys'>,
  read: Read,
  times: ReadonlyMap<RecordId, number> = JUST_ONE,
): Promise<FoundRecords> {
  const { core, model } = read;
  const condition = compileWhere(where, model, core);
  const page = { start: 0, end: Math.max(1, times.size) };
  const large = await admitPage({ order: [], page, parts: [condition], times }, read);
  if (large) return readParts(large.parts, { where, keys }, read);
  const found = await findRecords({ where, condition, keys }, read);
  tellWidths(found.records, read);
  return found;
}

import type { RawRow, Statement } from '../../database/dialect.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import type { RecordId } from '../../fields/record-id.js';
import type { Grant } from '../../model/access-rules.js';
import type { ModelInfo } from '../../model/model-info.js';
import type { Condition } from '../conditions/compile-where.js';
import type { Order, Page } from '../query/parse-page.js';
import type { QueryLimits } from '../query/query-cost.js';
import type { Granted, Read } from '../scope.js';
import { FREE_BYTES } from './byte-budget.js';
import { BYTES_PER_FIELD, tellWidth } from './encode-records.js';
import { reachOf } from './reach.js';
import { orderOf, pageOf, shapeOf, valuesOf } from './select-records.js';
import { tooLarge } from './too-large.js';
import { allowedWidth, isLong } from './widths.js';

/** Without a limit, as in code without a service, no page is measured. */
const limitOf = ({ pageLimit = Infinity }: QueryLimits): number => pageLimit;

/** For so few records the size need not be known exactly: the body of each was limited when it was written. */
const UNMEASURED_RECORDS = 32;
/** A large page is read in parts of about as many bytes, so that nobody waits for all of it. */
const PART_BYTES = 1_048_576;

/** The records that are about to be read. */
export interface PlannedPage {
  readonly order: readonly Order[];
  readonly page: Page;
  /** The conditions of its parts, one behind the other. */
  readonly parts: readonly Condition[];
  /** How many of the records are returned; all of them unless given. */
  readonly shown?: number;
  /** How often each record is returned; once unless given. */
  readonly times?: ReadonlyMap<RecordId, number>;
}

/** The ids of a page that is too large to be read at once, in its order and in parts. */
export interface LargePage {
  readonly parts: readonly (readonly RecordId[])[];
  /** How many records there were, shown or not. */
  readonly found: number;
}

/** Whether a page may be so large that its size has to be known before it is read. */
export function mayBeLarge(records: number, { core, model, grant }: Granted): boolean {
  if (limitOf(core.limits) === Infinity) return false;
  if (records > UNMEASURED_RECORDS && hasLongColumns(grant, model)) return true;
  const width = grant.shown
    ? allowedWidth(model.stored.filter(({ name }) => grant.readable.has(name)))
    : records === 1
      ? core.widths.ofRecord(model)
      : core.widths.ofPage(model);
  return records * width > FREE_BYTES;
}

const hasLongColumns = ({ readable }: Grant, { stored }: ModelInfo): boolean =>
  stored.some((info) => isLong(info) && readable.has(info.name));

/**
 * Makes room for a page before it is read, where it may be large: the database computes lengths without reading the values.
 * Throws 400 above the size limit, 503 where there is no room; returns how to read it in parts, or null where it is read at
 * once.
 */
export async function admitPage(planned: PlannedPage, read: Read): Promise<LargePage | null> {
  const { core, grant, reservation } = read;
  if (!mayBeLarge(countOf(planned), read)) return null;
  const measured = await measure(planned, read);
  const shown = measured.slice(0, planned.shown);
  const bytes = shown.reduce((sum, one) => sum + one.bytes, 0);
  const widest = shown.reduce((most, one) => Math.max(most, one.bytes), 0);
  tellWidth(bytes, shown.length, widest, read);
  const sent = shown.reduce((sum, one) => sum + one.bytes * timesOf(one, planned), 0);
  if (sent > limitOf(core.limits))
    throw tooLarge(`${limitOf(core.limits)} bytes`, countOf(planned) === 1);
  // Waiting for room would delay others for longer than the page does.
  await reservation?.take(sent + shown.length * bytesOfNames(grant), core.database.delaysOthers());
  const isWhole = bytes <= FREE_BYTES || read.model.isKeyless;
  return isWhole ? null : { parts: partsOf(shown), found: measured.length };
}

/** How many records are returned at most, with repetitions. */
function countOf({ page, times = new Map() }: PlannedPage): number {
  let repeated = 0;
  for (const one of times.values()) repeated += one;
  return Math.max(repeated, page.end - page.start);
}

/** A record by its id, and the bytes of its texts. */
interface Measured {
  readonly id: RecordId;
  readonly bytes: number;
}

const timesOf = ({ id }: Measured, { times }: PlannedPage): number => times?.get(id) ?? 1;

async function measure({ order, page, parts }: PlannedPage, read: Read): Promise<Measured[]> {
  const rows: RawRow[] = [];
  for (const part of parts) {
    const rest = { start: page.start, end: page.end - rows.length };
    if (rest.end === rest.start) break;
    const statement = measuring({ order, page: rest }, part, read);
    const reach = () => reachOf({ condition: part, order, page: rest }, read.model);
    rows.push(...(await read.session.rows(statement, valuesOf(rest, part), reach)));
  }
  const { core, model } = read;
  return rows.map(([id, bytes]) => ({
    id: core.dialect.decode(id, model.key) as RecordId,
    bytes: Number(bytes),
  }));
}

function measuring(
  request: { readonly order: readonly Order[]; readonly page: Page },
  condition: Condition,
  allowed: Granted,
): Statement {
  const { core, model, grant } = allowed;
  const { dialect } = core;
  return core.statements.get(`size ${shapeOf(request, condition, allowed)}`, () => {
    const { rowKey } = model;
    const table = dialect.quote(model.table);
    const texts = model.stored.filter((info) => isVarying(info) && grant.readable.has(info.name));
    const bytes = texts.map((info) => `COALESCE(${dialect.bytes(info)}, 0)`).join(' + ') || '0';
    const { order, page } = request;
    const some = pageOf(order, condition.sql, valuesOf(page, condition), allowed);
    const measured = `SELECT ${rowKey.id(dialect)}, ${bytes} FROM ${table}`;
    if (model.isKeyless) return `${measured} ${some}`;
    const ids = `SELECT ${rowKey.columns(dialect)} FROM ${table} ${some}`;
    return `${measured} WHERE ${rowKey.row(dialect)} IN (${ids})${orderOf(order, allowed)}`;
  });
}

const isVarying = ({ type }: ColumnInfo): boolean =>
  ['string', 'text', 'json', 'added'].includes(type);

/** About as many bytes as the names of the fields take in a record, with the values that are not measured. */
function bytesOfNames({ readable }: Grant): number {
  let bytes = 0;
  for (const name of readable) bytes += name.length + BYTES_PER_FIELD;
  return bytes;
}

function partsOf(measured: readonly Measured[]): RecordId[][] {
  const parts: RecordId[][] = [];
  let room = 0;
  for (const { id, bytes } of measured) {
    if (bytes > room || parts.length === 0) {
      parts.push([]);
      room = PART_BYTES;
    }
    parts.at(-1)!.push(id);
    room -= bytes;
  }
  return parts;
}

/** Holding more links would take too much memory, however large a page may be. */
const MAX_LINKS = 1_000_000;
/** A digit and a comma. */
const MIN_BYTES_PER_LINK = 2;

/** How many links the many-to-many fields of a page may have: more links would exceed the size limit in any case. */
export const maxLinksOf = ({ pageLimit = Infinity }: QueryLimits): number =>
  Math.min(MAX_LINKS, Math.floor(pageLimit / MIN_BYTES_PER_LINK));

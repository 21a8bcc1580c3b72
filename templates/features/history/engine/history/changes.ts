import type { ColumnInfo } from '../fields/column-info.js';
import type { Values, WrittenRecord } from '../model/hooks.js';
import type { ModelInfo } from '../model/model-info.js';

/** What a write did to a record. */
export type HistoryAction = 'create' | 'update' | 'delete' | 'restore' | 'purge';

/** The value of a field before and after a write; empty where the history keeps no values of the field. */
export type FieldChange = readonly [before: unknown, after: unknown] | readonly [];

/** What a write has changed of a record, by field. */
export type Changes = Readonly<Record<string, FieldChange>>;

/** A write of a record, as it is kept. */
export interface KeptChange {
  readonly key: string;
  readonly action: HistoryAction;
  readonly changes: Changes;
}

/** The fields of a model whose changes are kept. */
export interface KeptFields {
  /** Fields that somebody writes. */
  readonly written: readonly string[];
  /** Fields that row rules may ask for, of a record that is gone: all that have values here. */
  readonly stored: readonly string[];
  /** Fields of which only the change is kept: files and the like. */
  readonly valueless: ReadonlySet<string>;
  /** The field with the moment at which a row was marked as deleted, where it stays in its table. */
  readonly mark: string | undefined;
}

/** Stamps, versions and totals follow from other changes; what is hidden, such as a password, is kept nowhere else. */
export function keptFields({ columns, links }: ModelInfo): KeptFields {
  const linked = links.map(({ name }) => name);
  const shown = columns.filter(({ name, role }) => role !== 'hidden' && name !== 'id');
  const isValueless = ({ added }: ColumnInfo): boolean => added?.isListed === false;
  return {
    written: [...shown.filter(({ role }) => role === 'data').map(({ name }) => name), ...linked],
    stored: [...shown.filter((one) => !isValueless(one)).map(({ name }) => name), ...linked],
    valueless: new Set(shown.filter(isValueless).map(({ name }) => name)),
    mark: columns.find(({ role }) => role === 'deleted')?.name,
  };
}

/** A write as it is kept; null where it has changed nothing that is kept. */
export function keptChange(
  { id, before, after }: WrittenRecord,
  fields: KeptFields,
): KeptChange | null {
  const key = String(id);
  if (before === null)
    return { key, action: 'create', changes: after ? created(after, fields) : {} };
  const [wasMarked, isMarked] = [before, after].map((row) => isGone(row, fields));
  if (after === null)
    return { key, action: wasMarked ? 'purge' : 'delete', changes: deleted(before, fields) };
  if (isMarked && !wasMarked) return { key, action: 'delete', changes: deleted(before, fields) };
  const changes = updated(before, after, fields);
  if (wasMarked && !isMarked) return { key, action: 'restore', changes };
  return Object.keys(changes).length > 0 ? { key, action: 'update', changes } : null;
}

/** Whether a row is marked as deleted. */
const isGone = (row: Readonly<Values> | null, { mark }: KeptFields): boolean =>
  mark !== undefined && row !== null && !isNothing(row[mark]);

function created(after: Readonly<Values>, { written, valueless }: KeptFields): Changes {
  const set = written.filter((name) => !isNothing(after[name]));
  return Object.fromEntries(
    set.map((name) => [name, valueless.has(name) ? [] : [null, after[name]]]),
  );
}

/** The whole record, as far as it has values: row rules ask for them later. */
const deleted = (before: Readonly<Values>, { stored }: KeptFields): Changes =>
  Object.fromEntries(
    stored.filter((name) => !isNothing(before[name])).map((name) => [name, [before[name], null]]),
  );

function updated(
  before: Readonly<Values>,
  after: Readonly<Values>,
  { written, valueless }: KeptFields,
): Changes {
  const changes: Record<string, FieldChange> = {};
  for (const name of written) {
    const [was, is] = [before[name] ?? null, after[name] ?? null];
    if (!isEqual(was, is)) changes[name] = valueless.has(name) ? [] : [was, is];
  }
  return changes;
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** Values of records are those of JSON, and datetimes. */
const isEqual = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' &&
    typeof other === 'object' &&
    JSON.stringify(one) === JSON.stringify(other));

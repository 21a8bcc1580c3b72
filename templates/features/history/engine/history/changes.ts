import type { ColumnInfo } from '../fields/column-info.js';
import type { Values, WrittenRecord } from '../model/hooks.js';
import type { ModelInfo } from '../model/model-info.js';

/** The effect of a write on a record. */
export type HistoryAction = 'create' | 'update' | 'delete' | 'restore' | 'purge';

/** The value of a field before and after a write; empty where the history keeps no values of the field. */
export type FieldChange = readonly [before: unknown, after: unknown] | readonly [];

/** The changes that a write made to a record, by field. */
export type Changes = Readonly<Record<string, FieldChange>>;

/** A write of a record, as it is kept. */
export interface KeptChange {
  readonly key: string;
  readonly action: HistoryAction;
  /** The changes of its fields (`Changes`) in JSON: lists of a thousand writes make no other objects of them. */
  readonly changes: string;
}

/** The fields of a model whose changes are kept. */
export interface KeptFields {
  /** Fields that somebody writes. */
  readonly written: readonly string[];
  /** Fields that row rules may ask for, of a record that is gone: all that have values here. */
  readonly stored: readonly string[];
  /** Fields of which only the change is kept: bytes in the table. */
  readonly valueless: ReadonlySet<string>;
  /** The beginning of each field in JSON, behind a comma. */
  readonly labels: ReadonlyMap<string, string>;
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
    labels: new Map(
      [...shown.map(({ name }) => name), ...linked].map((name) => [
        name,
        `,${JSON.stringify(name)}:`,
      ]),
    ),
    mark: columns.find(({ role }) => role === 'deleted')?.name,
  };
}

/** A write as it is kept; null where it has changed nothing that is kept. */
export function keptChange(
  { id, before, after }: WrittenRecord,
  fields: KeptFields,
): KeptChange | null {
  const key = String(id);
  if (before === null) return { key, action: 'create', changes: created(after, fields) };
  const [wasMarked, isMarked] = [isGone(before, fields), isGone(after, fields)];
  if (after === null)
    return { key, action: wasMarked ? 'purge' : 'delete', changes: deleted(before, fields) };
  if (isMarked && !wasMarked) return { key, action: 'delete', changes: deleted(before, fields) };
  const changes = updated(before, after, fields);
  if (wasMarked && !isMarked) return { key, action: 'restore', changes };
  return changes === NONE ? null : { key, action: 'update', changes };
}

/** Whether a row is marked as deleted. */
const isGone = (row: Readonly<Values> | null, { mark }: KeptFields): boolean =>
  mark !== undefined && row !== null && !isNothing(row[mark]);

const NONE = '{}';

function created(after: Readonly<Values> | null, fields: KeptFields): string {
  let text = '';
  for (const name of after ? fields.written : []) {
    const is = after![name];
    if (!isNothing(is)) text += entry(name, null, is, fields);
  }
  return object(text);
}

/** The whole record, as far as it has values: row rules ask for them later. */
function deleted(before: Readonly<Values>, fields: KeptFields): string {
  let text = '';
  for (const name of fields.stored) {
    const was = before[name];
    if (!isNothing(was)) text += entry(name, was, null, fields);
  }
  return object(text);
}

function updated(before: Readonly<Values>, after: Readonly<Values>, fields: KeptFields): string {
  let text = '';
  for (const name of fields.written) {
    const [was, is] = [before[name] ?? null, after[name] ?? null];
    if (!isEqual(was, is)) text += entry(name, was, is, fields);
  }
  return object(text);
}

/** A change of a field in JSON, of pieces: a list of the values, or the name, would take as long as all else to be written. */
const entry = (
  name: string,
  was: unknown,
  is: unknown,
  { labels, valueless }: KeptFields,
): string => labels.get(name)! + (valueless.has(name) ? '[]' : `[${jsonOf(was)},${jsonOf(is)}]`);

const jsonOf = (value: unknown): string => (value === null ? 'null' : JSON.stringify(value));

const object = (entries: string): string => (entries === '' ? NONE : `{${entries.slice(1)}}`);

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** Values of records are those of JSON, and datetimes. */
const isEqual = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' &&
    typeof other === 'object' &&
    JSON.stringify(one) === JSON.stringify(other));

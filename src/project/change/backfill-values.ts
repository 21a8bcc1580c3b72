import { fieldNamed, findField } from '../../model/change.js';
import type { App, Field, Model } from '../../model/model.js';
import { asColumn } from '../../model/keys.js';
import { didYouMean } from '../../model/nearest.js';
import { type Reading, readValue } from '../../model/value.js';
import { storedExact } from '../../schema/exact-column.js';
import { storedList } from '../../schema/list-column.js';
import { misuse, quoted, refusal, type Refusal } from '../../problem.js';

/** Whether the field's own rules allow the empty value of its type. */
export function mayBeEmpty({ enforce, values, format, pattern, min, max, type }: Field): boolean {
  if (type === 'ref') return true;
  if (type === 'list') return (min ?? 0) <= 0;
  return (
    !(enforce && values.length > 0) &&
    format === null &&
    pattern === null &&
    (min ?? 0) <= 0 &&
    (max ?? 0) >= 0
  );
}

const NAMED = /^(?:(\w+)\.)?(\w+)=([^]*)$/;

/** Parses flags with values for existing rows, each like `Task.code=none`; values by `table.column`. */
export function parseBackfills(app: App, given: readonly string[]): ReadonlyMap<string, unknown> {
  return new Map(
    given.map((text) => {
      const [, name, key = '', value = ''] = NAMED.exec(text) ?? [];
      const model = app.models.find((one) => one.name === name || one.table === name);
      if (name === undefined || model === undefined) throw unnamed(text, name, app.models);
      const field = findField(model, key);
      return [columnPlace(model, field), backfillValue(app, field, value)] as const;
    }),
  );
}

/** How migrations know a field. */
export const columnPlace = ({ table }: Model, { column }: Field): string => `${table}.${column}`;

function unnamed(text: string, name: string | undefined, models: readonly Model[]): Refusal {
  const names = models.map((model) => model.name);
  const help = 'write it as --backfill Task.code=none';
  return misuse(
    `\`--backfill ${text}\` does not name a model and a field`,
    name === undefined ? help : didYouMean(name, names, help),
  );
}

/**
 * The same for the fields of one model that need values: there the model may be left out, and the name of an only field, too,
 * unless the value could be read as a name.
 */
export function parseOwnBackfills(
  app: App,
  model: Model,
  fields: readonly Field[],
  given: readonly string[],
): ReadonlyMap<string, unknown> {
  const [only, ...others] = fields;
  return new Map(
    given.map((text) => {
      const [, name = model.name, key, value = ''] = NAMED.exec(text) ?? [];
      const isOwn = name === model.name || name === model.table;
      const found = key !== undefined && isOwn && fieldNamed({ ...model, fields }, key);
      if (found) return [columnPlace(model, found), backfillValue(app, found, value)] as const;
      if (key === undefined && only && others.length === 0)
        return [columnPlace(model, only), backfillValue(app, only, text)] as const;
      throw misfilled(model, fields, text);
    }),
  );
}

function misfilled(model: Model, fields: readonly Field[], text: string): Refusal {
  const names = fields.map(({ name }) => `${model.name}.${name}`);
  if (names.length === 0) {
    const message = '`--backfill` is only for a field that becomes required and has no default';
    return misuse(message, 'leave it out');
  }
  const message = `\`--backfill ${text}\` does not name a field that needs a value: ${quoted(names)}`;
  return misuse(message, `write --backfill ${names[0]}=<value>`);
}

/** Reads a value for existing rows; a reference takes the key of a row. */
export const readBackfill = (app: App, field: Field, text: string): Reading =>
  readValue({ form: 'text', text }, asColumn(app, field));

/** Parses a value for a migration; refuses one that the field cannot hold. */
export function backfillValue(app: App, field: Field, text: string): unknown {
  const read = readBackfill(app, field, text);
  if ('value' in read && field.type === 'list') return storedList(read.value);
  if ('value' in read && field.type === 'exact') return storedExact(read.value as string);
  if ('value' in read) return read.value;
  const message = `\`${text}\` is not a valid value of \`${field.name}\`: ${mismatch(read)}`;
  throw refusal('bad-backfill', message, helpFor(read));
}

type Misread = Exclude<Reading, { value: unknown }>;

/** Why a text is not a value of the field. */
export const mismatch = ({ not }: Misread): string => `it is not ${not}`;
/** The value to write instead. */
export const helpFor = (read: Misread): string =>
  'example' in read ? `write for example \`${read.example}\`` : read.change;

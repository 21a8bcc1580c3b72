import { findField } from '../model/change.js';
import type { App, Field } from '../model/model.js';
import { type Reading, readValue } from '../model/value.js';
import { misuse, refusal } from '../problem.js';

/** Whether the field's own rules allow the empty value of its type. */
export function mayBeEmpty({ enforce, values, format, pattern, min, max, type }: Field): boolean {
  if (type === 'ref') return true;
  return (
    !(enforce && values.length > 0) &&
    format === null &&
    pattern === null &&
    (min ?? 0) <= 0 &&
    (max ?? 0) >= 0
  );
}

/** Parses flags with values for existing rows, each like `Task.code=none`. */
export function parseBackfills(app: App, given: readonly string[]): ReadonlyMap<string, unknown> {
  return new Map(
    given.map((text) => {
      const [, name = '', key = '', value = ''] = /^(\w+)\.(\w+)=([^]*)$/.exec(text) ?? [];
      const model = app.models.find((one) => one.name === name || one.table === name);
      if (model === undefined) {
        const message = `\`--backfill ${text}\` does not name a field`;
        throw misuse(message, 'write for example --backfill Task.code=none');
      }
      const field = findField(model, key);
      return [`${model.table}.${field.column}`, valueOf(field, value)] as const;
    }),
  );
}

/** Parses a value for a migration; refuses one that the field cannot hold. */
export function valueOf(field: Field, text: string): unknown {
  const read = readValue({ form: 'text', text }, field);
  if ('value' in read) return read.value;
  const message = `\`${text}\` is not a valid value of \`${field.name}\`: ${mismatch(read)}`;
  throw refusal('bad-backfill', message, helpFor(read));
}

type Misread = Exclude<Reading, { value: unknown }>;

/** Why a text is not a value of the field. */
export const mismatch = ({ not }: Misread): string => `it is not ${not}`;
/** What to write instead. */
export const helpFor = (read: Misread): string =>
  'example' in read ? `write for example \`${read.example}\`` : read.change;

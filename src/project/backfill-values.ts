import { findField } from '../model/change.js';
import type { App, Field } from '../model/model.js';
import { type Reading, readValue } from '../model/value.js';
import { refusal } from '../problem.js';

/** Whether the empty value of its type is one that the field's own rules allow. */
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

/** What existing rows get in columns of any model, as flags say it: each `Task.code=none`. */
export function parseBackfills(app: App, given: readonly string[]): ReadonlyMap<string, unknown> {
  return new Map(
    given.map((text) => {
      const [, name = '', key = '', value = ''] = /^(\w+)\.(\w+)=([^]*)$/.exec(text) ?? [];
      const model = app.models.find((one) => one.name === name || one.table === name);
      if (model === undefined) {
        const message = `\`--backfill ${text}\` names no field`;
        throw refusal({ code: 'usage', message, help: 'such as --backfill Task.code=none' }, 2);
      }
      const field = findField(model, key);
      return [`${model.table}.${field.column}`, valueOf(field, value)] as const;
    }),
  );
}

/** A value as a migration writes it; refuses one that the field cannot hold. */
export function valueOf(field: Field, text: string): unknown {
  const read = readValue({ form: 'text', text }, field);
  if ('value' in read) return read.value;
  const message = `\`${text}\` cannot stand in \`${field.name}\`: ${mismatch(read)}`;
  throw refusal({ code: 'bad-backfill', message, help: helpFor(read) });
}

type Misread = Exclude<Reading, { value: unknown }>;

/** What a text is not that a field could hold. */
export const mismatch = ({ not }: Misread): string => `it is not ${not}`;
/** What to write instead. */
export const helpFor = (read: Misread): string =>
  'example' in read ? `write one such as \`${read.example}\`` : read.change;

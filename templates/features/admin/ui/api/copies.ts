import type { FieldFact } from '../application';
import type { Values } from './record-values';
import { needsNoInput } from './session';

/** The fields that a copy of a record does not get: no two records have them alike, or the service fills them in. */
export const notCopied = (resource: string, fields: readonly FieldFact[]): ReadonlySet<string> =>
  new Set(
    fields
      .filter((fact) => fact.unique || needsNoInput(resource, fact))
      .map(({ source }) => source),
  );

/** The values of a copy, and of its parts, without those that belong to the record alone. */
export const copiedValues = (values: Values, isOwn: (value: unknown) => boolean): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !isOwn(value))
      .map(([name, value]) => [name, isRows(value) ? copiedRows(value, isOwn) : value]),
  );

const copiedRows = (rows: readonly Values[], isOwn: (value: unknown) => boolean) =>
  rows.map((row) => copiedValues(row, isOwn));

const isRows = (value: unknown): value is readonly Values[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null);

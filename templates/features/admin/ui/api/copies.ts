import type { FieldFact } from '../application';
import { needsNoInput } from './session';

/** The fields that a copy of a record does not get: no two records have them alike, or the service fills them in. */
export const notCopied = (resource: string, fields: readonly FieldFact[]): ReadonlySet<string> =>
  new Set(
    fields
      .filter((fact) => fact.unique || needsNoInput(resource, fact))
      .map(({ source }) => source),
  );

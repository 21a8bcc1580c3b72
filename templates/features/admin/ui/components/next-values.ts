import type { FieldFact, Row } from '../application';

/** The values that a record may have next in a field of listed ones: all others. */
export const nextValues = ({ source, values = [] }: FieldFact, record: Row): readonly string[] =>
  values.filter((value) => value !== record[source]);

import type { FieldFact, Row } from '../application';

/** The label of a record: what it is called, and the number before that where it has one. */
export interface LabelParts {
  readonly name: string;
  readonly number?: string;
}

/** The parts of a label that begins with what tells the record apart: `WO-2026-0017` and `Repair exhaust`. */
export function labelParts(row: Row, facts: readonly FieldFact[]): LabelParts {
  const label = row._label;
  const [number] = facts
    .filter(({ type, unique }) => type === 'string' && unique === true)
    .map(({ source }) => row[source])
    .filter((value): value is string => typeof value === 'string' && value !== '')
    .filter((value) => label.startsWith(`${value} `));
  return number === undefined ? { name: label } : { name: label.slice(number.length + 1), number };
}

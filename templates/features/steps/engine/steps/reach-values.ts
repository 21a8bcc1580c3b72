import type { Values } from '../model/hooks.js';
import type { InsertPlace } from '../records/scope.js';
import { stepFields, type StepField } from './steps.js';

/** Gives rows that a tool makes up values that a record can have come to, if theirs is none of those. */
export async function reachValues(rows: readonly Values[], { model }: InsertPlace): Promise<void> {
  for (const field of stepFields(model)) {
    const { name } = field.column;
    const reached = reachable(field);
    for (const row of rows)
      if (row[name] != null && !reached.includes(String(row[name]))) row[name] = reached[0];
  }
}

/** The values to which steps lead, those of the beginning before the others. */
function reachable({ column, steps, first }: StepField): readonly string[] {
  const reached = new Set(first ?? column.values);
  // The set grows during the iteration.
  for (const value of reached)
    for (const { from, to } of steps) if (from === value) reached.add(to);
  return [...reached];
}

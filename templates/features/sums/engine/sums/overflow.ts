import type { Violation } from '../database/dialect.js';
import type { ModelInfo } from '../model/model-info.js';
import { badRequest, spokenName, type HttpProblem } from '../problem/problem.js';
import { related, type Granted } from '../records/scope.js';
import { totalsOf } from './totals.js';

type MissingValue = Extract<Violation, { kind: 'not-null' }>;

interface Total {
  readonly model: ModelInfo;
  readonly name: string;
}

/** The total without a value: `setsOf` leaves out a number that the column cannot hold. Null if another column has no value. */
export function overflowed({ columnOf }: MissingValue, models: readonly ModelInfo[]): Total | null {
  for (const model of models) {
    const column = columnOf(model.table);
    const total = column !== null && totalsOf(model).find((one) => one.column === column);
    if (total) return { model, name: total.name };
  }
  return null;
}

/** The total may belong to another record than the one that is written. A total that the writer may not read is not named. */
export function overflow(violation: MissingValue, allowed: Granted): HttpProblem | null {
  const found = overflowed(violation, allowed.core.models);
  if (found === null) return null;
  const { model, name } = found;
  const isNamed = related(model, 'show', allowed)?.grant.readable.has(name);
  const total = isNamed ? `The total \`${name}\` of the ${spokenName(model.name)}` : 'A total';
  return badRequest(`${total} would be larger than its field can hold.`);
}

import { checkValue } from '../fields/check-value.js';
import type { RecordId } from '../fields/record-id.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Row } from '../model/operations.js';
import { HttpProblem, invalid, type FieldProblem } from '../problem/problem.js';
import { isAllOf } from './conditions/unique-key.js';
import { findOne } from './find.js';
import type { Scope } from './scope.js';

/** A record, and whether it is new. */
interface Upserted {
  readonly record: Row;
  readonly created: boolean;
}

/** How the record is written, with the rules and hooks of such a write. */
interface Writes {
  readonly create: (values: object) => Promise<Row>;
  readonly update: (id: RecordId, values: object) => Promise<Row>;
}

/**
 * The record with these values of a unique set, else a new one. Where others create it at the same time, the database lets one
 * of them do so. 409 where its caller may not see the one that exists.
 */
export async function findOrCreate(
  key: object,
  values: object,
  { create }: Pick<Writes, 'create'>,
  scope: Scope,
): Promise<Upserted> {
  assertUnique(key, scope.model);
  assertValues(key, scope.model);
  const find = () => findOne(scope, { where: key });
  const known = await find();
  if (known) return { record: known, created: false };
  try {
    return { record: await create({ ...values, ...key }), created: true };
  } catch (error) {
    if (!hasStatus(error, 409)) throw error;
    // As part of a write: a replica may not have yet what has just been committed.
    const made = await scope.core.database.write(find);
    if (made) return { record: made, created: false };
    throw error;
  }
}

/** How often it is tried where a record is deleted between the search for it and its change. */
const MAX_TRIES = 3;

/** The same, and changes a record that was there. */
export async function upsert(
  key: object,
  values: object,
  writes: Writes,
  scope: Scope,
): Promise<Upserted> {
  for (let tries = 1; ; tries++) {
    const found = await findOrCreate(key, values, writes, scope);
    if (found.created) return found;
    try {
      return { record: await writes.update(found.record.id, values), created: false };
    } catch (error) {
      if (!hasStatus(error, 404) || tries === MAX_TRIES) throw error;
    }
  }
}

const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof HttpProblem && error.status === status;

/** Throws unless at most one record can have these values. */
function assertUnique(key: object, { name, uniques }: ModelInfo): void {
  const names = Object.keys(key);
  const isWhole = uniques.some(({ columns }) => isAllOf(columns, names));
  const sets = uniques.map(({ columns }) => `{ ${columns.join(', ')} }`).join(', ') || 'none';
  if (!isWhole)
    throw new TypeError(
      `no unique field or set of ${name} is { ${names.join(', ')} }; it has ${sets}`,
    );
  const empty = Object.entries(key).find(([, value]) => value === null || value === undefined);
  if (empty) throw new TypeError(`${name} is found by ${empty[0]}, which has no value here`);
}

/**
 * 422 unless each value is one of its field: it may come from a request, and a condition would take a list as any of its values.
 */
function assertValues(key: object, { column }: ModelInfo): void {
  const [first, ...rest] = Object.entries(key).flatMap(([name, value]): FieldProblem[] => {
    const outcome = checkValue(value, column.get(name)!);
    return outcome.code ? [{ field: name, ...outcome }] : [];
  });
  if (first) throw invalid([first, ...rest]);
}

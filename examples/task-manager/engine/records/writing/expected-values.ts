import { isDeepStrictEqual } from 'node:util';
import type { WriteOptions } from '../../model/operations.js';
import type { RecordWriteOptions } from '../../model/records.js';
import { and, type Scalar, type Where } from '../../model/where.js';
import { knownNames } from './check-payload.js';
import { authorize, type Scope } from '../scope.js';
import { assertReadable, fitWhere } from '../conditions/where-from-code.js';

/**
 * The options of a write, with expected values as a test of the record. The service itself may also expect those of hidden
 * columns.
 */
export function whileSame(
  { ifMatch }: RecordWriteOptions<object> = {},
  action: 'edit' | 'delete',
  scope: Scope,
): WriteOptions {
  if (typeof ifMatch !== 'object') return { ifMatch };
  const allowed = authorize(scope, action);
  const { model, core } = scope;
  // A whole record has links and a label, too, whose changes are not those of its row.
  const expected = model.columns.filter(({ name }) => name in ifMatch);
  const hidden = scope.access.unbound ? expected.filter(({ role }) => role === 'hidden') : [];
  const names = expected.filter((one) => !hidden.includes(one)).map(({ name }) => name);
  for (const name of names) assertReadable(name, allowed);
  const known = new Set([...knownNames(model), ...hidden.map(({ name }) => name)]);
  const unknown = Object.keys(ifMatch).filter((name) => !known.has(name));
  if (unknown.length > 0 || expected.length === 0)
    throw new TypeError(`ifMatch: ${model.name} has no field ${unknown.join(', ') || '{}'}`);
  const wanted = JSON.parse(JSON.stringify(ifMatch)) as Record<string, unknown>;
  const stored = hidden.map(({ name }) => holds(name, (wanted[name] ?? null) as Scalar | null));
  return {
    ...(hidden.length > 0 && { ifRow: fitWhere(and(...stored), model, core) }),
    ifMatch: (current) =>
      names.every((name) => isDeepStrictEqual(current[name] ?? null, wanted[name] ?? null)),
  };
}

const holds = (field: string, value: Scalar | null): Where =>
  value === null ? { op: 'null', field } : { op: 'eq', field, value };

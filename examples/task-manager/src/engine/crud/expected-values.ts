import { isDeepStrictEqual } from 'node:util';
import type { WriteOptions } from '../model/operations.js';
import type { RecordWriteOptions } from '../model/records.js';
import { knownNames } from './check-payload.js';
import { authorize, type Scope } from './scope.js';
import { assertReadable } from './where-from-code.js';

/** The options of a write, with expected values as a test of the record's text. */
export function whileSame(
  { ifMatch }: RecordWriteOptions<object> = {},
  action: 'edit' | 'delete',
  scope: Scope,
): WriteOptions {
  if (typeof ifMatch !== 'object') return { ifMatch };
  const grant = authorize(scope, action);
  const { columns } = scope.model;
  // A whole record has links and a label, too, whose changes are not those of its row.
  const names = columns.map(({ name }) => name).filter((name) => name in ifMatch);
  for (const name of names) assertReadable(name, grant, scope.model);
  const unknown = Object.keys(ifMatch).filter((name) => !knownNames(scope.model).has(name));
  if (unknown.length > 0 || names.length === 0)
    throw new TypeError(`ifMatch: ${scope.model.name} has no field ${unknown.join(', ') || '{}'}`);
  const wanted = JSON.parse(JSON.stringify(ifMatch)) as Record<string, unknown>;
  return {
    ifMatch: (text) => {
      const current = JSON.parse(text) as Record<string, unknown>;
      return names.every((name) => isDeepStrictEqual(current[name] ?? null, wanted[name] ?? null));
    },
  };
}

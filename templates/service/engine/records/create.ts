import type { CreatedRecord, CreatedRecords } from '../model/operations.js';
import { areSameRoles, authorize, type Granted, type Scope } from './scope.js';
import { prepareWrites, writeAll, writeOne } from './write.js';

/** Creates a record; its writer must be able to see it. */
export async function create(scope: Scope, payload: unknown): Promise<CreatedRecord> {
  const allowed = authorize(scope, 'create');
  const record = await writeOne({ id: null, mode: 'create', values: payload, allowed });
  return { record, isAsShown: isAsShown(allowed) };
}

/** Creates all of these records or, where one is refused, none; refusals say at which index. */
export async function createMany(
  scope: Scope,
  payloads: readonly unknown[],
): Promise<CreatedRecords> {
  const allowed = authorize(scope, 'create');
  const items = await prepareWrites(
    payloads.map((values, index) => ({ index, id: null, mode: 'create', values, allowed })),
  );
  return { records: await writeAll(items), isAsShown: isAsShown(allowed) };
}

/** Whether a response to the creator is what they are shown of the record later. */
export function isAsShown({ access, user, model, grant }: Granted): boolean {
  const shown = access.grant(user, 'show', model);
  return (
    shown !== null &&
    shown.readableKey === grant.readableKey &&
    areSameRoles(shown.readingRoles, grant.readingRoles)
  );
}

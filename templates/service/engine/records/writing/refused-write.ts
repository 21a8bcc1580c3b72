import type { Placed } from './check-each.js';
import type { Write } from '../scope.js';

/** A write that the database refused, or whose row its writer would not see if it has no cause: it has to be rolled back. */
export class RefusedWrite extends Error {
  override readonly name = 'RefusedWrite';

  constructor(
    readonly write: Write,
    cause?: unknown,
  ) {
    super(`a write of ${write.model.name} was refused`, { cause });
  }
}

/** Does the statements of writes, as the hooks have left them; a refusal by the database carries a write that was alone. */
export async function carryRefusals<T>(
  rows: readonly (Placed & { readonly write: Write })[],
  statements: () => Promise<T>,
): Promise<T> {
  try {
    return await statements();
  } catch (error) {
    const { write } = rows[0]!;
    const isKnown = rows.length === 1 && write.core.dialect.violation(error) !== null;
    throw isKnown ? new RefusedWrite(write, error) : error;
  }
}

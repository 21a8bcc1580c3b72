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

/** Does the statements of a write, as the hooks have left it; a refusal by the database carries the write. */
export async function carryRefusals<T>(write: Write, statements: () => Promise<T>): Promise<T> {
  try {
    return await statements();
  } catch (error) {
    throw write.core.dialect.violation(error) === null ? error : new RefusedWrite(write, error);
  }
}

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

/** The error of the statements of writes, as the hooks have left them: a refusal by the database carries a write that was alone. */
export function carryingWrite(error: unknown, [write, ...others]: readonly Write[]): unknown {
  const isKnown = others.length === 0 && write!.core.dialect.violation(error) !== null;
  return isKnown ? new RefusedWrite(write!, error) : error;
}

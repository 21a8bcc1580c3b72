/** A number that is added to a field; see `increment`. */
export class Increment {
  constructor(readonly by: number | bigint) {}
}

/**
 * Adds to a number in `update`, whatever it is by then: `update(id, { uses: increment(1) })`. Two at once both count, where
 * each writing what it had read would lose one. A negative number is subtracted, and no value counts as 0. The result is
 * checked like any other value: beyond the field's bounds it is 422.
 */
export const increment = (by: number | bigint): Increment => new Increment(by);

/** A number that is added to a field; see `increment`. The type `bigint` is for fields of 64 bits, whose values are texts. */
export class Increment<By extends number | bigint = number | bigint> {
  constructor(readonly by: By) {}
}

/**
 * Adds to a number in `update`, whatever it is by then: `update(id, { uses: increment(1) })`. Two at once both count, where
 * each writing what it had read would lose one. A negative number is subtracted, and no value counts as 0. The result is
 * checked like any other value: beyond the field's bounds it is 422. A field of the type `bigint` takes a `bigint`:
 * `increment(1n)`.
 */
export const increment = <By extends number | bigint>(by: By): Increment<Widened<By>> =>
  new Increment(by as unknown as Widened<By>);

/** `number` for a literal such as 1. */
type Widened<By> = By extends bigint ? bigint : number;

/** A figure of each of some things, added up. */
export const sumOf = <T>(all: Iterable<T>, figure: (one: T) => number): number =>
  [...all].reduce((sum, one) => sum + figure(one), 0);

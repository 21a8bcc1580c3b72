/* What TypeScript knows about a record from its entity. */

/** A property that holds a value: neither a relation, which entities declare as optional, nor a method. */
export type FieldKey<T> = {
  [K in keyof T]-?: unknown extends T[K] ? K : IsRelation<T[K]> extends true ? never : K;
}[keyof T];

/** In brackets, so that a union is not distributed over. */
type IsRelation<V> = [V] extends [(...given: never) => unknown]
  ? true
  : undefined extends V
    ? NonNullable<V> extends object
      ? true
      : false
    : false;

type LinkKey<T> = {
  [K in keyof T]-?: NonNullable<T[K]> extends readonly object[] ? K : never;
}[keyof T];

/** The fields of a record in the entity's types; a many-to-many field as the list of keys that it is in the API. */
export type Fields<T> = Pick<T, FieldKey<T>> & {
  [K in Exclude<LinkKey<T>, FieldKey<T>>]?: readonly (number | string)[];
};

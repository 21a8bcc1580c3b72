import type { NumericId, RecordId } from '../fields/record-id.js';

/** The records that a relation holds. */
export interface Related {
  readonly id: RecordId;
}

/** The type of the ids of an entity's records: that of its property `id`. */
export type IdOf<T> = T extends { readonly id: infer I extends RecordId } ? I : RecordId;

/** What a property holds if it holds anything. */
export type Value<T, K extends keyof T> = Exclude<T[K], null | undefined>;

type IsAny<V> = 0 extends 1 & V ? true : false;

/** Whether a property holds records: objects with an `id`, or an object next to its foreign key, whose own key has another name. */
type IsRelation<T, K extends keyof T & string> =
  Value<T, K> extends Related | readonly Related[]
    ? true
    : `${K}_id` extends keyof T
      ? Value<T, K> extends object
        ? true
        : false
      : false;

/** The names of an entity's to-one and to-many relations. */
export type RelationName<T> = {
  [K in keyof T & string]-?: IsAny<T[K]> extends true
    ? never
    : IsRelation<T, K> extends true
      ? K
      : never;
}[keyof T & string];

/** The names of an entity's relations to one record; of an entity of which nothing is known, any. */
export type ToOneName<T> =
  IsAny<T> extends true
    ? string
    : {
        [K in RelationName<T>]: Value<T, K> extends readonly unknown[] ? never : K;
      }[RelationName<T>];

/** The names of its relations to any number of records. */
export type ToManyName<T> = IsAny<T> extends true ? string : Exclude<RelationName<T>, ToOneName<T>>;

/** The entity that a relation leads to. */
export type TargetOf<T, K> =
  IsAny<T> extends true
    ? T
    : K extends keyof T
      ? Value<T, K> extends readonly (infer E)[]
        ? E
        : Value<T, K>
      : never;

/** The names of its other fields. */
export type FieldName<T> = {
  [K in keyof T & string]-?: IsAny<T[K]> extends true
    ? K
    : Value<T, K> extends (...values: never[]) => unknown
      ? never
      : IsRelation<T, K> extends true
        ? never
        : K;
}[keyof T & string];

/** Whether nothing is known of an entity: its fields may have any name. */
type IsUnknown<T> = IsAny<T> extends true ? true : string extends keyof T ? true : false;

/** The names of its fields that can hold an id of this type. */
type Holding<T, Id> = {
  [K in FieldName<T>]: Value<T, K> extends Id ? K : never;
}[FieldName<T>];

/** The names of its fields that can hold the id of a user or tenant; of an entity of which nothing is known, any. */
export type KeyName<T> = IsUnknown<T> extends true ? string : Holding<T, NumericId>;

/** The names of its foreign keys: `project_id` for a relation `project`. If a relation has no such field, its key may be any. */
export type ForeignKeyName<T> =
  IsUnknown<T> extends true
    ? string
    : [Exclude<`${ToOneName<T>}_id`, keyof T>] extends [never]
      ? Extract<Holding<T, RecordId>, `${ToOneName<T>}_id`>
      : Holding<T, IdOf<TargetOf<T, ToOneName<T>>>>;

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

/*
 * What must hold between the fields of a record. The service checks it before it writes, and the back-office's forms before
 * they send: a model's `*.rules.ts` and this file run in both, so they import nothing but types.
 */

/**
 * A record in JSON form: datetimes are texts. Anything may be empty while somebody fills in a form. Its properties are those
 * of the entity (`keyof T as`), so that an editor that renames one there renames its uses here.
 */
export type RecordOf<T> = {
  readonly [K in keyof T as K extends FieldKey<T> ? K : never]-?: AsJson<T[K]> | null;
};

type AsJson<V> = V extends Date ? string : V;

/**
 * Returns what is wrong with a record, for the field that it belongs to; anything that is not a text means that the rule
 * holds. Pure.
 */
export type Rule<T> = (record: RecordOf<T>) => string | false | null | undefined;

/** The rules of a model, by the field that they report; several for one field are checked in order. */
export type Rules<T> = {
  readonly [K in keyof T as K extends FieldKey<T> ? K : never]?: Rule<T> | readonly Rule<T>[];
};

/** The rules of some model. */
export type ModelRules = Readonly<Record<string, Rule<never> | readonly Rule<never>[]>>;

/** What must hold between the fields of a model, whoever writes it. */
export const defineRules = <T extends object>(rules: Rules<T>): ModelRules =>
  rules as unknown as ModelRules;

/** A field, and the message of its broken rule. */
export interface BrokenRule {
  readonly field: string;
  readonly message: string;
}

/** The broken rules of a record: the first one of each field. */
export function brokenRules(
  rules: ModelRules,
  record: Readonly<Record<string, unknown>>,
): readonly BrokenRule[] {
  return Object.entries(rules).flatMap(([field, given]) => {
    for (const rule of [given].flat() as Rule<object>[]) {
      const message = rule(record as never);
      if (message) return [{ field, message }];
    }
    return [];
  });
}

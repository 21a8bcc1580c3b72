import type { ForeignKeyName, TargetOf, ToManyName, ToOneName, Value } from './entity-types.js';

/** A value that a column can be compared with; already decoded to the column's JavaScript form. */
export type Scalar = string | number | bigint | boolean;
/** A value that a column can equal: a json column may hold nested values. */
export type Comparand = Scalar | readonly unknown[] | Readonly<Record<string, unknown>>;

/**
 * Which rows: plain data, produced by access rules and by requests alike, compiled to SQL by each dialect.
 * Two-valued: a comparison with null is false, and `not x` is `x IS NOT TRUE`.
 */
export type Where =
  | { readonly op: 'all' }
  | { readonly op: 'none' }
  | { readonly op: 'and' | 'or'; readonly items: readonly Where[] }
  | { readonly op: 'not'; readonly item: Where }
  | { readonly op: 'null'; readonly field: string }
  /** Compares json values by content: the order of an object's keys makes no difference. */
  | { readonly op: 'eq'; readonly field: string; readonly value: Comparand }
  | { readonly op: 'in'; readonly field: string; readonly values: readonly Comparand[] }
  | { readonly op: 'lt' | 'lte' | 'gt' | 'gte'; readonly field: string; readonly value: Scalar }
  /** `contains` folds case for all of Unicode and searches the text of the JSON form; `startsWith` does not fold. */
  | { readonly op: 'contains' | 'startsWith'; readonly field: string; readonly value: string }
  /** Each of the words is contained in one of the fields. */
  | {
      readonly op: 'words';
      readonly fields: readonly string[];
      readonly words: readonly string[];
    }
  /** Two fields of the row are equal, or the first one is less. */
  | { readonly op: 'same' | 'less'; readonly field: string; readonly other: string }
  /** The row that the foreign key refers to matches `where`. */
  | { readonly op: 'parent'; readonly field: string; readonly where: Where }
  /** Some row of `model` whose foreign key `field` refers to this row matches `where`. */
  | {
      readonly op: 'children';
      readonly model: string;
      readonly field: string;
      readonly where: Where;
    }
  /** Some row linked through the many-to-many field matches `where`. */
  | { readonly op: 'linked'; readonly field: string; readonly where: Where }
  /** A record of a relation matches `where`, by the relation's name: becomes one of those above when it is checked. */
  | {
      readonly op: 'related';
      readonly as: 'parent' | 'children' | 'linked';
      readonly relation: string;
      readonly where: Where;
    }
  /** As the row rules of the row that the foreign key refers to; expanded before anything is compiled. */
  | { readonly op: 'rule'; readonly field: string };

export const ALL: Where = { op: 'all' };
export const NONE: Where = { op: 'none' };

/** All of them; simplifies, so that `all` vanishes and `none` wins. */
export function and(...items: readonly Where[]): Where {
  if (items.some((item) => item.op === 'none')) return NONE;
  const rest = items.filter((item) => item.op !== 'all');
  return rest.length === 0 ? ALL : rest.length === 1 ? rest[0]! : { op: 'and', items: rest };
}

/** Any of them; no items is `none`. */
export function or(...items: readonly Where[]): Where {
  if (items.some((item) => item.op === 'all')) return ALL;
  const rest = items.filter((item) => item.op !== 'none');
  return rest.length === 0 ? NONE : rest.length === 1 ? rest[0]! : { op: 'or', items: rest };
}

type Key<T> = keyof T & string;
type Nested<R> = Where | ((where: WhereBuilder<R>) => Where);

/** Builds conditions on an entity's fields; a missing value throws, it never widens a condition. */
export interface WhereBuilder<T> {
  readonly all: Where;
  readonly none: Where;
  and(...items: readonly Where[]): Where;
  or(...items: readonly Where[]): Where;
  not(item: Where): Where;
  isNull(field: Key<T>): Where;
  eq<K extends Key<T>>(field: K, value: Value<T, K>): Where;
  ne<K extends Key<T>>(field: K, value: Value<T, K>): Where;
  lt<K extends Key<T>>(field: K, value: Value<T, K>): Where;
  lte<K extends Key<T>>(field: K, value: Value<T, K>): Where;
  gt<K extends Key<T>>(field: K, value: Value<T, K>): Where;
  gte<K extends Key<T>>(field: K, value: Value<T, K>): Where;
  in<K extends Key<T>>(field: K, values: readonly Value<T, K>[]): Where;
  contains(field: Key<T>, text: string): Where;
  startsWith(field: Key<T>, text: string): Where;
  /** Two fields of the row are equal. */
  same(field: Key<T>, other: Key<T>): Where;
  /** The record of a relation to one matches the condition: `parent('project', (project) => project.eq('name', 'Roof'))`. */
  parent<K extends ToOneName<T>>(relation: K, where?: Nested<TargetOf<T, K>>): Where;
  /** Some record that refers to this one, by the relation on this side, matches the condition. */
  children<K extends ToManyName<T>>(relation: K, where?: Nested<TargetOf<T, K>>): Where;
  /** Some record linked through the many-to-many field matches the condition. */
  linked<K extends ToManyName<T>>(relation: K, where?: Nested<TargetOf<T, K>>): Where;
  /** As the row rules of the row that the foreign key refers to. */
  asParent(field: ForeignKeyName<T>): Where;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any entity's fields
const builder: WhereBuilder<any> = {
  all: ALL,
  none: NONE,
  and,
  or,
  not: (item) => ({ op: 'not', item }),
  isNull: (field) => ({ op: 'null', field }),
  eq: (field, value) => ({ op: 'eq', field, value: scalar(field, value) }),
  ne: (field, value) => ({ op: 'not', item: builder.eq(field, value) }),
  lt: (field, value) => ({ op: 'lt', field, value: scalar(field, value) }),
  lte: (field, value) => ({ op: 'lte', field, value: scalar(field, value) }),
  gt: (field, value) => ({ op: 'gt', field, value: scalar(field, value) }),
  gte: (field, value) => ({ op: 'gte', field, value: scalar(field, value) }),
  in: (field, values) => ({
    op: 'in',
    field,
    values: values.map((value) => scalar(field, value)),
  }),
  contains: (field, text) => ({ op: 'contains', field, value: text }),
  startsWith: (field, text) => ({ op: 'startsWith', field, value: text }),
  same: (field, other) => ({ op: 'same', field, other }),
  parent: (relation, where = ALL) => related('parent', relation, where),
  children: (relation, where = ALL) => related('children', relation, where),
  linked: (relation, where = ALL) => related('linked', relation, where),
  asParent: (field) => ({ op: 'rule', field }),
};

/** Conditions for `records.list(query, where.eq('status', 'pending'))`. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any entity's fields
export const where: WhereBuilder<any> = builder;

/** Conditions that are typed by an entity's fields. */
export const whereOf = <T extends object>(): WhereBuilder<T> => builder as WhereBuilder<T>;

function scalar(field: string, value: unknown): Scalar {
  if (value instanceof Date) return value.toISOString();
  if (['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return value as Scalar;
  throw new TypeError(`the condition on \`${field}\` has no value to compare with`);
}

function related<R>(
  as: 'parent' | 'children' | 'linked',
  relation: string,
  where: Nested<R>,
): Where {
  const stated = typeof where === 'function' ? where(builder as WhereBuilder<R>) : where;
  return { op: 'related', as, relation, where: stated };
}

/** A value that a column can be compared with; already decoded to the column's JavaScript form. */
export type Scalar = string | number | bigint | boolean;
/** What a column is equal to: a json column may hold more than one value deep. */
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
  /** Of json values by what they say: the order of an object's keys makes no difference. */
  | { readonly op: 'eq'; readonly field: string; readonly value: Comparand }
  | { readonly op: 'in'; readonly field: string; readonly values: readonly Comparand[] }
  | { readonly op: 'lt' | 'lte' | 'gt' | 'gte'; readonly field: string; readonly value: Scalar }
  /** `contains` folds case for all of Unicode and looks at the text of the JSON answer; `startsWith` does not fold. */
  | { readonly op: 'contains' | 'startsWith'; readonly field: string; readonly value: string }
  | { readonly op: 'same'; readonly field: string; readonly other: string }
  /** The row that the foreign key points to fulfils `where`. */
  | { readonly op: 'parent'; readonly field: string; readonly where: Where }
  /** Some row of `model` whose foreign key `field` points to this row fulfils `where`. */
  | {
      readonly op: 'children';
      readonly model: string;
      readonly field: string;
      readonly where: Where;
    }
  /** Some row linked through the many-to-many field fulfils `where`. */
  | { readonly op: 'linked'; readonly field: string; readonly where: Where }
  /** As the row rules of the row that the foreign key points to; expanded before anything is compiled. */
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

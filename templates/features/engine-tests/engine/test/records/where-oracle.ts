import { isDeepStrictEqual } from 'node:util';
import type { Scalar, Where } from '../../model/where.js';

type Row = Readonly<Record<string, unknown>>;

/** Everything that there is, for conditions that look beyond one row. */
export interface World {
  readonly rows: (model: string) => readonly Row[];
  /** The model that a foreign key or many-to-many field points to. */
  readonly target: (model: string, field: string) => string;
  /** Fields whose API form is a text that compares as a number (`bigint`). */
  readonly numeric?: (model: string, field: string) => boolean;
}

/**
 * Does the row fulfil the condition? The meaning of `Where` in plain words, which shares nothing with the
 * compiler. A many-to-many field holds the ids that it links to.
 */
export function matches(where: Where, row: Row, model: string, world: World): boolean {
  const is = (inner: Where, other: Row, of: string) => matches(inner, other, of, world);
  const order = (field: string, value: unknown) =>
    compare(row[field], value, world.numeric?.(model, field) ?? false);
  const equal = (field: string, value: unknown) =>
    typeof value === 'object'
      ? isDeepStrictEqual(row[field], value)
      : typeof value === typeof row[field] && order(field, value) === 0;
  switch (where.op) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'and':
      return where.items.every((item) => is(item, row, model));
    case 'or':
      return where.items.some((item) => is(item, row, model));
    case 'not':
      return !is(where.item, row, model);
    case 'null':
      return isNull(row[where.field]);
    case 'eq':
      return equal(where.field, where.value);
    case 'lt':
      return (order(where.field, where.value) ?? 0) < 0;
    case 'lte':
      return (order(where.field, where.value) ?? 1) <= 0;
    case 'gt':
      return (order(where.field, where.value) ?? 0) > 0;
    case 'gte':
      return (order(where.field, where.value) ?? -1) >= 0;
    case 'in':
      return where.values.some((value) => equal(where.field, value));
    case 'same':
      return order(where.field, row[where.other]) === 0;
    case 'less':
      return (order(where.field, row[where.other]) ?? 0) < 0;
    case 'contains':
      return contains(row[where.field], where.value);
    case 'words':
      return where.words.every((word) => where.fields.some((name) => contains(row[name], word)));
    case 'startsWith':
      return !isNull(row[where.field]) && String(row[where.field]).startsWith(where.value);
    case 'parent': {
      const of = world.target(model, where.field);
      return world.rows(of).some((it) => it.id === row[where.field] && is(where.where, it, of));
    }
    case 'children':
      return world
        .rows(where.model)
        .some((it) => it[where.field] === row.id && is(where.where, it, where.model));
    case 'linked': {
      const of = world.target(model, where.field);
      const linked = row[where.field] as readonly unknown[];
      return world.rows(of).some((it) => linked.includes(it.id) && is(where.where, it, of));
    }
    case 'rule':
    case 'related':
      throw new Error('a condition "as the parent" is expanded before it is evaluated');
  }
}

const contains = (value: unknown, text: string): boolean =>
  !isNull(value) && fold(String(value)).includes(fold(text));

const isNull = (value: unknown): boolean => value === null || value === undefined;

/** Below, at or above zero; null where one side is null. Text goes by code point. */
function compare(left: unknown, right: unknown, numeric: boolean): number | null {
  if (isNull(left) || isNull(right)) return null;
  if (numeric) return sign(BigInt(left as string), BigInt(right as string));
  if (typeof left !== 'string' || typeof right !== 'string') {
    return sign(left as Scalar, right as Scalar);
  }
  const [a, b] = [Array.from(left), Array.from(right)];
  for (let i = 0; i < a.length && i < b.length; i++) {
    if (a[i] !== b[i]) return a[i]!.codePointAt(0)! - b[i]!.codePointAt(0)!;
  }
  return a.length - b.length;
}

const sign = <T extends Scalar>(left: T, right: T): number =>
  left < right ? -1 : left > right ? 1 : 0;

/** Without the difference between upper and lower case; accents stay, sigma has one small form. */
const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

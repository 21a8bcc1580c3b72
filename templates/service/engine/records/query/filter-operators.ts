import { isNumber, isText, type ColumnInfo } from '../../fields/column-info.js';
import { typeOf } from '../../fields/field-types.js';
import { lostDigits } from '../../http/lost-digits.js';
import { digitsLost } from '../../http/read-body.js';
import { NONE, and, or, type Comparand, type Scalar, type Where } from '../../model/where.js';
import { refuse, show, withArticle } from '../../problem/problem.js';

/** A filter as its caller wrote it. */
export interface Filter {
  readonly parameter: string;
  readonly operator: FilterOperator;
}

/** An operator of list filters: `status__ne=done`. */
interface Operator {
  /** Words for the docs: records whose field does so with `a`. */
  readonly about: string;
  /**
   * What the parameter has: a value of the field, which may be given `several` times, a list with commas, any text, true or false, or the
   * name of another field, for which the OpenAPI document has no parameters of each field.
   */
  readonly takes: 'value' | 'several' | 'list' | 'text' | 'flag' | 'field';
  /** Columns of which it makes sense; of all unless given. */
  readonly of?: (column: ColumnInfo) => boolean;
  /** As the data providers of json-server, Refine and react-admin write it behind a name. */
  readonly short?: string;
  /** Its condition for the values of a parameter, which may be given several times. */
  readonly where: (
    column: ColumnInfo,
    filter: Filter,
    texts: readonly string[],
    /** The columns that the reader may read. */
    readable: Readable,
  ) => Where;
}

type Readable = (name: string) => ColumnInfo | undefined;

/** Whether the database compares its values, and searches in them, as they are shown. */
const hasOrder = ({ type, transformer }: ColumnInfo): boolean =>
  type !== 'json' && type !== 'boolean' && !transformer;

/** Each of several values has to hold. */
const each =
  (one: (column: ColumnInfo, filter: Filter, text: string) => Where): Operator['where'] =>
  (column, filter, texts) =>
    and(...texts.map((text) => one(column, filter, text)));

const compared = (op: 'gt' | 'gte' | 'lt' | 'lte', about: string, short?: string): Operator => ({
  about,
  takes: 'value',
  of: hasOrder,
  ...(short && { short }),
  where: each((column, filter, text) => ({
    op,
    field: column.name,
    value: parseValue(column, filter, text) as Scalar,
  })),
});

/** What the values of a column can be compared with: numbers with each other, days with days; null where with no other column. */
const scaleOf = (column: ColumnInfo): string | null => {
  const { type, transformer, added } = column;
  if (transformer || added) return null;
  if (isNumber(column)) return 'a number';
  // A moment has several forms in SQLite.
  return type === 'date' || type === 'time' ? withArticle(type) : null;
};

/** Compares two fields of a record; a reader who may not read the other one learns nothing of it. */
const beside = (about: string, where: (field: string, other: string) => Where): Operator => ({
  about,
  takes: 'field',
  of: (column) => scaleOf(column) !== null,
  where: (column, { parameter }, texts, readable) =>
    and(
      ...texts.map((text) => {
        const scale = scaleOf(column);
        const other = readable(text);
        if (other !== undefined && scaleOf(other) === scale) return where(column.name, text);
        const what = `${show(parameter)} must be the name of another field of this model that is ${scale}`;
        throw refuse(parameter, 'type', what);
      }),
    ),
});

const less = (field: string, other: string): Where => ({ op: 'less', field, other });

const asIs = (item: string): string => item;

const OPERATORS = {
  eq: {
    about:
      'is `a`; given several times: any of them; empty, of a field that is no text: has no value',
    takes: 'several',
    where: anyOf,
  },
  ne: {
    about: 'is not `a`, or has no value',
    takes: 'value',
    short: '_ne',
    where: each((column, filter, text) => ({ op: 'not', item: anyOf(column, filter, [text]) })),
  },
  gt: compared('gt', 'is greater than `a`'),
  gte: compared('gte', 'is at least `a`', '_gte'),
  lt: compared('lt', 'is less than `a`'),
  lte: compared('lte', 'is at most `a`', '_lte'),
  in: {
    about: 'is any of a comma list',
    takes: 'list',
    of: ({ type }) => type !== 'json',
    where: each((column, filter, text) =>
      anyOf(column, filter, text.split(',').map(column.listed ?? asIs)),
    ),
  },
  isnull: {
    about: '`true`: has no value; `false`: has one',
    takes: 'flag',
    where: each(({ name: field }, filter, text) =>
      parseFlag(filter, text) ? { op: 'null', field } : { op: 'not', item: { op: 'null', field } },
    ),
  },
  ilike: {
    about: 'contains `a`, in any case',
    takes: 'text',
    of: hasOrder,
    short: '_like',
    where: each(({ name: field }, _filter, value) => ({ op: 'contains', field, value })),
  },
  startswith: {
    about: 'begins with `a`, in this case',
    takes: 'text',
    of: (column) => hasOrder(column) && isText(column),
    where: each(({ name: field }, _filter, value) => ({ op: 'startsWith', field, value })),
  },
  lt_field: beside('is less than the field `a`', less),
  lte_field: beside('is at most the field `a`', (field, other) =>
    or(less(field, other), { op: 'same', field, other }),
  ),
} satisfies Record<string, Operator>;

export type FilterOperator = keyof typeof OPERATORS;

/**
 * The operators of list filters by their names; `eq` is that of the bare field. Another one is an entry above; where no
 * condition of `Where` says what it means, that needs a kind of its own, whose uses the compiler names.
 */
export const FILTER_OPERATORS: ReadonlyMap<FilterOperator, Operator> = new Map(
  Object.entries(OPERATORS) as [FilterOperator, Operator][],
);

/** Whether an operator makes sense for a column: the parser refuses any other. */
export const isOperatorOf = (column: ColumnInfo, name: FilterOperator): boolean =>
  column.added?.operators.includes(name) ?? FILTER_OPERATORS.get(name)!.of?.(column) ?? true;

/** The operators that make sense for a column, for the OpenAPI document. */
export const columnOperators = (column: ColumnInfo): readonly FilterOperator[] =>
  [...FILTER_OPERATORS.keys()].filter((name) => isOperatorOf(column, name));

/** The operators that make sense for a many-to-many field. */
export const LINK_OPERATORS = ['eq', 'ne', 'in', 'isnull'] as const;

/** Equals any of the values; an empty one on a column that is not text means null, as does JSON's own null. */
export function anyOf(column: ColumnInfo, filter: Filter, texts: readonly string[]): Where {
  const field = column.name;
  const isNull = (text: string) => isNullText(text, column);
  const values = texts
    .filter((text) => !isNull(text))
    .map((text) => parseValue(column, filter, text));
  const equal: Where =
    values.length === 0
      ? NONE
      : values.length === 1
        ? { op: 'eq', field, value: values[0]! }
        : { op: 'in', field, values };
  return texts.some(isNull) ? or({ op: 'null', field }, equal) : equal;
}

function parseValue(column: ColumnInfo, { parameter }: Filter, text: string): Comparand {
  const { parse, example } = typeOf(column);
  const value = parse(text);
  if (column.type === 'json' && value !== null) refuseLostDigits(parameter, text);
  if (value !== null) return value;
  const what = example ? `, such as ${example}` : '';
  const noun =
    column.type === 'json' ? 'a JSON value' : withArticle(column.added?.name ?? column.type);
  throw refuse(parameter, 'type', `${show(parameter)} must be ${noun}${what}`);
}

/** Another integer than the one that was asked for would be found. */
function refuseLostDigits(parameter: string, text: string): void {
  const lost = lostDigits(text);
  if (lost) throw refuse(parameter, 'digits', digitsLost(show(parameter), lost));
}

/** Whether a parameter's text means a missing value. */
const isNullText = (text: string, column: ColumnInfo): boolean =>
  column.type === 'json' ? text === '' || text.trim() === 'null' : text === '' && !isText(column);

/** True or false; 400 for anything else. */
export function parseFlag({ parameter }: Filter, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw refuse(parameter, 'type', `${show(parameter)} must be true or false`);
}

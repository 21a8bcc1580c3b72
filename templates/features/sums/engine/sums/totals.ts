import type { QueryDialect } from '../database/query-dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import { partsOf } from '../model/field-columns.js';
import { linesOf, type ChildrenInfo, type ModelInfo } from '../model/model-info.js';
import type { Core } from '../records/scope.js';

const KINDS = ['sum', 'count', 'min', 'max'] as const;

/** A column that is a total of lines, as its entity declares it. */
export interface Declared {
  readonly kind: (typeof KINDS)[number];
  readonly relation: string;
  /** The field of the lines; null for their number. */
  readonly field: string | null;
}

/** What a column is the total of; null where the text says nothing of the kind. */
export function declaredIn({ total = '' }: ColumnInfo): Declared | null {
  const [, name, relation, field = null] = /^(\w+)\((\w+)(?:\.(\w+))?\)$/.exec(total) ?? [];
  const kind = KINDS.find((one) => one === name);
  return kind && relation !== undefined && (kind === 'count') === (field === null)
    ? { kind, relation, field }
    : null;
}

/** The columns of a model that are totals of its lines. */
export const totalsOf = ({ columns }: ModelInfo): readonly ColumnInfo[] =>
  columns.filter(({ role }) => role === 'total');

/** The models that keep totals, each behind those of its lines: a total may be of totals. */
export function keepersAmong(models: readonly ModelInfo[]): readonly ModelInfo[] {
  const depthOf = ({ lineParent }: ModelInfo): number => {
    const parent = models.find(({ name }) => name === lineParent?.model);
    return parent ? depthOf(parent) + 1 : 0;
  };
  return models
    .filter((model) => totalsOf(model).length > 0)
    .toSorted((one, other) => depthOf(other) - depthOf(one));
}

/** The relation to the lines that a total is of. */
export const relationOf = (model: ModelInfo, { relation }: Declared): ChildrenInfo | undefined =>
  linesOf(model).find(({ name }) => name === relation);

type Parts = Pick<Core, 'dialect' | 'model'>;

/** The total of the lines of each record that a statement updates. */
export function totalSql(column: ColumnInfo, model: ModelInfo, { dialect, model: named }: Parts) {
  const { quote } = dialect;
  const declared = declaredIn(column)!;
  const relation = relationOf(model, declared)!;
  const lines = named(relation.model);
  const field = declared.field === null ? null : lines.column.get(declared.field)!;
  const deleted = lines.columns.find(({ role }) => role === 'deleted');
  const keys = model.keyColumns.map((key) => `${quote(model.table)}.${quote(key.column)}`);
  const of = partsOf(lines.column.get(relation.field)!, lines).map(
    (part, at) => `_lines.${quote(part.column)} = ${keys[at]}`,
  );
  const isThere = deleted ? ` AND _lines.${quote(deleted.column)} IS NULL` : '';
  const value = field === null ? '*' : `_lines.${quote(field.column)}`;
  const total =
    declared.kind === 'sum'
      ? sumSql(value, column, dialect)
      : `${declared.kind.toUpperCase()}(${value})`;
  return `(SELECT ${total} FROM ${quote(lines.table)} _lines WHERE ${of.join(' AND ')}${isThere})`;
}

/**
 * The sum of a column of lines. A sum that the total cannot hold is NULL, which the column of the total refuses on every database
 * with its name.
 */
function sumSql(value: string, { type, precision, scale }: ColumnInfo, dialect: QueryDialect) {
  if (type === 'decimal') {
    const places = scale ?? 0;
    // SQLite adds decimals as binary fractions, whose sum may be next to the decimal.
    const sum = `ROUND(COALESCE(SUM(${value}), 0), ${places})`;
    return precision === null ? sum : fitting(sum, `ABS(${sum}) < ${10 ** (precision - places)}`);
  }
  if (type === 'float') {
    // PostgreSQL stops at a sum beyond the range of floats; dividing by a power of two loses nothing.
    const part = `COALESCE(SUM(${value} / ${PARTS}), 0)`;
    return fitting(`${part} * ${PARTS}`, `ABS(${part}) <= ${Number.MAX_VALUE / PARTS}`);
  }
  const most = type === 'bigint' ? 2n ** 63n - 1n : BigInt(Number.MAX_SAFE_INTEGER);
  const least = type === 'bigint' ? -most - 1n : -most;
  const [upper, lower] = dialect.sumOfIntegers(value);
  if (lower === undefined) return fitting(upper!, `${upper} BETWEEN ${least} AND ${most}`);
  const sum = `((${upper}) << 32 | ${lower})`;
  const isWord = `${upper} BETWEEN -2147483648 AND 2147483647`;
  return fitting(sum, `${isWord} AND ${sum} BETWEEN ${least} AND ${most}`);
}

const PARTS = 2 ** 32;

const fitting = (sum: string, fits: string): string => `CASE WHEN ${fits} THEN ${sum} END`;

/** What a statement sets that changes a record of the model because its lines have changed. */
export const setsOf = (model: ModelInfo, parts: Parts): readonly string[] =>
  totalsOf(model).map(
    (column) => `${parts.dialect.quote(column.column)} = ${totalSql(column, model, parts)}`,
  );

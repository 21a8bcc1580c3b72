import { checkedWhere } from '../../access/row-rules.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import { typeOf } from '../../fields/field-types.js';
import { isCleanText } from '../../fields/storable.js';
import type { ModelInfo } from '../../model/model-info.js';
import type { WhereInput } from '../../model/records.js';
import { mapWhere, relatedModel, type OwnWhere } from '../../model/fold-where.js';
import {
  ALL,
  and,
  or,
  whereOf,
  type Comparand,
  type Scalar,
  type Where,
} from '../../model/where.js';
import { forbidden, hint, refuse, withArticle } from '../../problem/problem.js';
import { authorize, type Core, type Granted } from '../scope.js';

/**
 * A condition from code, within what its caller may know: a field that they may not read is refused, and a condition on
 * records of another model matches only those that they see.
 */
export function readableWhere(input: WhereInput<object> | undefined, allowed: Granted): Where {
  const where = stated(input, allowed.model);
  return restrict(checkedWhere(where, allowed.model, allowed.core.byName), allowed);
}

function stated(input: WhereInput<object> = ALL, model: ModelInfo): Where {
  if (typeof input === 'function') return input(whereOf());
  if ('op' in input && model.column.has('op'))
    throw new TypeError(
      `${model.name} has a field \`op\`: state its condition as a function: where: (one) => one.eq('op', ...)`,
    );
  if ('op' in input) return input as Where;
  return and(...Object.entries(input).map(([name, value]) => equal(name, value, model)));
}

function equal(field: string, value: unknown, model: ModelInfo): Where {
  if (value === undefined)
    throw new TypeError(`the condition on \`${field}\` has no value to compare with`);
  if (value === null) return { op: 'null', field };
  if (Array.isArray(value) && model.column.get(field)?.type !== 'json') {
    const given = value.filter((item) => item !== null).map(comparand);
    const some: Where = { op: 'in', field, values: given };
    return given.length < value.length ? or({ op: 'null', field }, some) : some;
  }
  return { op: 'eq', field, value: comparand(value) };
}

const comparand = (value: unknown): Comparand =>
  value instanceof Date ? value.toISOString() : (value as Comparand);

function restrict(where: Where, allowed: Granted): Where {
  const { model, core } = allowed;
  return mapWhere(where, {
    related: (relation) => {
      // The field of a relation is on this side, but for children.
      const isOnThisSide = relation.op !== 'children';
      if (isOnThisSide) assertReadable(relation.field, allowed);
      const target = core.model(relatedModel(relation, model));
      const other = authorize({ ...allowed, model: target }, 'list');
      if (!isOnThisSide) assertReadable(relation.field, other);
      return { ...relation, where: and(other.grant.where, restrict(relation.where, other)) };
    },
    own: (own) => restrictOwn(own, allowed),
  });
}

function restrictOwn(where: OwnWhere, allowed: Granted): Where {
  const { core, access, grant } = allowed;
  switch (where.op) {
    case 'all':
    case 'none':
    case 'related':
      return where;
    case 'rule': {
      const parent = core.model(readable(where.field, allowed).reference!.model);
      return { op: 'parent', field: where.field, where: access.rowWhere(grant, parent) };
    }
    case 'words':
      where.fields.forEach((field) => readable(field, allowed));
      return fitWords(where);
    case 'same':
    case 'less':
      readable(where.other, allowed);
      break;
  }
  return fitComparison(where, readable(where.field, allowed));
}

/** A column that the reader may read; 403 for another one. An unknown name is a bug in the code. */
export function readable(field: string, allowed: Granted): ColumnInfo {
  const { model } = allowed;
  const column = model.column.get(field);
  if (!column)
    throw new TypeError(`${model.name} has no field ${field}${hint(field, model.column.keys())}`);
  assertReadable(field, allowed);
  return column;
}

/** Throws 403 for a field that the reader may not read. */
export function assertReadable(field: string, { grant, model }: Granted): void {
  if (!grant.readable.has(field)) throw forbidden(`You may not read ${model.name}.${field}.`);
}

type Comparison = Exclude<OwnWhere, { op: 'all' | 'none' | 'rule' | 'related' | 'words' }>;

/** A condition of the project's own code, on any field, with its values in the form of their columns. */
export const fitWhere = (where: Where, model: ModelInfo, core: Core): Where =>
  fitted(checkedWhere(where, model, core.byName), model, core);

const fitted = (where: Where, model: ModelInfo, core: Core): Where =>
  mapWhere(where, {
    related: (relation) => {
      const other = core.model(relatedModel(relation, model));
      return { ...relation, where: fitted(relation.where, other, core) };
    },
    own: (own) => fittedOwn(own, model),
  });

function fittedOwn(where: OwnWhere, model: ModelInfo): Where {
  switch (where.op) {
    case 'all':
    case 'none':
    case 'rule':
    case 'related':
      return where;
    case 'words':
      return fitWords(where);
    default:
      return fitComparison(where, model.column.get(where.field)!);
  }
}

function fitWords(where: Extract<Where, { op: 'words' }>): Where {
  if (where.words.every(isCleanText)) return where;
  throw refuse('', 'text', 'the search words contain NUL or invalid Unicode');
}

/** A condition on one column, with its values in the column's form; 400 for a value that it cannot hold. */
export function fitComparison(where: Comparison, column: ColumnInfo): Where {
  switch (where.op) {
    case 'null':
    case 'same':
    case 'less':
      return where;
    case 'in':
      return { ...where, values: where.values.map((value) => fitComparand(value, column)) };
    case 'contains':
    case 'startsWith':
      if (isCleanText(where.value)) return where;
      throw refuse(
        where.field,
        'text',
        `the value for ${where.field} contains NUL or invalid Unicode`,
      );
    case 'eq':
      return { ...where, value: fitComparand(where.value, column) };
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      // JSON columns have no such comparison.
      return { ...where, value: fitComparand(where.value, column) as Scalar };
  }
}

/**
 * A value that code compares a column with, in stored form. It may come from a request: 400 for one that the column cannot
 * hold, as in a query, where a database would fail or return results that differ between databases.
 */
function fitComparand(value: Comparand, column: ColumnInfo): Comparand {
  const fitted = column.transformer ? value : typeOf(column).compare(value);
  if (fitted !== null) return fitted;
  const text = `${column.name} cannot be compared with that value: it is ${withArticle(column.added?.name ?? column.type)}`;
  throw refuse(column.name, 'type', text);
}

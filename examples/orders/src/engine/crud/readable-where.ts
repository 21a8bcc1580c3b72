import { checkWhere } from '../access/check-where.js';
import type { Grant } from '../model/access-rules.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { ModelInfo } from '../model/model-info.js';
import type { WhereInput } from '../model/records.js';
import { ALL, and, or, type Comparand, type Where, whereOf } from '../model/where.js';
import { forbidden, hint } from '../problem/problem.js';
import { fitComparison } from './fit-where.js';
import { authorize, type Scope } from './scope.js';

/**
 * A condition from code, within what its caller may know: a field that they may not read is refused, and a condition on
 * records of another model matches only those that they see.
 */
export function readableWhere(
  input: WhereInput<object> | undefined,
  grant: Grant,
  scope: Scope,
): Where {
  const where = stated(input, scope.model);
  if (where.op === 'all') return ALL;
  checkWhere(where, scope.model, scope.core.byName);
  return restrict(where, grant, scope);
}

function stated(input: WhereInput<object> = ALL, model: ModelInfo): Where {
  if (typeof input === 'function') return input(whereOf());
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

function restrict(where: Where, grant: Grant, scope: Scope): Where {
  const { model, core, access, user } = scope;
  const inside = (inner: Where, other: ModelInfo): Where => {
    const otherScope = { ...scope, model: other };
    const seen = authorize(otherScope, 'list');
    return and(seen.where, restrict(inner, seen, otherScope));
  };
  switch (where.op) {
    case 'all':
    case 'none':
      return where;
    case 'and':
    case 'or':
      return { ...where, items: where.items.map((item) => restrict(item, grant, scope)) };
    case 'not':
      return { ...where, item: restrict(where.item, grant, scope) };
    case 'rule': {
      const parent = core.model(readable(where.field, grant, model).reference!.model);
      return { op: 'parent', field: where.field, where: access.rowWhere(user, parent) };
    }
    case 'parent': {
      const parent = core.model(readable(where.field, grant, model).reference!.model);
      return { ...where, where: inside(where.where, parent) };
    }
    case 'children': {
      const child = core.model(where.model);
      readable(where.field, authorize({ ...scope, model: child }, 'list'), child);
      return { ...where, where: inside(where.where, child) };
    }
    case 'linked': {
      assertReadable(where.field, grant, model);
      const link = model.links.find(({ name }) => name === where.field)!;
      return { ...where, where: inside(where.where, core.model(link.model)) };
    }
    case 'same':
      readable(where.other, grant, model);
      break;
  }
  return fitComparison(where, readable(where.field, grant, model));
}

/** A column that the reader may read; 403 for another one. An unknown name is a bug in the code. */
export function readable(field: string, grant: Grant, model: ModelInfo): ColumnInfo {
  const column = model.column.get(field);
  if (!column)
    throw new TypeError(`${model.name} has no field ${field}${hint(field, model.column.keys())}`);
  assertReadable(field, grant, model);
  return column;
}

/** Throws 403 for a field that the reader may not read. */
export function assertReadable(field: string, { readable }: Grant, model: ModelInfo): void {
  if (!readable.has(field)) throw forbidden(`You may not read ${model.name}.${field}.`);
}

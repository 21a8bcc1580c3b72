import type { Query } from '../model/operations.js';
import type { WhereOption } from '../model/records.js';
import { ALL, and, type Where } from '../model/where.js';
import { compileWhere } from './conditions/compile-where.js';
import { readQuery } from './reading/read-query.js';
import { authorize, readLong, type Scope } from './scope.js';
import { fitWhere, readableWhere } from './conditions/where-from-code.js';

/** How many records a list has over all pages. */
export async function count(
  scope: Scope,
  query: Query = {},
  restriction: Where = ALL,
): Promise<number> {
  const allowed = authorize(scope, 'list');
  const { where } = readQuery(query, allowed);
  const own = fitWhere(restriction, scope.model, scope.core);
  return countRows(and(allowed.grant.where, where, own), scope);
}

/** How many records match a condition of code, as far as the user sees them. */
export async function countWhere(scope: Scope, { where }: WhereOption<object>): Promise<number> {
  const allowed = authorize(scope, 'list');
  return countRows(and(allowed.grant.where, readableWhere(where, allowed)), scope);
}

function countRows(where: Where, scope: Scope): Promise<number> {
  const { core, model } = scope;
  const condition = compileWhere(where, model, core);
  return readLong(scope, (session) => core.counts.count(session, model, condition)).catch(
    core.unread?.inRead(where, scope),
  );
}

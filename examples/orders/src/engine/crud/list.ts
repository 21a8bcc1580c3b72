import type { Grant } from '../model/access-rules.js';
import { compileWhere } from './compile-where.js';
import { readExpanded } from './expand.js';
import type { PageText, Query, ReadOptions, RecordText } from '../model/operations.js';
import { parseExpand, parseQuery, type ListRequest } from './parse-query.js';
import { demand, missing, type Scope } from './scope.js';
import { ALL, and, type Where } from '../model/where.js';
import { oneRow } from './find-ids.js';

/** One page of the records that the user sees, the query asks for and `narrow` lets through. */
export async function list(
  scope: Scope,
  query: Query = {},
  narrow: Where = ALL,
): Promise<PageText> {
  const { core, model } = scope;
  const grant = demand(scope, 'list');
  const { page, order, expand, where } = readQuery(query, grant, scope);
  const wanted = { page, order, expand, where: and(grant.where, where, narrow) };
  const condition = compileWhere(wanted.where, model, core);
  return core.database.read(async (session) => {
    const total = await core.counts.count(session, model, condition);
    const texts = await readExpanded(wanted, grant, session, scope, condition);
    return {
      kind: 'page',
      text: `[${texts.join(',')}]`,
      start: page.start,
      end: Math.max(page.start, Math.min(page.end, total)),
      total,
    };
  });
}

/** How many records a list has over all its pages. */
export async function count(scope: Scope, query: Query = {}, narrow: Where = ALL): Promise<number> {
  const { core, model } = scope;
  const grant = demand(scope, 'list');
  const { where } = readQuery(query, grant, scope);
  const condition = compileWhere(and(grant.where, where, narrow), model, core);
  return core.database.read((session) => core.counts.count(session, model, condition));
}

/** One record; 404 for one that is not there, or not for this user. */
export async function get(
  scope: Scope,
  id: number,
  options: ReadOptions = {},
): Promise<RecordText> {
  const grant = demand(scope, 'show');
  const expand = parseExpand(options.expand, scope.model, grant);
  const wanted = { where: oneRow(id, grant.where), expand };
  return scope.core.database.read(async (session) => {
    const [text] = await readExpanded(wanted, grant, session, scope);
    if (text === undefined) throw missing(scope, id);
    return { kind: 'record', id, text };
  });
}

function readQuery(query: Query, grant: Grant, { core, access, user, model }: Scope): ListRequest {
  return parseQuery(query, model, {
    grant,
    model: core.model,
    visible: (other) => access.rowWhere(user, other),
    limits: core.limits,
    searchedFields: core.searchedFields,
  });
}

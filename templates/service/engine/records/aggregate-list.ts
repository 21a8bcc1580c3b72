import type { AggregatePage, Query } from '../model/operations.js';
import { and } from '../model/where.js';
import { parseAggregate } from './query/parse-aggregate.js';
import { readGroups, type GroupsRequest } from './reading/read-groups.js';
import { queryContext } from './reading/read-query.js';
import { authorize, reserve, type Scope } from './scope.js';

/**
 * Figures of the records that the user's list has, by groups, as a query asks for them. What the user may not read neither
 * groups nor counts towards a figure.
 */
export async function aggregateList(scope: Scope, query: Query): Promise<AggregatePage> {
  const { core, model } = scope;
  const allowed = authorize(scope, 'list');
  const { conditions, ...asked } = parseAggregate(query, model, queryContext(allowed));
  const where = and(allowed.grant.where, ...conditions);
  const request = { ...asked, where, isCounted: true };
  // What a user may hold of large answers is theirs until it has been sent.
  await reserve(scope)?.take(mostBytes(request), core.database.delaysOthers());
  const { groups, total } = await readGroups(request, scope);
  const { page } = asked;
  return {
    groups,
    start: page.start,
    end: page.start + groups.length,
    total,
  };
}

/** Bytes of a value with its name, and of a character. */
const BYTES_PER_VALUE = 40;
const BYTES_PER_CHARACTER = 3;

/** How many bytes an answer has at most. */
function mostBytes({ by, measures, page }: GroupsRequest): number {
  const ofKeys = by.map(({ column }) =>
    column.type === 'string' || column.type === 'text'
      ? BYTES_PER_VALUE + (column.max ?? 0) * BYTES_PER_CHARACTER
      : BYTES_PER_VALUE,
  );
  const ofGroup = ofKeys.reduce((sum, one) => sum + one, BYTES_PER_VALUE * (1 + measures.length));
  return (page.end - page.start) * ofGroup;
}

import type { Query } from '../../model/operations.js';
import { countable } from './count-children.js';
import { parseQuery, type ListRequest } from '../query/parse-query.js';
import type { Granted } from '../scope.js';

/** What a query asks for, within what the user may list; 400 lists everything that is wrong with it. */
export function readQuery(query: Query, allowed: Granted): ListRequest {
  const { core, access, model, grant } = allowed;
  return parseQuery(query, model, {
    grant,
    model: core.model,
    visible: (other) => access.rowWhere(grant, other),
    limits: core.limits,
    searchedFields: core.searchedFields,
    countable: () => countable(allowed),
  });
}

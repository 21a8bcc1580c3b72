import type { Query } from '../../model/operations.js';
import { countable } from './count-children.js';
import { parseQuery, type ListRequest, type QueryContext } from '../query/parse-query.js';
import { related, type Granted } from '../scope.js';

/** What a query asks for, within what the user may list; 400 lists everything that is wrong with it. */
export const readQuery = (query: Query, allowed: Granted): ListRequest =>
  parseQuery(query, allowed.model, queryContext(allowed));

/** What the interpretation of a query of a list depends on. */
export const queryContext = (allowed: Granted): QueryContext => {
  const { core, access, grant } = allowed;
  return {
    grant,
    model: core.model,
    visible: (other) => access.rowWhere(grant, other),
    limits: core.limits,
    searchedFields: core.searchedFields,
    listed: (other) => related(other, 'list', allowed)?.grant ?? null,
    countable: () => countable(allowed),
  };
};
